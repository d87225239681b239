import { GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import type { MarkedPaper } from '@abhyas/exam/tests/paper-marks';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { forgetMarks, type SessionKey, shareMarks, writeMarks } from '../marking/marking.ts';
import { warmContent } from '../papers/papers.ts';
import * as store from './finishing.store.ts';

const sessionsAtOnce = 100;
const beforeTheFirst: SessionKey = { student_id: 0, id: 0 };
/** A self-paced test that nobody has opened for thirty days is over. */
const endOfTests: store.EndOfTests = { grace: GRACE_SECONDS, abandoned: 30 * 24 * 3600 };

/**
 * Ends tests of one paper and marks them, each once: a session that has ended meanwhile is passed over. A test handed in within the grace
 * period, or ended by the clock, ended at its deadline; one without a deadline when it was last heard of. Returns the marks of those it ended.
 */
export async function finishTests(
  context: Context,
  paper_id: number,
  keys: readonly SessionKey[],
  by: 'student' | 'clock',
): Promise<Map<number, MarkedPaper>> {
  await warmContent(context, paper_id);
  return inTransaction(context, async (within) => {
    // A key that is being corrected is waited for: these marks would come too late to be corrected, and too early to know the new key.
    await shareMarks(within, paper_id);
    const open = await store.lockOpen(within, keys, by, GRACE_SECONDS);
    if (open.length === 0) return new Map();
    return writeMarks(within, paper_id, open, ({ deadline, time_reported_at, began_at }) => ({
      at: deadline && deadline < within.now ? deadline : by === 'clock' ? (time_reported_at ?? began_at) : within.now,
      by,
    }));
  });
}

/**
 * Reopens tests of the students that the clock has ended, where so many seconds more would have kept them running, in the caller's transaction.
 * None once their keys may have been seen. The caller then gives the time. Returns how many.
 */
export async function reopenTests(
  context: Context,
  paper: { id: number; results_published_at: Date | null; allows_review: boolean },
  student_ids: readonly number[],
  seconds: number,
): Promise<number> {
  if (paper.results_published_at !== null || paper.allows_review) return 0;
  await shareMarks(context, paper.id);
  const reopened = await store.reopen(context, paper.id, student_ids, seconds);
  await forgetMarks(context, paper.id, reopened);
  return reopened.length;
}

/**
 * Ends every test that is over: past its deadline and grace, of a self-paced paper that has closed, or abandoned. Any number of processes may
 * do this at once. What cannot be ended keeps no other open. Returns how many were due; throws at the end what failed.
 */
export async function endDueTests(context: Context): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  let last = beforeTheFirst;
  for (;;) {
    const due = await store.findDue(context, endOfTests, last, sessionsAtOnce);
    for (const paper_id of new Set(due.map((session) => session.paper_id))) {
      const ofPaper = due.filter((session) => session.paper_id === paper_id);
      await finishTests(context, paper_id, ofPaper, 'clock').catch((error: unknown) => failures.push(error));
    }
    count += due.length;
    last = due.at(-1) ?? last;
    if (due.length < sessionsAtOnce) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `Tests of ${failures.length} papers could not be ended`);
  return count;
}
