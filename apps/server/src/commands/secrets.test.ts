import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@abhyas/contract/institute/identity';
import { afterAll, expect, test } from 'vitest';
import { adoptSecret, requireSecret } from '../features/institute/server-secret/server-secret.ts';
import { readSecret } from '../integrations/secret.ts';
import { tellStory } from '../testing/story.ts';
import { secrets } from './secrets.ts';

const story = tellStory();
const dataFolder = mkdtempSync(join(tmpdir(), 'abhyas-secrets-'));
const profileKeyFolder = join(dataFolder, 'profile-keys');
afterAll(() => rmSync(dataFolder, { recursive: true }));
const base = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });

async function run(words: string, isSecretGiven = false) {
  const lines: string[] = [];
  const place = { database: story.database, dataFolder, profileKeyFolder, isSecretGiven };
  const secret = readSecret(undefined, dataFolder);
  const exit = await secrets({ ...base(), secret, place, isServing: false, print: (line) => lines.push(line) }, words.split(' '));
  return { exit, said: lines.join('\n') };
}
const kept = () => readFileSync(join(dataFolder, 'secret'), 'utf8');
/** What each server does at its start. */
const start = () => adoptSecret(base(), readSecret(undefined, dataFolder), false, () => {});

test('a rotated secret is adopted at the next start, the former one opens until it is forgotten, and nobody is signed out', async () => {
  const student = await story.student();
  await start();
  const first = kept();
  expect((await run('rotate secret')).said).toContain('Restart every server now');
  expect(kept()).not.toBe(first);
  expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readSecret(undefined, dataFolder).previous?.toString()).toBe(first);
  // A second rotation before the restart would lose the secret under which the database was sealed.
  await expect(run('rotate secret')).rejects.toThrow(/not the SECRET of the servers/);
  await expect(run('forget previous')).rejects.toThrow(/not the SECRET of the servers/);
  await start();
  await requireSecret(base(), readSecret(undefined, dataFolder));
  expect((await run('status')).said).toContain('with the former one beside it');
  expect((await student.call(getMe, {})).user.id).toBe(student.id);
  expect((await run('forget previous')).exit).toBe(0);
  expect(readdirSync(dataFolder).filter((name) => name.startsWith('secret'))).toEqual(['secret']);
  await start();
});

test('a secret of the settings is not changed: the command says what to set, with a new value', async () => {
  const before = kept();
  expect((await run('rotate secret', true)).said).toMatch(/SECRET=[\w-]{43}\n {2}SECRET_PREVIOUS=/);
  expect(kept()).toBe(before);
});

test('a new key seals profiles beside the earlier ones', async () => {
  await run('rotate profiles');
  expect((await run('rotate profiles')).said).toBe('Key 2 seals profiles from now on. Copy it to every server.');
  expect((await run('status')).said).toContain('Keys of profiles: 1, 2; the last one seals.');
});

test('everybody is signed out only once the number of sign-ins is confirmed', async () => {
  const student = await story.student();
  const { said } = await run('end sign-ins');
  const count = /^\d+/.exec(said)?.[0] ?? '';
  expect((await student.call(getMe, {})).user.id).toBe(student.id);
  for (const wrong of ['4000', 'all']) expect((await run(`end sign-ins --count ${wrong}`)).said).toBe(said);
  expect(await run(`end sign-ins --count ${count}`)).toEqual({ exit: 0, said: `${count} sign-ins are ended.` });
  await expect(student.call(getMe, {})).rejects.toMatchObject({ status: 401 });
});

test.each(['', 'rotate', 'rotate everything', 'status --count 3'])('"%s" prints how the command is used', async (words) => {
  expect(await run(words)).toMatchObject({ exit: 2, said: expect.stringMatching(/^Usage/) as string });
});
