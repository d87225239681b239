import { getCandidate, removePhoto, setPhoto } from '@abhyas/contract/institute/candidates';
import { removePerson } from '@abhyas/contract/institute/people';
import { getSignedUrl } from '@abhyas/contract/institute/stored-files';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sendForm } from '../../../testing/files.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let asha: Visitor & { id: number };

/** A JPEG with a place in its metadata. */
const photo = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 18]),
  Buffer.from('Exif GPS 12.97 N', 'latin1'),
  Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
]);

async function upload(by: Visitor, bytes = photo): Promise<string> {
  const { presigned_aws_data, file_url } = await by.call(getSignedUrl, { file_extension: 'jpg' });
  await sendForm(by, presigned_aws_data, bytes);
  return file_url;
}

/** The status of a download, and its bytes. */
async function download(by: Visitor, url: string) {
  const led = await by.send({ method: 'GET', url });
  const { location } = led.headers;
  return typeof location === 'string' ? by.send({ method: 'GET', url: location }) : led;
}

beforeAll(async () => {
  await story.database.db.insertInto('institutes').values({ code: 'college', name: 'College' }).execute();
});

beforeEach(async () => {
  asha = await story.student({ institute: 'school' });
});

test('a photograph is stored without its metadata, and only its student and staff of the institute open it', async () => {
  const { photo_url } = await asha.call(setPhoto, { photo_url: await upload(asha) });
  const own = await download(asha, photo_url ?? '');
  expect([own.statusCode, own.rawPayload.includes('GPS')]).toEqual([200, false]);
  for (const role of ['invigilator', 'teacher'] as const)
    expect((await download(await story.staff('school', role), photo_url ?? '')).statusCode).toBe(200);
  for (const other of [
    await story.student({ institute: 'school' }),
    await story.student(),
    await story.staff('school', 'guardian'),
    await story.staff('school', 'content_editor'),
    await story.staff('college', 'owner'),
    story.visitor(),
  ])
    expect((await download(other, photo_url ?? '')).statusCode).toBeGreaterThanOrEqual(401);
});

test('a new photograph replaces the earlier one, and both are deleted when the student removes it', async () => {
  const first = await asha.call(setPhoto, { photo_url: await upload(asha) });
  expect(await asha.call(setPhoto, { photo_url: first.photo_url ?? '' })).toEqual(first);
  const second = await asha.call(setPhoto, { photo_url: await upload(asha) });
  expect((await download(asha, first.photo_url ?? '')).statusCode).toBe(404);
  await asha.call(removePhoto, {});
  expect((await asha.call(getCandidate, {})).photo_url).toBeNull();
  expect((await download(asha, second.photo_url ?? '')).statusCode).toBe(404);
});

test('no row refers to the photograph once the institute has removed the student', async () => {
  const leaver = await story.student({ institute: 'school' });
  await leaver.call(setPhoto, { photo_url: await upload(leaver) });
  const { db } = story.database;
  const named = () => db.selectFrom('memberships').where('user_id', '=', leaver.id).select(['id', 'photo_id']).executeTakeFirstOrThrow();
  await (await story.staff('school', 'owner')).call(removePerson, { id: (await named()).id, reason: 'Left the school.' });
  expect((await named()).photo_id).toBeNull();
});

test('a photograph of somebody else, another file, no photograph, and a photograph of a student without an institute are refused', async () => {
  const ben = await story.student({ institute: 'school' });
  await expect(asha.call(setPhoto, { photo_url: await upload(ben) })).rejects.toMatchObject({ code: 'not_found' });
  await expect(asha.call(setPhoto, { photo_url: await upload(asha, photo.subarray(0, 20)) })).rejects.toMatchObject({
    code: 'refused_file',
  });
  const alone = await story.student();
  expect(await alone.call(getCandidate, {})).toEqual({ roll_number: null, photo_url: null, can_have_photo: false });
  await expect(alone.call(setPhoto, { photo_url: '/api/institutes/1/get_file' })).rejects.toMatchObject({ code: 'not_possible' });
});
