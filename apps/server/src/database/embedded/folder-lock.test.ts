import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProcessesAtOnce } from '../../testing/processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'abhyas-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['there is no lock', 'free', () => {}],
  ['a killed process left its lock', 'left', (lock: string) => writeFileSync(lock, String(spawnSync('true').pid))],
])('exactly one of the processes that open a folder at the same time gets it, when %s', async (_title, name, prepare) => {
  const database = join(folder, name);
  prepare(`${database}.lock`);
  const imports = `import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};`;
  const body = `try { lockFolder(${JSON.stringify(database)}); return 'held'; } catch { return 'refused'; }`;
  expect((await inProcessesAtOnce(5, imports, body)).toSorted()).toEqual(['held', 'refused', 'refused', 'refused', 'refused']);
  expect(readdirSync(folder).filter((file) => file.startsWith(name))).toEqual([`${name}.lock`]);
});
