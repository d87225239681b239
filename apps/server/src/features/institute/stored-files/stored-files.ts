// Contents: the day's limits of bytes · signing and beginning uploads · parts · recording · downloads · deleting abandoned uploads
import { say, type Sentence } from '@abhyas/exam/institute/sentence';
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Problem } from '@abhyas/contract/problem';
import { type FileExtension, fileKindOf, isContentOf, MOST_FILE_BYTES, mediaTypes } from '@abhyas/exam/institute/file-kinds';
import { budgets as limits, endOf } from '../../../budgets/budgets.ts';
import type { Context, Person, SignedInContext, StudentContext } from '../../../context.ts';
import { Redirect } from '../../../http/serve.ts';
import { keptKeyOf, partBytes, PartsFault, type Storage, type StoredPart } from '../../../integrations/storage/storage.ts';
import { type FileContent, readContent } from './file-content.ts';
import { withoutMetadata } from './jpeg.ts';
import * as store from './stored-files.store.ts';

/** The most uploads that a person may have open at once; abandoned ones are deleted after a day. */
const mostExpected = 200;
const abandonedAfterMs = 24 * 3_600_000;
const abandonedAtOnce = 200;

/** The address that names a file in calls, and downloads it. */
export const fileUrlOf = (id: number): string => `/api/institutes/${id}/get_file`;

const idOf = (file_url: string): number => Number(/\/(\d+)\/get_file$/.exec(file_url)?.[1] ?? 0);

/** The institute whose files the person handles. Throws `not_allowed` for a person without an institute. */
function instituteOf({ institute_id }: Person): number {
  if (institute_id === null) throw new Problem('not_allowed');
  return institute_id;
}

interface Announced {
  file_extension: FileExtension;
  file_name?: string;
  /** The announced size; a file without one counts as the largest. */
  bytes?: number;
}

/** A person who wants to store bytes, and whether the bytes are accepted even beyond the daily limits. */
interface Sender {
  person: Person;
  budget: 'student_bytes' | 'staff_bytes';
  isAwaited: () => Promise<boolean>;
}

/** The student as the sender of files; the answer sheet of a running paper test may always be sent. */
export const studentOf = (context: StudentContext, isAwaited: (context: Context, person: Person) => Promise<boolean>): Sender => ({
  person: context.student,
  budget: 'student_bytes',
  isAwaited: () => isAwaited(context, context.student),
});
export const memberOf = ({ caller }: SignedInContext): Sender => ({ person: caller, budget: 'staff_bytes', isAwaited: async () => false });

const timeInIndia = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/**
 * Counts bytes against the day's limits of the person and the institute. Throws `too_many_requests`, with the time at which the limits are
 * renewed.
 */
async function takeBytes(
  { budgets, now }: SignedInContext,
  { person, budget, isAwaited }: Sender,
  { bytes = MOST_FILE_BYTES }: Announced,
): Promise<void> {
  const institute = `institute ${instituteOf(person)}`;
  const kilobytes = Math.ceil(bytes / 1024);
  const isLeft = budgets.take(budget, person.id, kilobytes);
  if ((isLeft && budgets.take('institute_bytes', institute, kilobytes)) || (await isAwaited())) return;
  const name = isLeft ? 'institute_bytes' : budget;
  const most = `${limits[name].most / 1024 / 1024} GB`;
  const again = timeInIndia.format(endOf(name, now.getTime()));
  throw new Problem(
    'too_many_requests',
    isLeft
      ? say`Your institute has sent the ${most} of files that a day allows. Send more files from ${again} on.`
      : say`You have sent the ${most} of files that a day allows. Send more files from ${again} on.`,
  );
}

const keyOf = (institute_id: number, extension: string) => `institutes/${institute_id}/${randomUUID()}.${extension}`;

/** Runs before anything is made in the storage, so that a refusal leaves nothing there. Throws `too_many_requests`. */
async function requireRoom(context: SignedInContext, sender: Sender, announced: Announced): Promise<void> {
  if ((await store.countExpected(context, sender.person.id)) >= mostExpected)
    throw new Problem('too_many_requests', say`You have begun too many uploads. Try again tomorrow.`);
  await takeBytes(context, sender, announced);
}

async function insert(
  context: Context,
  person: Person,
  { file_extension, file_name }: Announced,
  parts?: { key: string; upload_id: string; bytes: number },
) {
  const institute_id = instituteOf(person);
  const storage_key = parts?.key ?? keyOf(institute_id, file_extension);
  const id = await store.insertFile(context, {
    institute_id,
    user_id: person.id,
    storage_key,
    file_name: file_name ?? `file.${file_extension}`,
    extension: file_extension,
    upload_id: parts?.upload_id ?? null,
    announced_bytes: parts?.bytes ?? null,
    created_at: context.now,
  });
  return { id, storage_key };
}

/** A signed form for one file of the person, with the address that names the file. */
export async function signUpload(context: SignedInContext, storage: Storage, sender: Sender, announced: Announced) {
  await requireRoom(context, sender, announced);
  const { id, storage_key } = await insert(context, sender.person, announced);
  const rule = { key: storage_key, media_type: mediaTypes[announced.file_extension], most_bytes: announced.bytes ?? MOST_FILE_BYTES };
  return { presigned_aws_data: storage.signForm(rule, context.now), file_url: fileUrlOf(id) };
}

const partCountOf = (bytes: number) => Math.ceil(bytes / partBytes);

export async function beginParts(context: SignedInContext, storage: Storage, sender: Sender, announced: Announced & { bytes: number }) {
  const { person } = sender;
  await requireRoom(context, sender, announced);
  const key = keyOf(instituteOf(person), announced.file_extension);
  const upload_id = await storage.beginParts(key, mediaTypes[announced.file_extension]);
  const { id } = await insert(context, person, announced, { key, upload_id, bytes: announced.bytes });
  return { id, file_url: fileUrlOf(id), part_bytes: partBytes, part_count: partCountOf(announced.bytes) };
}

/** A file of the person in their present institute. Throws `not_found`. */
async function ownFile(context: Context, person: Person, id: number): Promise<store.StoredFile> {
  const file = person.institute_id === null ? undefined : await store.findFile(context, person.institute_id, id);
  if (file?.user_id !== person.id) throw new Problem('not_found');
  return file;
}

/** Numbers of the parts of an upload that have arrived completely. */
async function arrivedParts(
  storage: Storage,
  { storage_key, upload_id, announced_bytes }: { storage_key: string; upload_id: string; announced_bytes: number },
): Promise<StoredPart[]> {
  const last = partCountOf(announced_bytes);
  const sizeOf = (number: number) => (number < last ? partBytes : announced_bytes - (last - 1) * partBytes);
  const found = await storage.listParts(storage_key, upload_id);
  return found.filter(({ number, bytes }) => number <= last && bytes === sizeOf(number));
}

/** Whether the parts are a file already: by another call, or by a server that stopped before it could record that. */
const areJoined = async (storage: Storage, { storage_key, announced_bytes }: store.StoredFile) =>
  (await storage.find(storage_key))?.bytes === announced_bytes;

/** Numbers of the parts that have arrived completely, and addresses for the others. */
export async function partsOf(context: Context, storage: Storage, person: Person, id: number) {
  const file = await ownFile(context, person, id);
  const { storage_key, upload_id, announced_bytes } = file;
  if (upload_id === null || announced_bytes === null) return { part_bytes: partBytes, arrived: [], missing: [] };
  const numbers = Array.from({ length: partCountOf(announced_bytes) }, (_, at) => at + 1);
  const found = (await arrivedParts(storage, { storage_key, upload_id, announced_bytes })).map(({ number }) => number);
  const arrived = found.length === 0 && (await areJoined(storage, file)) ? numbers : found;
  const absent = numbers.filter((number) => !arrived.includes(number));
  const missing = absent.map(async (number) => ({ number, url: await storage.signPart(storage_key, upload_id, number, context.now) }));
  return { part_bytes: partBytes, arrived, missing: await Promise.all(missing) };
}

/** Throws `not_possible` if a part is missing or is replaced meanwhile. */
async function join(storage: Storage, file: store.StoredFile, upload_id: string, announced_bytes: number): Promise<void> {
  const { storage_key } = file;
  const parts = await arrivedParts(storage, { storage_key, upload_id, announced_bytes });
  const missing = partCountOf(announced_bytes) - parts.length;
  if (missing > 0 && (await areJoined(storage, file))) return;
  if (missing > 0) throw new Problem('not_possible', say`${missing} parts of the file have not arrived yet.`);
  try {
    await storage.finishParts(storage_key, upload_id, parts);
  } catch (error) {
    if (!(error instanceof PartsFault)) throw error;
    if (await areJoined(storage, file)) return;
    throw new Problem('not_possible', say`A part of the file was sent again while the parts were joined. Finish the upload again.`);
  }
}

/** Joins the parts to the file. Throws `not_possible` if a part is missing or is replaced meanwhile. */
export async function finishParts(context: Context, storage: Storage, person: Person, id: number) {
  const file = await ownFile(context, person, id);
  const { upload_id, announced_bytes } = file;
  if (upload_id !== null && announced_bytes !== null) {
    await join(storage, file, upload_id, announced_bytes);
    await store.updateFile(context, id, { upload_id: null });
  }
  return { success: true as const, file_url: fileUrlOf(id) };
}

async function forget(context: Context, storage: Storage, { id, storage_key, upload_id }: store.StoredFile): Promise<void> {
  if (upload_id !== null) await storage.abortParts(storage_key, upload_id);
  await storage.remove(storage_key);
  await storage.remove(keptKeyOf(storage_key));
  await store.deleteFile(context, id);
}

/** Deletes an upload that has not been recorded; a recorded file stays. */
export async function cancel(context: Context, storage: Storage, person: Person, id: number) {
  const file = await ownFile(context, person, id);
  if (file.status === 'EXPECTED') await forget(context, storage, file);
  return { success: true as const };
}

/** Moves an uploaded file to a key that no form can write, and reads it. Throws `not_possible` for a file that has not arrived. */
async function readArrived(storage: Storage, { storage_key, upload_id }: store.StoredFile): Promise<FileContent> {
  const kept = keptKeyOf(storage_key);
  const isKept = (await storage.find(kept)) !== undefined;
  if (!isKept && upload_id === null && (await storage.find(storage_key))) await storage.move(storage_key, kept);
  else if (!isKept) throw new Problem('not_possible', say`The file has not arrived. Send it again.`);
  return readContent(await storage.read(kept));
}

/** Files that are being read, by id: calls that arrive meanwhile share the reading. */
const readings = new Map<number, Promise<FileContent>>();

function readShared(storage: Storage, file: store.StoredFile): Promise<FileContent> {
  const earlier = readings.get(file.id);
  if (earlier) return earlier;
  const reading = readArrived(storage, file).finally(() => readings.delete(file.id));
  readings.set(file.id, reading);
  return reading;
}

const tooLarge = (mostBytes: number) => say`File should be less than ${mostBytes / 1024 / 1024} MB.`;

/** The sentence that refuses an uploaded file; null if the file is good. */
function faultOf(extension: FileExtension, content: FileContent, mostBytes: number): Sentence | null {
  if (content.bytes > mostBytes) return tooLarge(mostBytes);
  if (!isContentOf(extension, content.head))
    return say`This is not a .${extension} file. Choose the file again, or save it in another format.`;
  if (content.hasMacros) return say`This document contains macros. Save it without them, or as a PDF.`;
  return null;
}

/** Refuses an uploaded file that is too large before it is read, where less is allowed than the storage takes. */
async function requireSize(context: Context, storage: Storage, file: store.StoredFile, mostBytes: number): Promise<void> {
  if (mostBytes >= MOST_FILE_BYTES) return;
  const found = await storage.find(file.storage_key);
  if (!found || found.bytes <= mostBytes) return;
  await storage.remove(file.storage_key);
  await store.updateFile(context, file.id, { status: 'REFUSED' });
  throw new Problem('refused_file', tooLarge(mostBytes));
}

/**
 * Records an uploaded file of the person after checking its size, content and hash, once. Throws `not_found` for files of others,
 * `not_possible` for one that has not arrived, and `refused_file` for one that does not match its extension.
 */
export async function recordFile(
  context: Context,
  storage: Storage,
  person: Person,
  file_url: string,
  extensions: readonly string[],
  mostBytes = MOST_FILE_BYTES,
): Promise<store.StoredFile> {
  const file = await ownFile(context, person, idOf(file_url));
  if (!extensions.includes(file.extension)) throw new Problem('refused_file', say`A .${file.extension} file cannot be taken here.`);
  if (file.status === 'REFUSED') throw new Problem('refused_file');
  if (file.status !== 'EXPECTED') return file;
  await requireSize(context, storage, file, mostBytes);
  const content = await readShared(storage, file);
  const storage_key = keptKeyOf(file.storage_key);
  const fault = faultOf(file.extension as FileExtension, content, mostBytes);
  if (fault !== null) {
    await storage.remove(storage_key);
    await store.updateFile(context, file.id, { status: 'REFUSED' });
    throw new Problem('refused_file', fault);
  }
  const pages = fileKindOf(file.extension) === 'Image' ? 1 : file.extension === 'pdf' ? content.pdfPages : null;
  const change = { status: 'STORED', storage_key, bytes: content.bytes, sha256: content.sha256, pages, recorded_at: context.now } as const;
  await store.updateFile(context, file.id, change);
  return { ...file, ...change };
}

/** Records an uploaded file as `recordFile`, of at most `most` bytes. Throws `refused_file` for a larger one. */
export async function recordSmallFile(
  context: Context,
  storage: Storage,
  person: Person,
  file_url: string,
  { extensions, most }: { extensions: readonly string[]; most: number },
): Promise<store.StoredFile> {
  const file = await recordFile(context, storage, person, file_url, extensions, most);
  if ((file.bytes ?? 0) > most) throw new Problem('refused_file', say`A file here may have ${most / 1024 / 1024} MB at most.`);
  return file;
}

/**
 * Records an uploaded JPEG that nothing else names, and removes from it the place, the device and the time that a camera writes into it.
 * Throws the errors of `recordSmallFile`.
 */
export async function recordPhoto(context: Context, storage: Storage, person: Person, file_url: string, most: number): Promise<number> {
  const { id, storage_key } = await recordSmallFile(context, storage, person, file_url, { extensions: ['jpg'], most });
  const bytes = await buffer(await storage.read(storage_key));
  const bare = (await store.isNamed(context, id)) ? null : withoutMetadata(bytes);
  if (bare === null) throw new Problem('refused_file', say`This photo cannot be read. Take it again.`);
  if (bare.length < bytes.length) {
    await storage.write(storage_key, mediaTypes.jpg, bare);
    await store.updateFile(context, id, { bytes: bare.length, sha256: createHash('sha256').update(bare).digest() });
  }
  return id;
}

/** Deletes those of the files that no row names any more. An object that the storage does not remove now is found as unreferenced later. */
export async function removeFiles(
  context: Context,
  storage: Storage,
  ids: readonly number[],
  report: (fault: string) => void,
): Promise<void> {
  for (const { storage_key } of await store.deleteFiles(context, ids))
    await storage.remove(storage_key).catch(() => report('A removed file stays in the storage until the pass over unreferenced files.'));
}

/** Redirects to the file in the storage. Throws `not_found` for a file that was not recorded. */
export async function leadToFile(
  context: Context,
  storage: Storage,
  { status, storage_key, file_name }: store.StoredFile,
): Promise<Redirect> {
  if (status !== 'STORED' && status !== 'CLEAN') throw new Problem('not_found');
  return new Redirect(await storage.signDownload(storage_key, file_name, context.now));
}

/** A file of the institute by its id, of any sender. */
export const { findFile } = store;

/** Deletes a file of the institute that is no longer needed. */
export async function removeFile(context: Context, storage: Storage, institute_id: number, id: number): Promise<void> {
  const file = await store.findFile(context, institute_id, id);
  if (file) await forget(context, storage, file);
}

/** Deletes uploads that were begun a day ago and never recorded. */
export async function clearAbandoned(context: Context, storage: Storage): Promise<void> {
  const before = new Date(context.now.getTime() - abandonedAfterMs);
  for (const file of await store.findAbandoned(context, before, abandonedAtOnce)) await forget(context, storage, file);
}
