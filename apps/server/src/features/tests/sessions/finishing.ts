import { GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { mostClockErrorMs } from '../../../jobs/clock-watch.ts';
import { forgetMarks, holdMarks, type Marked, type SessionKey, shareMarks, writeMarks } from '../marking/marking.ts';
import { contentOf, warmContent } from '../papers/papers.ts';
import * as store from './finishing.store.ts';
import { acceptLateOfSessions } from './late-answers.ts';

const sessionsAtOnce = 100;
const beforeTheFirst: SessionKey = { student_id: 0, id: 0 };
/** A self-paced test that nobody has opened for thirty days is over. */
const endOfTests: store.EndOfTests = { grace: GRACE_SECONDS, abandoned: 30 * 24 * 3600 };

/**
 * Ends tests of one paper and marks each once; a session that has ended meanwhile is skipped. The end of a test that is handed in within
 * the grace period, or ended by the clock, is its deadline; without a deadline it is the last report of the device. Returns the tests that
 * ended here.
 */
export async function finishTests(
  context: Context,
  paper_id: number,
  keys: readonly SessionKey[],
  by: 'student' | 'clock',
): Promise<Map<number, Marked<store.OpenSession>>> {
  await warmContent(context, paper_id);
  return inTransaction(context, async (within) => {
    // Waits for a running correction of a key, which would otherwise miss these marks.
    await shareMarks(within, paper_id);
    const open = await store.lockOpen(within, keys, by, GRACE_SECONDS);
    const [first] = open;
    if (!first) return new Map();
    const content = await contentOf(within, { id: paper_id, version: first.version });
    return writeMarks(within, content, open, true, ({ deadline, time_reported_at, began_at }) => ({
      at: deadline && deadline < within.now ? deadline : by === 'clock' ? (time_reported_at ?? began_at) : within.now,
      by,
    }));
  });
}

/**
 * Reopens tests that the clock has ended, if the extra seconds would have kept them running, in the caller's transaction. Reopens no test
 * whose keys may have been seen. The caller then adds the time. Returns the number of reopened tests.
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
 * Reopens, in the caller's transaction, tests of a paper that a process with a wrong clock ended within the span: later answers count,
 * scores are deleted, and deadlines move by the lost time. Reopens no test that the student ended or that was over, and none once keys may
 * have been seen. Returns the reopened tests.
 */
export async function reopenWronglyEnded(
  context: Context,
  paper: { id: number; results_published_at: Date | null; allows_review: boolean },
  span: store.Span,
): Promise<(SessionKey & { deadline: Date | null })[]> {
  if (paper.results_published_at !== null || paper.allows_review) return [];
  await holdMarks(context, [paper.id]);
  // Even a process whose clock counts as correct may have ended a test too early, by up to the tolerance.
  const grace = endOfTests.grace - mostClockErrorMs / 1000;
  const ended = await store.lockWronglyEnded(context, paper.id, span, { ...endOfTests, grace });
  await acceptLateOfSessions(context, paper.id, ended);
  const reopened = await store.reopenWithLostTime(context, ended);
  await forgetMarks(context, paper.id, reopened);
  return reopened;
}

/**
 * Ends every test that is over: past its deadline and grace period, in a closed self-paced paper, or abandoned. Any number of processes may
 * do this at once. A test that cannot be ended does not block others. Returns the number of tests that were due; throws the failures at the
 * end.
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
