import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dependenciesOf = (folder: string) =>
  Object.keys((JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { dependencies: object }).dependencies);

test('a release has the packages that the server names, and none that only the site needs', () => {
  const places = execFileSync(process.execPath, [join(root, 'scripts/release-packages.mjs')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const names = new Set(places.map((place) => place.replace(/^.*node_modules\//, '')));
  const ofServer = ['apps/server', 'packages/contract', 'packages/exam', 'packages/exchange']
    .flatMap(dependenciesOf)
    .filter((name) => !name.startsWith('@abhyas/'));
  expect(ofServer.filter((name) => !names.has(name))).toEqual([]);
  const ofSite = dependenciesOf('apps/web').filter((name) => !name.startsWith('@abhyas/') && !ofServer.includes(name));
  expect(ofSite).toContain('react');
  expect([...names].filter((name) => ofSite.includes(name) || /^(?:@types|@mantine|@tanstack|vite|react)\b/.test(name))).toEqual([]);
});
