import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNames } from '@abhyas/contract/site/first-day';
import { afterAll, expect, test } from 'vitest';
import { connectionLimits } from './http/connections.ts';
import { openFolderStorage } from './integrations/storage/folder-storage.ts';
import { StorageFault } from './integrations/storage/storage.ts';
import { trustedClock } from './jobs/clock-watch.ts';
import { startChecks } from './start-checks.ts';
import { storySecret, tellStory } from './testing/story.ts';

const story = tellStory();
const folder = mkdtempSync(join(tmpdir(), 'checks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const storage = openFolderStorage(join(folder, 'files'), storySecret, '/api');
const sms = { provider: 'msg91', auth_key: 'key-of-msg91', template_id: 't', variable: 'OTP' } as const;

const checksWith = (parts: Partial<Parameters<typeof startChecks>[0]> = {}) =>
  startChecks({
    settings: {
      siteUrl: 'https://abhyas.example',
      secret: 'a secret that nobody reads on a page',
      storage: undefined,
      dataFolder: folder,
      sms,
      razorpay: undefined,
      brandFolder: folder,
      isPremiumOpen: false,
    },
    database: story.database,
    storage,
    mail: null,
    clock: trustedClock,
    connections: connectionLimits(65_536),
    ...parts,
  });

test('every check reports a sentence, and no sentence contains a secret', async () => {
  const checks = checksWith();
  const said = await Promise.all(checkNames.map((name) => checks[name]()));
  for (const { words } of said) expect(words).toMatch(/^[A-Z].*[.;]$/);
  expect(said.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(JSON.stringify(said)).not.toMatch(/nobody reads|key-of-msg91/);
});

test('the check of the storage writes, reads and deletes an object', async () => {
  expect(await checksWith().storage()).toMatchObject({ state: 'good' });
  expect(readdirSync(join(folder, 'files/objects/checks'))).toEqual([]);
  const away = { ...storage, write: async () => Promise.reject(new StorageFault('The storage answered 403 to PUT.')) };
  expect(await checksWith({ storage: away }).storage()).toEqual({
    state: 'bad',
    words: `Files cannot be kept in the folder ${folder}/files: The storage answered 403 to PUT. Look at the rights of the folder.`,
  });
});

test('an index whose creation was interrupted is reported, with the statement that creates it again', async () => {
  const { pool } = story.database;
  expect(await checksWith().indexes()).toMatchObject({ state: 'good' });
  await pool.query('create table halves (id int)');
  await pool.query('create index halves_by_id on halves (id)');
  await pool.query("update pg_index set indisvalid = false where indexrelid = 'halves_by_id'::regclass");
  expect(await checksWith().indexes()).toMatchObject({
    state: 'bad',
    words: expect.stringContaining('reindex index concurrently halves_by_id;'),
  });
  await pool.query('drop table halves');
});

test('a clock that differs, a low limit of open files, and a brand that changed since the start are reported', async () => {
  expect(await checksWith({ clock: { compare: async () => false } }).clock()).toMatchObject({ state: 'bad' });
  expect(await checksWith({ connections: connectionLimits(1024) }).descriptors()).toMatchObject({
    state: 'open',
    words: expect.stringContaining('ulimit'),
  });
  writeFileSync(join(folder, 'brand.yaml'), 'name: Another Name\n');
  expect(await checksWith().brand()).toMatchObject({ state: 'open', words: expect.stringContaining('Another Name') });
  writeFileSync(join(folder, 'brand.yaml'), 'name: 5\n');
  expect(await checksWith().brand()).toMatchObject({ state: 'bad', words: expect.stringContaining('brand.yaml') });
  rmSync(join(folder, 'brand.yaml'));
});
