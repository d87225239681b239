import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Context } from '../../../context.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import * as store from './unreferenced-files.store.ts';

const dayMs = 86_400_000;
/** A file without a row is deleted after this many days and this many passes, so that a single wrong clock deletes nothing. */
const days = 30;
const mostDeleted = 10_000;

/** Key of the mark in the storage that names the last pass. */
const markKey = 'passes/unreferenced-files';

/** Prefixes of people's files. Any other object of the bucket must not be deleted. */
const prefixes = ['institutes/', 'kept/institutes/', 'resumes/'];
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Keys that this server makes, and the temporary names that an interrupted write leaves in a folder. */
const ownKey = new RegExp(`^(?:(?:kept/)?institutes/\\d+|resumes)/(?:${uuid}|demo-[0-9a-f]{24})\\.[a-z0-9]{1,8}(?:\\.${uuid}\\.part)?$`);

async function* ownFiles(storage: Storage): AsyncGenerator<store.Stored[]> {
  for (const prefix of prefixes) {
    for await (const page of storage.list(prefix))
      yield page.flatMap(({ key, bytes }) => (ownKey.test(key) ? [{ key, upload_id: '', bytes }] : []));
  }
  for await (const page of storage.listUploads('institutes/'))
    yield page.flatMap((upload) => (upload.key === '' || ownKey.test(upload.key) ? [{ ...upload, bytes: 0 }] : []));
}

async function readMark(storage: Storage): Promise<string | null> {
  return (await storage.find(markKey)) ? text(await storage.read(markKey)) : null;
}

async function remove(storage: Storage, { key, upload_id }: store.Stored): Promise<void> {
  if (upload_id === '') await storage.remove(key);
  else await storage.abortParts(key, upload_id);
}

/**
 * Lists files of the storage without a row, and deletes those that had none for 30 days. If the storage's mark differs from the one in the
 * database, one of the two is from a backup or another installation, and the days start again.
 */
export async function clearUnreferenced(context: Context, storage: Storage, report: (words: string) => void): Promise<void> {
  const mark = await store.findMark(context);
  if (mark !== (await readMark(storage))) {
    await store.forgetAll(context);
    report('The file storage and the database have different marks: the days of files without a row start again.');
  }
  for await (const page of ownFiles(storage)) {
    const unnamed = page.length === 0 ? [] : await store.findUnnamed(context, page);
    if (unnamed.length > 0) await store.noteSeen(context, unnamed);
  }
  await store.forgetUnseen(context);
  const before = new Date(context.now.getTime() - days * dayMs);
  let deleted = 0;
  const due = await store.findDue(context, before, days, mostDeleted);
  // Checked again, because a backup may have restored the row since the file was listed.
  for (const file of due.length === 0 ? [] : await store.findUnnamed(context, due)) {
    await remove(storage, file);
    await store.forget(context, file);
    deleted += 1;
  }
  const next = randomUUID();
  await storage.write(markKey, 'text/plain', Buffer.from(next));
  await store.keepMark(context, next);
  const { count, bytes, first_seen_at } = await store.sumUp(context);
  if (deleted > 0) report(`Files without a row that were deleted after ${days} days: ${deleted}.`);
  if (first_seen_at)
    report(
      `Files without a row: ${count} of ${Math.ceil(bytes / 1024)} kB, the first seen on ${first_seen_at.toISOString().slice(0, 10)}.`,
    );
}
