// Contents: by a form · in parts · refusals · ownership · abandoned uploads
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginUpload, cancelUpload, finishUpload, getFile, getSignedUrl, getUploadParts } from '@abhyas/contract/institute/stored-files';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { authenticate } from '../identity/identity.ts';
import { signInKeyOf } from '../../../http/token.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { partBytes } from '../../../integrations/storage/storage.ts';
import { pdfOf, sendForm, sendParts } from '../../../testing/files.ts';
import { boundlessBudgets, storySecret, tellStory, Visitor } from '../../../testing/story.ts';
import { clearAbandoned, recordFile } from './stored-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'stored-files-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ storage });
let student: Visitor & { id: number };

beforeAll(async () => {
  student = await story.student({ institute: 'school' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context = () => ({ db: story.database.db, now: story.now, random: Math.random });

/** Records the file as a call that names it does. */
async function record(by: Visitor & { id: number }, file_url: string, extensions: readonly string[] = ['pdf', 'docx', 'png']) {
  const key = signInKeyOf(by.token ?? '');
  const person = key && (await authenticate(context(), key));
  if (!person) throw new Error('Nobody is signed in');
  return recordFile(context(), storage, person, file_url, extensions);
}

const downloadOf = async (by: Visitor, file_url: string) => {
  const led = await by.send({ method: 'GET', url: file_url });
  return led.statusCode === 302 ? by.send({ method: 'GET', url: String(led.headers.location) }) : led;
};

test('a file is sent by a signed form, is recorded with size, hash and pages, and downloads under its name', async () => {
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf', file_name: 'Sheet 1.pdf' });
  expect((await downloadOf(student, file_url)).statusCode).toBe(404);
  expect((await sendForm(student, presigned_aws_data, pdfOf(3))).statusCode).toBe(204);
  expect(await record(student, file_url)).toMatchObject({ status: 'STORED', bytes: pdfOf(3).length, pages: 3 });
  const file = await downloadOf(student, file_url);
  expect(file.rawPayload).toEqual(pdfOf(3));
  expect(file.headers['content-disposition']).toContain('filename="Sheet 1.pdf"');
  expect(file.headers['x-content-type-options']).toBe('nosniff');
});

test('a recorded file never changes: its upload form accepts nothing more', async () => {
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(1));
  const first = await record(student, file_url);
  expect((await sendForm(student, presigned_aws_data, pdfOf(2))).statusCode).toBe(403);
  expect(await storage.find(first.storage_key.replace(/^kept\//, ''))).toBeUndefined();
  expect(await record(student, file_url)).toEqual({ ...first, sha256: expect.any(Buffer) });
  expect((await downloadOf(student, file_url)).rawPayload).toEqual(pdfOf(1));
});

test('a file sent by a form that was already used never replaces the recorded file', async () => {
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(1));
  const { id, storage_key: kept } = await record(student, file_url);
  // As at S3, where a form stays valid: this process has read the row before the other one recorded the file.
  const storage_key = kept.replace(/^kept\//, '');
  await storage.write(storage_key, 'application/pdf', pdfOf(2));
  await story.database.db
    .updateTable('stored_files')
    .set({ status: 'EXPECTED', storage_key, recorded_at: null })
    .where('id', '=', id)
    .execute();
  expect(await record(student, file_url)).toMatchObject({ pages: 1 });
  expect((await downloadOf(student, file_url)).rawPayload).toEqual(pdfOf(1));
});

test('a file that many calls record at once is never read twice at the same time', async () => {
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(2));
  const readFile = storage.read.bind(storage);
  let [running, most] = [0, 0];
  const read = vi.spyOn(storage, 'read').mockImplementation((key) => {
    running += 1;
    most = Math.max(most, running);
    return readFile(key).finally(() => (running -= 1));
  });
  const files = await Promise.all(Array.from({ length: 15 }, () => record(student, file_url)));
  read.mockRestore();
  expect(most).toBe(1);
  expect(new Set(files.map(({ pages }) => pages))).toEqual(new Set([2]));
});

describe('an upload in parts', () => {
  const whole = Buffer.concat([pdfOf(1), Buffer.alloc(partBytes, ' '), Buffer.from('%%EOF')]);

  test('continues after an interruption with the missing parts, and makes one file', async () => {
    const { id, file_url, part_count } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    expect(part_count).toBe(2);
    await sendParts(student, id, whole, [2]);
    const { arrived, missing } = await student.call(getUploadParts, { id });
    expect([arrived, missing.map(({ number }) => number)]).toEqual([[2], [1]]);
    await expect(student.call(finishUpload, { id })).rejects.toMatchObject({
      code: 'not_possible',
      message: '1 parts of the file have not arrived yet.',
    });
    await expect(record(student, file_url)).rejects.toMatchObject({ code: 'not_possible' });
    await sendParts(student, id, whole, [1]);
    await student.call(finishUpload, { id });
    await student.call(finishUpload, { id });
    expect(await record(student, file_url)).toMatchObject({ bytes: whole.length, pages: 1 });
    expect((await downloadOf(student, file_url)).rawPayload.equals(whole)).toBe(true);
  });

  test('refuses a part that arrives after its end, with a message', async () => {
    const { id } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    const [first] = (await student.call(getUploadParts, { id })).missing;
    await sendParts(student, id, whole, [1, 2]);
    await student.call(finishUpload, { id });
    const headers = { 'content-type': 'application/octet-stream' };
    const late = await student.send({ method: 'PUT', url: first?.url ?? '', payload: Buffer.alloc(partBytes), headers });
    expect(late.json()).toMatchObject({ code: 'not_allowed', message: 'This upload is over.' });
  });

  test('still lists a part as missing if the part is shorter than announced', async () => {
    const { id } = await student.call(beginUpload, { file_extension: 'pdf', bytes: 2 * partBytes });
    await sendParts(student, id, whole.subarray(0, partBytes + 5), [1, 2]);
    expect((await student.call(getUploadParts, { id })).missing.map(({ number }) => number)).toEqual([2]);
  });

  test('cannot be finished while the file that was sent is larger than announced', async () => {
    const { id, file_url } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    await sendParts(student, id, Buffer.concat([whole, Buffer.from('more')]), [1, 2]);
    expect((await student.call(getUploadParts, { id })).missing.map(({ number }) => number)).toEqual([2]);
    await expect(student.call(finishUpload, { id })).rejects.toMatchObject({ code: 'not_possible' });
    await expect(record(student, file_url)).rejects.toMatchObject({ code: 'not_possible' });
    await sendParts(student, id, whole, [2]);
    await student.call(finishUpload, { id });
    expect(await record(student, file_url)).toMatchObject({ bytes: whole.length });
  });

  test.each([
    ['a larger one', Buffer.concat([whole, Buffer.from('more')])],
    ['another one of its size', Buffer.alloc(whole.length, 'x')],
  ])('is refused if one of its parts is replaced by %s while they are joined, and can be finished afterwards', async (_what, other) => {
    const { id, file_url } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    await sendParts(student, id, whole.subarray(0, partBytes), [1]);
    const { url = '' } = (await student.call(getUploadParts, { id })).missing[0] ?? {};
    const sendLast = (file: Buffer) =>
      student.send({
        method: 'PUT',
        url,
        payload: file.subarray(partBytes),
        headers: { 'content-type': 'application/octet-stream' },
      });
    await sendLast(whole);
    const { finishParts } = storage;
    const joining = vi.spyOn(storage, 'finishParts').mockImplementationOnce(async (...args) => {
      await sendLast(other);
      return finishParts(...args);
    });
    await expect(student.call(finishUpload, { id })).rejects.toMatchObject({
      code: 'not_possible',
      message: 'A part of the file was sent again while the parts were joined. Finish the upload again.',
    });
    joining.mockRestore();
    await sendLast(whole);
    await student.call(finishUpload, { id });
    expect(await record(student, file_url)).toMatchObject({ bytes: whole.length });
  });

  test('continues if a server stopped after joining the parts and before recording that', async () => {
    const { id, file_url } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    await sendParts(student, id, whole, [1, 2]);
    const { storage_key, upload_id } = await story.database.db
      .selectFrom('stored_files')
      .where('id', '=', id)
      .select(['storage_key', 'upload_id'])
      .executeTakeFirstOrThrow();
    await storage.finishParts(storage_key, upload_id ?? '', await storage.listParts(storage_key, upload_id ?? ''));
    expect(await student.call(getUploadParts, { id })).toMatchObject({ arrived: [1, 2], missing: [] });
    await student.call(finishUpload, { id });
    expect(await record(student, file_url)).toMatchObject({ bytes: whole.length });
  });

  test('makes one file if several calls finish it at once, and none of them fails with 500', async () => {
    const { id, file_url } = await student.call(beginUpload, { file_extension: 'pdf', bytes: whole.length });
    await sendParts(student, id, whole, [1, 2]);
    const finish = () => student.call(finishUpload, { id }).catch((refusal: unknown) => refusal);
    for (const outcome of await Promise.all([finish(), finish(), finish()]))
      expect(outcome).toMatchObject(outcome instanceof Error ? { code: 'not_possible' } : { success: true });
    expect(await record(student, file_url)).toMatchObject({ bytes: whole.length });
  });

  test('can be cancelled, while a recorded file cannot', async () => {
    const { id } = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
    await student.call(cancelUpload, { id });
    await expect(student.call(getUploadParts, { id })).rejects.toMatchObject({ code: 'not_found' });
    const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
    await sendForm(student, presigned_aws_data, pdfOf(1));
    const recorded = await record(student, file_url);
    await student.call(cancelUpload, { id: recorded.id });
    expect((await downloadOf(student, file_url)).statusCode).toBe(200);
  });
});

describe('refused with a message', () => {
  const send = async (bytes: Buffer, file_extension: 'pdf' | 'docx' | 'png' = 'pdf') => {
    const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension });
    return { file_url, answer: await sendForm(student, presigned_aws_data, bytes) };
  };

  test('a program renamed to .pdf, which can then never be downloaded', async () => {
    const { file_url } = await send(Buffer.from('MZ program'));
    const words = 'This is not a .pdf file. Choose the file again, or save it in another format.';
    await expect(record(student, file_url)).rejects.toMatchObject({ code: 'refused_file', message: words });
    await expect(record(student, file_url)).rejects.toMatchObject({ code: 'refused_file' });
    expect((await downloadOf(student, file_url)).statusCode).toBe(404);
  });

  test('a document with macros whose extension is that of a document without macros', async () => {
    const { file_url } = await send(
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(70_000), Buffer.from('word/vbaProject.bin')]),
      'docx',
    );
    await expect(record(student, file_url)).rejects.toMatchObject({
      message: 'This document contains macros. Save it without them, or as a PDF.',
    });
  });

  test('an empty file', async () => {
    const { answer, file_url } = await send(Buffer.alloc(0));
    expect(answer.statusCode).toBe(413);
    await expect(record(student, file_url)).rejects.toMatchObject({ message: 'The file has not arrived. Send it again.' });
  });

  test('a kind of file that the call does not accept', async () => {
    const { file_url } = await send(pdfOf(1));
    await expect(record(student, file_url, ['png'])).rejects.toMatchObject({ message: 'A .pdf file cannot be taken here.' });
    const url = '/api/institutes/get_signed_url?file_extension=';
    for (const extension of ['svg', 'html', 'docm', 'exe'])
      expect((await student.send({ method: 'GET', url: url + extension })).statusCode).toBe(400);
  });

  test('more than 100 MB', async () => {
    const bytes = 100 * 1024 * 1024 + 1;
    await expect(student.call(beginUpload, { file_extension: 'pdf', bytes })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

test.each([
  ['institute_bytes', 'Your institute has sent the 200 GB of files that a day allows. Send more files from 05:30 on.'],
  ['student_bytes', 'You have sent the 4 GB of files that a day allows. Send more files from 05:30 on.'],
])('no file is accepted once %s are used up, neither by a form nor in parts', async (budget, message) => {
  const budgets = { ...boundlessBudgets, take: (name: string) => name !== budget };
  const app = await story.serverWith({}, { budgets });
  const sender = Object.assign(new Visitor(app), { token: student.token });
  const refusal = { code: 'too_many_requests', message };
  await expect(sender.call(getSignedUrl, { file_extension: 'pdf' })).rejects.toMatchObject(refusal);
  await expect(sender.call(beginUpload, { file_extension: 'pdf', bytes: 2 * partBytes })).rejects.toMatchObject(refusal);
  await app.close();
});

test('an upload belongs to its owner only', async () => {
  const { id, file_url } = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
  const other = await story.student({ institute: 'school' });
  for (const call of [getUploadParts, finishUpload, cancelUpload, getFile])
    await expect(other.call(call, { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(record(other, file_url)).rejects.toMatchObject({ code: 'not_found' });
  const alone = await story.student();
  await expect(alone.call(getSignedUrl, { file_extension: 'pdf' })).rejects.toMatchObject({ code: 'not_allowed' });
});

test('an abandoned upload is deleted after a day; younger and recorded ones stay', async () => {
  const old = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
  await sendParts(student, old.id, pdfOf(1).subarray(0, 10), [1]);
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(1));
  await record(student, file_url);
  story.pass(24 * 3600 + 1);
  student.token = await story.tokenOf(student.id);
  const young = await student.call(beginUpload, { file_extension: 'pdf', bytes: 10 });
  await clearAbandoned(context(), storage);
  await expect(student.call(getUploadParts, { id: old.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await student.call(getUploadParts, { id: young.id })).missing).toHaveLength(1);
  expect((await downloadOf(student, file_url)).statusCode).toBe(200);
});

test('the address of a download expires soon', async () => {
  const { presigned_aws_data, file_url } = await student.call(getSignedUrl, { file_extension: 'pdf' });
  await sendForm(student, presigned_aws_data, pdfOf(1));
  await record(student, file_url);
  const led = await student.send({ method: 'GET', url: file_url });
  expect(String(led.headers.location)).toMatch(/^\/api\/storage\/objects\/kept\//);
  story.pass(301);
  expect((await student.send({ method: 'GET', url: String(led.headers.location) })).statusCode).toBe(403);
});
