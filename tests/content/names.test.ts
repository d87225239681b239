import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const filesIn = (folder: string) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(resolve(root, folder, name), 'utf8')) as unknown);

interface Named {
  name: string;
}
const chapters = (filesIn('content/bank') as { chapter: Named & { topics: Named[] } }[]).map(({ chapter }) => chapter);
const papers = (filesIn('content/papers') as { paper: Named }[]).map(({ paper }) => paper);
const hindi = JSON.parse(readFileSync(resolve(root, 'apps/web/src/platform/names-in-hindi.json'), 'utf8')) as Record<string, string>;

test('every chapter, topic and paper of the bank has a name in Hindi', () => {
  const names = [...chapters, ...chapters.flatMap(({ topics }) => topics), ...papers].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !hindi[name]).toSorted()).toEqual([]);
});
