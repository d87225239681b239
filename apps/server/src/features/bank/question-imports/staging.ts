// Contents: reading a file into rows · checking rows
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import { type importFormats, MOST_IMPORTED, MOST_IMPORTED_EMBEDDED } from '@abhyas/contract/bank/question-imports';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { findFile } from '../../institute/stored-files/stored-files.ts';
import type { ImportThreads } from './import-thread.ts';
import type { StagedBatch } from './import-worker.ts';
import { mapKnownTopics } from './import-topics.ts';
import { type ImportRecord, refreshCounts, updateImport } from './question-imports.store.ts';
import * as store from './staging.store.ts';

const mostOpenMs = 120_000;
const mostBatchMs = 120_000;
const mostCheckMs = 60_000;
/** For a question alone, after its batch took too long. */
const mostAloneMs = 5000;
const checkedAtOnce = 100;
/** For one file in all, so that the files of other institutes come to their turn. */
const mostReadingMs = 15 * 60_000;
const mostCheckingMs = 30 * 60_000;
const mostFileNotices = 100;
const keptThreadRows = 1000;

/** A file that could not be read. The sentence is shown with the import. */
const failed = (words: string) => ({ state: 'failed' as const, reason: words, done_count: 0, worked_at: null, attempt_count: 0 });

/** Runs the work with a copy of the uploaded file on disk, which unpacking reads at random places. */
async function withFile<T>(context: StaffContext, storage: Storage, record: ImportRecord, work: (path: string) => Promise<T>): Promise<T> {
  const file = record.stored_file_id === null ? undefined : await findFile(context, record.institute_id, record.stored_file_id);
  if (!file) throw new Problem('not_possible', 'The uploaded file is no longer stored. Upload it again.');
  const folder = await mkdtemp(join(tmpdir(), 'abhyas-import-'));
  try {
    const path = join(folder, 'file');
    await pipeline(await storage.read(file.storage_key), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The time that is left for a file. Throws `not_possible` once it is used up. */
function timeFor(mostMs: number): () => number {
  const began = performance.now();
  return () => {
    const left = mostMs - (performance.now() - began);
    if (left > 0) return left;
    throw new Problem('not_possible', 'This file takes too long to read. Split it into smaller files.');
  };
}

async function stage(context: StaffContext, record: ImportRecord, threads: ImportThreads, left: () => number): Promise<number | null> {
  const notices: StagedBatch['file_notices'] = [];
  let count = 0;
  for (let isLast = false; !isLast; ) {
    const batch = (await threads.ask({ next: true }, Math.min(mostBatchMs, left()))) as StagedBatch;
    ({ isLast } = batch);
    notices.push(...batch.file_notices.slice(0, mostFileNotices - notices.length));
    const isGoingOn = await inTransaction(context, async (within) => {
      if (!(await store.noteProgress(within, record, count + batch.items.length))) return false;
      await store.insertPictures(within, record.id, batch.pictures);
      if (batch.items.length > 0) await store.insertRows(within, record.id, count + 1, batch.items);
      return true;
    });
    if (!isGoingOn) return null;
    count += batch.items.length;
  }
  await updateImport(context, record.id, { file_notices: notices });
  return count;
}

/** Stages the questions of a file as rows. A file that cannot be read leaves the reason. */
export async function readFile(
  context: StaffContext,
  {
    storage,
    isEmbedded,
    threads,
    mostMs = mostReadingMs,
  }: { storage: Storage; isEmbedded: boolean; threads: ImportThreads; mostMs?: number },
  record: ImportRecord,
): Promise<void> {
  const left = timeFor(mostMs);
  try {
    await inTransaction(context, (within) => store.clearRows(within, record.id));
    const count = await withFile(context, storage, record, async (path) => {
      const format = record.format as (typeof importFormats)[number] | null;
      const most = isEmbedded ? MOST_IMPORTED_EMBEDDED : MOST_IMPORTED;
      const request = { path, file_name: record.file_name, format, defaults: record.defaults, most };
      const opened = await threads.ask({ open: request }, Math.min(mostOpenMs, left()));
      if ('format' in opened) await updateImport(context, record.id, { format: opened.format });
      return stage(context, record, threads, left);
    });
    // The memory that a large file took is not kept for the checks.
    if (count === null || count > keptThreadRows) await threads.drop();
    if (count === null) return;
    const change =
      count === 0
        ? failed('No question was found in this file. Choose another format, or compare the file with the examples.')
        : { state: 'checking' as const, reason: null, row_count: count, done_count: 0, worked_at: null, attempt_count: 0 };
    await updateImport(context, record.id, change);
  } catch (error) {
    await threads.drop();
    await giveUp(context, record, error);
  }
}

/** Ends an import with the sentence of a Problem; throws any other error. */
async function giveUp(context: StaffContext, record: ImportRecord, error: unknown): Promise<void> {
  if (!(error instanceof Problem)) throw error;
  await inTransaction(context, async (within) => {
    await store.clearRows(within, record.id);
    await updateImport(within, record.id, failed(error.message));
  });
}

/** The faults of each question. If some text takes too long, the questions are checked one by one to find which. */
async function faultsOfEach(
  threads: ImportThreads,
  rows: Awaited<ReturnType<typeof store.findUnchecked>>,
  left: () => number,
): Promise<{ number: number; faults: readonly QuestionFault[] }[]> {
  const limit = left();
  try {
    const faults = (await threads.ask(
      { check: rows.map(({ content }) => content) },
      Math.min(rows.length === 1 ? mostAloneMs : mostCheckMs, limit),
    )) as QuestionFault[][];
    return rows.map(({ number }, at) => ({ number, faults: faults[at] ?? [] }));
  } catch (error) {
    await threads.drop();
    if (!(error instanceof Problem)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only) {
      const what = 'This text takes too long to typeset. Split its formulas';
      return [{ number: only.number, faults: [{ path: ['text'], what }] }];
    }
    const checked: { number: number; faults: readonly QuestionFault[] }[] = [];
    for (const row of rows) checked.push(...(await faultsOfEach(threads, [row], left)));
    return checked;
  }
}

/**
 * Checks the staged questions as the editor does, maps the topics that are known, and finds texts that the file or the bank already has.
 */
export async function checkRows(
  context: StaffContext,
  { threads, mostMs = mostCheckingMs }: { threads: ImportThreads; mostMs?: number },
  record: ImportRecord,
): Promise<void> {
  const time = timeFor(mostMs);
  let left = await store.countUnchecked(context, record.id);
  for (;;) {
    const rows = await store.findUnchecked(context, record.id, checkedAtOnce);
    if (rows.length === 0) break;
    let faults: Awaited<ReturnType<typeof faultsOfEach>>;
    try {
      faults = await faultsOfEach(threads, rows, time);
    } catch (error) {
      return giveUp(context, record, error);
    }
    left -= rows.length;
    const isGoingOn = await inTransaction(context, async (within) => {
      if (!(await store.noteProgress(within, record, Math.max(0, record.row_count - left)))) return false;
      await store.setFaults(within, record.id, faults);
      return true;
    });
    if (!isGoingOn) return;
  }
  await inTransaction(context, async (within) => {
    if (!(await store.noteProgress(within, record, record.row_count))) return;
    await mapKnownTopics(within, record.id);
    await store.findSame(within, record.id);
    await updateImport(within, record.id, { state: 'ready', worked_at: null, attempt_count: 0 });
    await refreshCounts(within, record.id);
  });
}
