import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginUpload, getSignedUrl, getUploadParts } from '@abhyas/contract/institute/stored-files';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeDemoLetters } from '../../../demo/letters.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { keptKeyOf } from '../../../integrations/storage/storage.ts';
import { pdfOf, sendForm, sendParts } from '../../../testing/files.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { clearUnreferenced } from './unreferenced-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'unreferenced-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ storage });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let student: Visitor & { id: number };
beforeAll(async () => {
  student = await story.student({ institute: 'school' });
});

const context = () => ({ db: story.database.db, now: story.now, random: Math.random });
let said: string[] = [];
beforeEach(() => {
  said = [];
});
/** Runs a pass on each of a number of days. */
async function passDays(days: number) {
  for (let day = 0; day < days; day += 1) {
    story.pass(86_400);
    await clearUnreferenced(context(), storage, (words) => said.push(words));
  }
}
/** Stores a file without a row. */
async function strayFile(key = `kept/institutes/1/${randomUUID()}.pdf`) {
  await storage.write(key, 'application/pdf', pdfOf(1));
  return key;
}
/** Inserts the row of a recorded file. */
async function insertRow(storage_key: string) {
  await story.database.pool.query(
    `insert into stored_files (institute_id, user_id, storage_key, file_name, extension, status, bytes, sha256, created_at, recorded_at)
     select m.institute_id, m.user_id, $2, 'a.pdf', 'pdf', 'STORED', 1, '\\x00', now(), now() from memberships m where m.user_id = $1`,
    [student.id, storage_key],
  );
}
const isThere = async (key: string) => (await storage.find(key)) !== undefined;

test('a file without a row is listed, and deleted after 30 days without a row', async () => {
  const key = await strayFile();
  await passDays(30);
  expect(await isThere(key)).toBe(true);
  expect(said.at(-1)).toMatch(/^Files without a row: 1 of 1 kB, the first seen on \d{4}-\d\d-\d\d\.$/);
  await passDays(1);
  expect(await isThere(key)).toBe(false);
  expect(said.at(-1)).toBe('Files without a row that were deleted after 30 days: 1.');
});

test('files that are being uploaded, are recorded, or belong to applications stay', async () => {
  student.token = await story.tokenOf(student.id);
  const { presigned_aws_data } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(1));
  const expected = String(presigned_aws_data.url_fields['key']);
  const recorded = await strayFile();
  await insertRow(recorded);
  // The file is moved, but its row is not updated yet.
  const { presigned_aws_data: other } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  const moved = await strayFile(keptKeyOf(String(other.url_fields['key'])));
  const { id } = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
  await sendParts(student, id, pdfOf(1).subarray(0, 10), [1]);
  await placeDemoLetters(context(), storage);
  const resumes: string[] = [];
  for await (const page of storage.list('resumes/')) resumes.push(...page.map(({ key }) => key));
  expect(resumes).toHaveLength(1);
  await passDays(40);
  for (const key of [expected, recorded, moved, ...resumes]) expect(await isThere(key), key).toBe(true);
  student.token = await story.tokenOf(student.id);
  expect((await student.call(getUploadParts, { id })).arrived).toEqual([1]);
});

test('an upload in parts without a row is aborted, and a file that a form stores a second time is deleted', async () => {
  student.token = await story.tokenOf(student.id);
  const upload_id = await storage.beginParts(`institutes/1/${randomUUID()}.pdf`, 'application/pdf');
  const again = await strayFile(`institutes/1/${randomUUID()}.pdf`);
  await insertRow(keptKeyOf(again));
  await passDays(31);
  expect(await isThere(again)).toBe(false);
  for await (const page of storage.listUploads('institutes/')) expect(page.map((each) => each.upload_id)).not.toContain(upload_id);
});

test('an object that the server has not made is never deleted', async () => {
  const others = ['institutes/1/notes.pdf', 'backups/one.pdf', 'institutes/brand/logo.png', 'kept/one.pdf'];
  for (const key of others) await strayFile(key);
  await passDays(40);
  for (const key of others) expect(await isThere(key), key).toBe(true);
});

test('after the database is restored from a backup without rows of newer files, the 30 days start again', async () => {
  const key = await strayFile();
  await passDays(25);
  const { rows } = await story.database.pool.query<{ mark: string }>('select mark from storage_passes');
  await passDays(5);
  // In the backup of five days ago the file is listed as 25 days old.
  await story.database.pool.query('update storage_passes set mark = $1', [rows[0]?.mark]);
  await passDays(30);
  expect(await isThere(key)).toBe(true);
  expect(said.filter((words) => words.includes('start again'))).toHaveLength(1);
  await passDays(1);
  expect(await isThere(key)).toBe(false);
});

test('a file is kept if a more complete backup restores its row', async () => {
  const key = await strayFile();
  await passDays(29);
  await insertRow(key);
  await passDays(10);
  expect(await isThere(key)).toBe(true);
});

test('a clock that is 40 days ahead for one pass deletes nothing', async () => {
  const key = await strayFile();
  await passDays(1);
  const ahead = { ...context(), now: new Date(story.now.getTime() + 40 * 86_400_000) };
  await clearUnreferenced(ahead, storage, () => {});
  expect(await isThere(key)).toBe(true);
});

test('two installations that share a bucket by mistake delete none of each other’s files', async () => {
  const key = await strayFile();
  for (let day = 0; day < 40; day += 1) {
    // The other installation leaves its mark after each pass.
    await passDays(1);
    await storage.write('passes/unreferenced-files', 'text/plain', Buffer.from(randomUUID()));
  }
  expect(await isThere(key)).toBe(true);
});
