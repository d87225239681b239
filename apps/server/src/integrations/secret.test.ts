import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProcessesAtOnce } from '../testing/processes.ts';
import { readSecret } from './secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'abhyas-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));
const dataFolder = join(folder, 'data');

test('processes that start at the same moment share one complete secret, which only its owner can read', async () => {
  const imports = `import { readSecret } from ${JSON.stringify(new URL('./secret.ts', import.meta.url).href)};`;
  const secrets = await inProcessesAtOnce(4, imports, `return readSecret(undefined, ${JSON.stringify(dataFolder)}).toString();`);
  expect(secrets).toEqual(Array(4).fill(readSecret(undefined, dataFolder).toString()));
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(dataFolder)).toEqual(['secret']);
  expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a secret in the settings is used, and none is written', () => {
  expect(readSecret('given by the settings, and long enough', join(folder, 'none')).toString()).toBe(
    'given by the settings, and long enough',
  );
  expect(readdirSync(folder)).toEqual(['data']);
});
