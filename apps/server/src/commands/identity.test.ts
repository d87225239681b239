import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@abhyas/contract/institute/identity';
import { afterAll, expect, test } from 'vitest';
import { openFolderStorage } from '../integrations/storage/folder-storage.ts';
import { phoneOf } from '../testing/attempts.ts';
import { storySecret, tellStory } from '../testing/story.ts';
import { unzip } from '../testing/unzip.ts';
import { identity } from './identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'abhyas-identity-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ storage });
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const { database, now } = story;
  const exit = await identity({ db: database.db, now, random: () => 0.5, secret: storySecret, storage, isServing: false, print }, args);
  return { exit, said: lines.join('\n') };
}
const because = ['--reason', 'Asked for in person, with a lost phone.'];
const dayS = 86_400;
const actsOn = async (id: number) =>
  (
    await story.database.db.selectFrom('audit_log').where('object_id', '=', id).orderBy('id').select(['what', 'role', 'reason']).execute()
  ).map(({ what, role, reason }) => `${role} ${what}: ${reason}`);

test('the operator exports everything that is stored about a person into a new file that only its maker can read', async () => {
  const student = await story.student();
  const phone = await phoneOf(story, student);
  const file = join(folder, 'export.zip');
  expect(await run('export', phone, '--to', file, ...because)).toMatchObject({ exit: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = (await unzip(readFileSync(file))).get('abhyas.json')?.toString() ?? '';
  expect(JSON.parse(text)).toMatchObject({ person: student.id, tables: { users: [{ phone }] } });
  expect(await actsOn(student.id)).toEqual(['operator person.export: Asked for in person, with a lost phone.']);
  const before = readFileSync(file);
  expect(await run('export', phone, '--to', file, ...because)).toMatchObject({
    exit: 1,
    said: 'The file cannot be made (EEXIST). Name a new file in a folder of yours.',
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('an export that breaks off leaves no file', async () => {
  const student = await story.student();
  const broken = { ...storage, find: () => Promise.reject(new Error('The storage is away')) };
  const file = join(folder, 'broken.zip');
  await story.database.pool.query(
    `insert into job_applications
       (position, name, email, phone, current_company, current_position, why, resume_key, resume_bytes, digest, created_at)
     select 'any', u.name, 'a@b.example', u.phone, '', '', '', 'resume.pdf', 10, ''::bytea, now() from users u where u.id = $1`,
    [student.id],
  );
  const context = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false, print: () => {} };
  const args = ['export', await phoneOf(story, student), '--to', file, ...because];
  await expect(identity({ ...context, storage: broken }, args)).rejects.toThrow('The storage is away');
  expect(existsSync(file)).toBe(false);
});

test('a deletion shows the account first, then waits seven days, in which it can be cancelled', async () => {
  const student = await story.student({ institute: 'school' });
  const phone = await phoneOf(story, student);
  const asked = await run('delete', phone, ...because);
  expect(asked.exit).toBe(0);
  expect(asked.said).toMatch(
    new RegExp(`^Account ${student.id}: .*student at School.*\nNothing is deleted yet.*--account ${student.id}\\.$`),
  );
  expect(await run('delete', phone, '--account', String(student.id + 1), ...because)).toMatchObject({ said: asked.said });
  expect((await student.call(getMe, {})).user.deletion_due_at).toBe(null);
  expect((await run('delete', phone, '--account', String(student.id), ...because)).exit).toBe(0);
  const due = new Date(story.now.getTime() + 7 * dayS * 1000).toISOString();
  expect((await student.call(getMe, {})).user.deletion_due_at).toBe(due);
  expect(await run('keep', phone, ...because)).toEqual({ exit: 0, said: 'The account stays.' });
  expect((await student.call(getMe, {})).user.deletion_due_at).toBe(null);
  expect((await actsOn(student.id)).map((act) => act.split(':')[0])).toEqual(['operator person.ask_for_deletion', 'operator person.keep']);
});

test('a deletion at once removes the person, also in the middle of a sign-in, and keeps no name in the log', async () => {
  const student = await story.student();
  const phone = await phoneOf(story, student);
  const { said } = await run('delete', phone, '--when', 'now', ...because);
  expect(said).toContain('which nobody can undo');
  expect(await run('delete', phone, '--when', 'now', '--account', String(student.id), ...because)).toMatchObject({
    exit: 0,
    said: 'The account is deleted. Its files follow within a minute while a server runs.',
  });
  expect((await student.send({ method: 'GET', url: `/api${getMe.path}` })).statusCode).toBe(401);
  expect(await run('delete', phone, ...because)).toEqual({ exit: 1, said: 'Nobody has this number.' });
  expect(await actsOn(student.id)).toEqual(['operator person.delete: Asked for in person, with a lost phone.']);
});

test('a person without a phone number is found by name, exported and deleted by the number of the account', async () => {
  const { db } = story.database;
  const { id } = await db
    .insertInto('users')
    .values({ phone: null, name: 'Gita  Rao', course: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_identities').values({ provider: 'google', subject: 'gita', user_id: id, created_at: story.now }).execute();
  const found = await run('find', 'gita rao');
  expect(found.said).toMatch(new RegExp(`^Account ${id}: Gita {1,2}Rao, since [^\n]*, in no institute\\. Without a phone number\\.$`));
  const file = join(folder, 'gita.zip');
  expect(await run('export', `account:${id}`, '--to', file, ...because)).toMatchObject({ exit: 0 });
  const text = (await unzip(readFileSync(file))).get('abhyas.json')?.toString() ?? '';
  expect(JSON.parse(text)).toMatchObject({ person: id, tables: { users: [{ phone: null }] } });
  expect((await run('delete', `account:${id}`, '--account', String(id), ...because)).exit).toBe(0);
  expect((await run('keep', `account:${id}`, ...because)).exit).toBe(0);
  expect((await run('delete', `account:${id}`, '--when', 'now', '--account', String(id), ...because)).exit).toBe(0);
  expect(await run('keep', `account:${id}`, ...because)).toEqual({ exit: 1, said: 'There is no account with this number.' });
  expect(await run('find', 'Gita Rao')).toEqual({ exit: 1, said: 'Nobody has this name.' });
});

test('a person with a phone number is found by name too', async () => {
  const student = await story.student();
  const phone = await phoneOf(story, student);
  const { name } = await story.database.db.selectFrom('users').where('id', '=', student.id).select('name').executeTakeFirstOrThrow();
  expect((await run('find', name ?? '')).said).toMatch(new RegExp(`^Account ${student.id}: .* Phone number ${phone}\\.$`, 'm'));
});

test('the number that replaces a deleted account names nobody', async () => {
  const id = 2 ** 46 + 1;
  await story.database.pool.query("insert into users (id, name) overriding system value values ($1, 'Deleted account')", [id]);
  expect(await run('keep', `account:${id}`, ...because)).toEqual({ exit: 1, said: 'There is no account with this number.' });
  expect(await run('find', 'Deleted account')).toEqual({ exit: 1, said: 'Nobody has this name.' });
});

test('an institute’s only owner is not deleted, and the refusal says what to do', async () => {
  const owner = await story.staff('school', 'owner');
  const phone = await phoneOf(story, owner);
  for (const words of [[], ['--account', String(owner.id)], ['--when', 'now', '--account', String(owner.id)]])
    expect(await run('delete', phone, ...words, ...because)).toEqual({
      exit: 1,
      said: 'An institute needs at least one owner. Make somebody else an owner first.',
    });
});

test.each([
  [['export', '9000000001', ...because]],
  [['delete', '9000000001']],
  [['delete', '9000000001', '--when', 'soon', ...because]],
  [['keep', '9000000001', '--account', '3', ...because]],
  [['export', 'Asha', '--to', 'x.zip', ...because]],
  [['keep', 'account:none', ...because]],
  [['find', '']],
  [['find', 'Asha', 'Rao']],
])('%j prints how the command is used', async (args) => {
  const { exit, said } = await run(...args);
  expect([exit, said.startsWith('Usage')]).toEqual([2, true]);
});
