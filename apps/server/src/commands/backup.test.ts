import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { onServer, refusePooler } from '../database/postgres-tools.ts';
import { type Manifest, measure, writeManifest } from '../features/site/backups/manifest.ts';
import { openFolderStorage } from '../integrations/storage/folder-storage.ts';
import { openS3Storage } from '../integrations/storage/s3-storage.ts';
import { addPaper, attempt, fourOptions, numerical, response } from '../testing/attempts.ts';
import { pdfOf } from '../testing/files.ts';
import { storySecret, tellStory } from '../testing/story.ts';
import { isOnPostgres } from '../testing/test-database.ts';
import { backup } from './backup.ts';
import { takeCommands } from './command-socket.ts';
import { commands } from './commands.ts';
import { restoreBackupFolder } from './restore-backup.ts';
import { verifyBackupFolder } from './verify-backup.ts';

const story = tellStory();
const data = mkdtempSync(join(tmpdir(), 'abhyas-backup-'));
/** A bucket if the variables of an S3 service are set (tests/README.md). */
const service = process.env['STORAGE_TEST_ENDPOINT'];
const storage = service
  ? openS3Storage({
      endpoint: service,
      bucket: process.env['STORAGE_TEST_BUCKET'] ?? 'abhyas-test',
      region: process.env['STORAGE_TEST_REGION'] ?? 'us-east-1',
      access_key: process.env['STORAGE_TEST_ACCESS_KEY'] ?? '',
      secret_key: process.env['STORAGE_TEST_SECRET_KEY'] ?? '',
    })
  : openFolderStorage(join(data, 'files'), storySecret, '/api');
const keys = Array.from({ length: 12 }, () => `kept/institutes/1/${randomUUID()}.pdf`);
let stop: () => void;

const contextOf = () => ({
  db: story.database.db,
  now: story.now,
  random: Math.random,
  secret: storySecret,
  storage,
  place: { database: story.database, dataFolder: data, profileKeyFolder: join(data, 'profile-keys'), isSecretGiven: false },
  isServing: true,
});

async function storeFile(storage_key: string, user_id: number) {
  await storage.write(storage_key, 'application/pdf', pdfOf(1));
  await story.database.pool.query(
    `insert into stored_files (institute_id, user_id, storage_key, file_name, extension, status, bytes, sha256, created_at, recorded_at)
     select m.institute_id, $1, $2, 'a.pdf', 'pdf', 'STORED', $3, sha256($4), now(), now() from memberships m where m.user_id = $1`,
    [user_id, storage_key, pdfOf(1).length, pdfOf(1)],
  );
}

async function backUp(folder: string, ...more: string[]) {
  const lines: string[] = [];
  const exit = await backup({ ...contextOf(), print: (line) => void lines.push(line) }, [folder, ...more]);
  return { exit, said: lines.join('\n') };
}

/** Verifies a backup as the operator does, beside the running server. */
async function verify(folder: string, ...more: string[]) {
  const lines: string[] = [];
  const url = story.database.pool.options.connectionString;
  const environment = { DATA_FOLDER: data, ...(url ? { DATABASE_URL: url } : {}) };
  const exit = await verifyBackupFolder([folder, ...more], environment, data, (line) => void lines.push(line));
  return { exit, said: lines.join('\n') };
}

const server = process.env['DATABASE_URL_TEST'] ?? '';
const addressOf = (name: string) => Object.assign(new URL(server), { pathname: name }).href;
const onTestServer = async (statement: string) => {
  if (isOnPostgres) await onServer(server, (client) => client.query(statement));
};

const newFolder = () => join(data, randomUUID());
const databaseFile = isOnPostgres ? 'database.dump' : 'database.tar';
const manifestOf = (folder: string) => {
  const { sha256: _seal, ...manifest } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest & { sha256: string };
  return manifest;
};

let good: string;
beforeAll(async () => {
  const paper = await addPaper(story, 'backed-up', [fourOptions(21, 22, 23), numerical(31)]);
  for (const choice of [1, 2, 3]) {
    const student = await story.student({ institute: 'school' });
    const { finish, questions } = await attempt(student, paper);
    await finish([response(questions[0], { responses: [choice] }), response(questions[1], { responses: [2] })]);
    if (choice === 1) for (const key of keys) await storeFile(key, student.id);
  }
  stop = await takeCommands(data, commands, contextOf);
  good = newFolder();
  expect(await backUp(good)).toEqual({
    exit: 0,
    said: expect.stringMatching(/^Backed up as of \S+Z in [\d.]+ s: \d+ tables \([\d.]+ MB\), 12 files \(0\.0 MB\)\.$/),
  });
});
afterAll(() => {
  stop();
  rmSync(data, { recursive: true, force: true });
});

test('a backup is proved by its tables, sessions and files, and the database that runs notes the day', async () => {
  const { exit, said } = await verify(good, '--seed', '7');
  expect(said).toMatch(/^Proved in [\d.]+ s: every table as it was, 3 sessions with the same marks, 10 files whole \(seed 7\)\.$/m);
  expect(exit).toBe(0);
  const { rows } = await story.database.pool.query('select id, made_at, files, proved_at is not null as is_proved from backups');
  const { id, made_at } = manifestOf(good);
  expect(rows).toEqual([{ id, made_at: new Date(made_at), files: 12, is_proved: true }]);
});

test('a verification leaves nothing behind', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('abhyas-verify-'));
  await verify(good);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('abhyas-verify-'))).toEqual(before);
  if (!isOnPostgres) return;
  const { rows } = await story.database.pool.query(
    "select datname from pg_database where datname like current_database() || '\\_verify\\_%'",
  );
  expect(rows).toEqual([]);
});

test('a backup holds neither the secret nor a key that seals profiles', () => {
  const files = readdirSync(good, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    expect(bytes.includes(storySecret) || bytes.includes('PRIVATE KEY'), name).toBe(false);
  }
});

describe('a damaged backup fails with a message:', () => {
  /** Changes one byte in the middle of a file. */
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const firstFile = join('files', keys.toSorted()[0] ?? '');
  test.each<[string, (folder: string) => void, RegExp]>([
    ['a flipped byte in the database', (of) => flip(join(of, databaseFile)), /^The file database\.\w+ of the backup is damaged/],
    [
      'a database that is cut off',
      (of) => writeFileSync(join(of, databaseFile), 'PG'),
      /database\.\w+ of the backup has 2 bytes instead of/,
    ],
    ['a missing database', (of) => rmSync(join(of, databaseFile)), /^The file database\.\w+ of the backup is missing/],
    ['a flipped byte in the list of files', (of) => flip(join(of, 'files.jsonl')), /^The file files\.jsonl of the backup is damaged/],
    ['a flipped byte in the manifest', (of) => flip(join(of, 'manifest.json')), /^The manifest\.json of the backup is damaged/],
    ['a missing manifest', (of) => rmSync(join(of, 'manifest.json')), /is no complete backup: it has no manifest\.json/],
    ['a missing file', (of) => rmSync(join(of, firstFile)), /^The file kept\/\S+ is missing in the backup/],
    ['a flipped byte in a file', (of) => flip(join(of, firstFile)), /^The file kept\/\S+ in the backup is damaged/],
  ])('%s', async (_what, damage, sentence) => {
    const folder = newFolder();
    cpSync(good, folder, { recursive: true });
    damage(folder);
    const { exit, said } = await verify(folder, '--files', 'all');
    expect(said).toMatch(sentence);
    expect(said).toMatch(/ The backup is not proved\.$/);
    expect(exit).toBe(1);
  });

  test('a row that was lost or changed, with the name of its table', async () => {
    const folder = newFolder();
    cpSync(good, folder, { recursive: true });
    await story.database.pool.query(
      `delete from sign_ins where token_hash = (select token_hash from sign_ins order by created_at limit 1);
       update institutes set name = 'Another school' where code = 'school'`,
    );
    const later = newFolder();
    await backUp(later);
    copyFileSync(join(later, databaseFile), join(folder, databaseFile));
    const manifest = manifestOf(folder);
    await writeManifest(folder, { ...manifest, database: { ...manifest.database, ...(await measure(join(folder, databaseFile))) } });
    const { exit, said } = await verify(folder);
    expect(said).toContain('The table sign_ins has 2 rows instead of 3.');
    expect(said).toContain('The table institutes has the right number of rows, 1, but other values.');
    expect(said).toMatch(/The backup is not proved: \d+ differences \(seed \d+\)\.$/);
    expect(exit).toBe(1);
  });

  test('a stored mark that the answers do not give', async () => {
    const { rows } = await story.database.pool.query<{ id: number; total_score: number }>(
      'update sessions set total_score = total_score + 1 where id = (select max(id) from sessions) returning id, total_score',
    );
    const [changed] = rows;
    const folder = newFolder();
    await backUp(folder);
    const { exit, said } = await verify(folder);
    await story.database.pool.query('update sessions set total_score = total_score - 1 where id = $1', [changed?.id]);
    expect(said).toMatch(
      new RegExp(
        `^Marked again, session ${changed?.id} of paper \\d+ has ${(changed?.total_score ?? 0) - 1} of 16 instead of ${changed?.total_score} of 16\\.$`,
        'm',
      ),
    );
    expect(exit).toBe(1);
  });
});

describe('a restored backup', () => {
  const restored = mkdtempSync(join(tmpdir(), 'abhyas-restored-'));
  const other = openFolderStorage(join(restored, 'files'), storySecret, '/api');
  const name = `abhyas_restored_${randomUUID().slice(0, 8)}`;
  const url = isOnPostgres ? addressOf(name) : undefined;
  beforeAll(() => onTestServer(`create database ${name}`));
  afterAll(async () => {
    await onTestServer(`drop database ${name} with (force)`);
    rmSync(restored, { recursive: true, force: true });
  });
  async function restore(environment: NodeJS.ProcessEnv) {
    const lines: string[] = [];
    const exit = await restoreBackupFolder(
      [good],
      { DATA_FOLDER: restored, ...environment },
      restored,
      () => other,
      (line) => void lines.push(line),
    );
    return { exit, said: lines.join('\n') };
  }

  test('has every table and file, and can be opened', async () => {
    const { exit, said } = await restore(url ? { DATABASE_URL: url } : {});
    expect(said).toMatch(/^Restored as of \S+, with 12 files\. Start the servers with the SECRET/m);
    expect(exit).toBe(0);
    const database = await openDatabase({ url, folder: join(restored, 'database') });
    const { rows } = await database.pool.query("select count(*) from sessions where status = 'COMPLETE'");
    await database.close();
    expect(rows).toEqual([{ count: 3 }]);
    for (const key of keys) expect(await other.find(key)).toEqual({ bytes: pdfOf(1).length, media_type: 'application/pdf' });
  });

  test('is never written over other data, and is restored only into a database of its own kind', async () => {
    expect(await restore(url ? { DATABASE_URL: url } : {})).toEqual({
      exit: 1,
      said: expect.stringMatching(isOnPostgres ? /^The database at DATABASE_URL holds \d+ tables\./ : /^There is a database in /),
    });
    const { said } = await restore(isOnPostgres ? {} : { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(said).toMatch(/^This backup is of /);
  });
});

test('files that the storage has lost or changed are named, and the rest is backed up', async () => {
  const [lost = '', changed = ''] = keys;
  await storage.remove(lost);
  await storage.write(changed, 'application/pdf', pdfOf(2));
  const folder = newFolder();
  const { exit, said } = await backUp(folder);
  for (const key of [lost, changed]) await storage.write(key, 'application/pdf', pdfOf(1));
  expect(said).toContain(`1 files are named by the database and missing in the storage: ${lost}.`);
  expect(said).toContain(`1 files differ from what was uploaded: ${changed}.`);
  expect(exit).toBe(1);
  expect(manifestOf(folder)).toMatchObject({ files: 11, missing_files: [lost] });
  expect((await verify(folder, '--files', 'all')).exit).toBe(0);
});

test('files that an earlier backup has are linked to it, except those that it has damaged', async () => {
  const earlier = newFolder();
  cpSync(good, earlier, { recursive: true });
  const [cut = ''] = keys;
  writeFileSync(join(earlier, 'files', cut), 'PDF');
  const folder = newFolder();
  const { exit, said } = await backUp(folder, '--earlier', earlier);
  expect(said).toMatch(/12 files \(0\.0 MB, 11 of them linked\)\.$/);
  expect(exit).toBe(0);
  const inodes = (key: string) => [earlier, folder].map((of) => statSync(join(of, 'files', key)).ino);
  expect(keys.filter((key) => new Set(inodes(key)).size === 1)).toEqual(keys.filter((key) => key !== cut));
  expect((await verify(folder, '--files', 'all')).exit).toBe(0);
});

test('a folder that holds something is not written to', async () => {
  expect(await backUp(good)).toEqual({ exit: 1, said: `${good} is not empty. Name a new folder for each backup.` });
  expect(existsSync(join(good, 'manifest.json'))).toBe(true);
});

test('a folder that cannot be made is refused with its reason', async () => {
  const folder = join(good, 'manifest.json', 'below');
  expect(await backUp(folder)).toEqual({
    exit: 1,
    said: `${folder} cannot be made (ENOTDIR). Name a folder in which this user may write.`,
  });
});

test('a pooler is refused, because its connections are not the database’s own', async () => {
  const message = (letter: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(letter), length, body]);
  };
  const numbers = (bytes: number, ...of: number[]) => {
    const buffer = Buffer.alloc(bytes * of.length);
    of.forEach((value, at) => buffer.writeIntBE(value, at * bytes, bytes));
    return buffer;
  };
  const column = [Buffer.from('pid\0'), numbers(4, 0), numbers(2, 0), numbers(4, 23), numbers(2, 4), numbers(4, -1), numbers(2, 0)];
  const answer = (pid: string) => [
    message('T', numbers(2, 1), ...column),
    message('D', numbers(2, 1), numbers(4, pid.length), Buffer.from(pid)),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ];
  // The stand-in greets with process id 7. A pooler shows itself because a statement then answers with another id.
  const serving = async (pid: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(Buffer.concat([message('R', numbers(4, 0)), message('K', numbers(4, 7, 7)), message('Z', Buffer.from('I'))]));
        socket.on('data', (bytes) => bytes[0] === 'Q'.charCodeAt(0) && socket.write(Buffer.concat(answer(pid))));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `postgres://anybody@127.0.0.1:${(server.address() as AddressInfo).port}/any` };
  };
  const [pooler, database] = [await serving('4711'), await serving('7')];
  await expect(refusePooler(pooler.url)).rejects.toThrow(/^A pooler answers at the address .* Set DATABASE_DIRECT_URL/);
  await refusePooler(database.url);
  for (const { server } of [pooler, database]) server.close();
});

test.runIf(isOnPostgres)('without pg_dump the backup says what to install', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = data;
  try {
    expect(await backUp(newFolder())).toEqual({
      exit: 1,
      said: expect.stringMatching(/^pg_dump is not installed\. Install .*postgresql-client/),
    });
  } finally {
    process.env['PATH'] = path;
  }
});
