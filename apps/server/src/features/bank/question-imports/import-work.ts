// Contents: work on imports · clearing
import type { Context, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { removeFile } from '../../institute/stored-files/stored-files.ts';
import { ImportThreads } from './import-thread.ts';
import { commitRows, undoRows } from './committing.ts';
import { type ImportRecord, updateImport } from './question-imports.store.ts';
import { checkRows, readFile } from './staging.ts';
import * as store from './staging.store.ts';

export const workJobName = 'work-on-question-imports';

interface Parts {
  storage: Storage;
  isEmbedded: boolean;
  waitsForTests: boolean;
  /** The most that reading, and then checking, one file may take, in ms. */
  mostMs?: number;
}

const mostAttempts = 3;
const clearedAtOnce = 50;
/** How long the uploaded file is kept, so that it can be read again as another format. */
const fileHoursMs = 24 * 3_600_000;

const staffOf = (context: Context, { institute_id, worked_for, worked_as }: ImportRecord): StaffContext => ({
  ...context,
  actor: { user_id: worked_for, role: worked_as, institute_id, reason: null },
});

/** The end of work that failed again and again: rows that were staged can still be used. */
const givenUp = (state: ImportRecord['state']) => ({
  state: state === 'reading' ? ('failed' as const) : ('ready' as const),
  reason: 'The work stopped again and again without a known reason. Try again, or ask the operator to look at the log.',
  done_count: 0,
  worked_at: null,
  attempt_count: 0,
});

async function workOn(
  context: StaffContext,
  { waitsForTests, ...parts }: Parts & { threads: ImportThreads },
  record: ImportRecord,
): Promise<boolean> {
  if (record.attempt_count > mostAttempts) {
    await updateImport(context, record.id, givenUp(record.state));
    return true;
  }
  if (waitsForTests && (await store.isTestRunning(context))) {
    await store.setWaiting(context, record.id);
    return false;
  }
  if (record.state === 'reading') await readFile(context, parts, record);
  else if (record.state === 'checking') await checkRows(context, parts, record);
  else if (record.state === 'committing') await commitRows(context, record);
  else await undoRows(context, record);
  return true;
}

let isWorking = false;

/** Works on imports until nothing is left, on one at a time in this process, so that its memory stays bounded. */
export async function workOnImports(context: Context, parts: Parts): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  const threads = new ImportThreads();
  try {
    for (let record = await store.takeWork(context); record; record = await store.takeWork(context))
      if (!(await workOn(staffOf(context, record), { ...parts, threads }, record))) return;
  } finally {
    isWorking = false;
    await threads.drop();
  }
}

/** Deletes the rows of imports that are older than they are kept, and uploaded files a day after they were sent. */
export async function clearImports(context: Context, storage: Storage): Promise<void> {
  const dropFile = async (record: ImportRecord) => {
    if (record.stored_file_id !== null) await removeFile(context, storage, record.institute_id, record.stored_file_id);
  };
  for (const record of await store.findWithFile(context, new Date(context.now.getTime() - fileHoursMs), clearedAtOnce))
    await dropFile(record);
  for (const record of await store.findExpired(context, clearedAtOnce)) {
    await dropFile(record);
    await inTransaction(staffOf(context, record), async (within) => {
      await store.clearRows(within, record.id);
      await updateImport(within, record.id, { state: 'expired' });
    });
  }
}
