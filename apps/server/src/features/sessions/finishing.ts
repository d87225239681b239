import { GRACE_SECONDS } from '@abhyas/exam/clock';
import { type MarkedPaper, markPaper } from '@abhyas/exam/paper-marks';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { contentOf, type PaperContent, type PaperVersion, presentContent, warmContent } from '../papers/papers.ts';
import * as store from './finishing.store.ts';
import type { SessionRow } from './sessions.store.ts';

const sessionsAtOnce = 100;
const beforeTheFirst: store.SessionKey = { student_id: 0, id: 0 };
/** A self-paced test that nobody has opened for thirty days is over. */
const endOfTests: store.EndOfTests = { grace: GRACE_SECONDS, abandoned: 30 * 24 * 3600 };

/** Marks each session from its responses: what `packages/exam` makes of them. */
async function marksOf(
  context: Context,
  { sections, questions }: PaperContent,
  sessions: readonly store.SessionKey[],
): Promise<Map<number, MarkedPaper>> {
  const answersBySession = new Map(sessions.map(({ id }) => [id, new Map<number, store.AnswerRow>()]));
  for (const row of await store.findAnswers(context, sessions)) answersBySession.get(row.session_id)?.set(row.question_id, row);
  return new Map([...answersBySession].map(([id, answers]) => [id, markPaper(sections, questions, answers)]));
}

function marksIn(marks: ReadonlyMap<number, MarkedPaper>, id: number): MarkedPaper {
  const marked = marks.get(id);
  if (!marked) throw new Error(`Session ${id} was not marked`);
  return marked;
}

/** The marks of one session as they stand now. */
export const markSession = async (context: Context, paper: PaperVersion, session: store.SessionKey): Promise<MarkedPaper> =>
  marksIn(await marksOf(context, await contentOf(context, paper), [session]), session.id);

async function write(
  context: Context,
  paper_id: number,
  sessions: readonly SessionRow[],
  endOf: (session: SessionRow) => { at: Date; by: 'student' | 'clock' },
) {
  const marks = await marksOf(context, await presentContent(context, paper_id), sessions);
  const marked = sessions.map((session) => {
    const { student_id, id } = session;
    const { questions, reports, is_over_limit } = marksIn(marks, id);
    const total = reports.at(-1);
    if (!total) throw new Error(`The marks of session ${id} have no total`);
    const { at, by } = endOf(session);
    return {
      student_id,
      id,
      finished_at: at,
      finished_by: by,
      total_score: total.score,
      max_score: total.max_score,
      is_over_limit,
      questions,
    };
  });
  await store.writeMarked(context, marked);
}

/**
 * Ends tests of one paper and marks them, each once: a session that has ended meanwhile is passed over. A test handed in within the grace
 * period, or ended by the clock, ended at its deadline; one without a deadline when it was last heard of.
 */
export async function finishTests(
  context: Context,
  paper_id: number,
  keys: readonly store.SessionKey[],
  by: 'student' | 'clock',
): Promise<void> {
  await warmContent(context, paper_id);
  await inTransaction(context, async (within) => {
    // A key that is being corrected is waited for: these marks would come too late to be corrected, and too early to know the new key.
    await store.holdMarks(within, paper_id, false);
    const open = await store.lockOpen(within, keys, by, GRACE_SECONDS);
    if (open.length === 0) return;
    await write(within, paper_id, open, ({ deadline, time_reported_at, began_at }) => ({
      at: deadline && deadline < within.now ? deadline : by === 'clock' ? (time_reported_at ?? began_at) : within.now,
      by,
    }));
  });
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

/** Lets nobody else mark these papers until the transaction ends. Taken before any session is held. */
export async function holdMarks(context: Context, paper_ids: readonly number[]): Promise<void> {
  for (const id of paper_ids.toSorted((a, b) => a - b)) await store.holdMarks(context, id, true);
}

/**
 * Marks finished sessions of a paper again, of one student or of all, after a key was corrected or late answers were accepted, within the
 * transaction that holds the paper's marks. Ranks follow from the scores. Returns how many were marked.
 */
export async function markAgain(context: Context, paper_id: number, student_id: number | null = null): Promise<number> {
  let count = 0;
  let last = beforeTheFirst;
  for (;;) {
    const sessions = await store.lockFinished(context, paper_id, student_id, last, sessionsAtOnce);
    await write(context, paper_id, sessions, ({ finished_at, finished_by }) => ({
      at: finished_at ?? context.now,
      by: finished_by === 'clock' ? 'clock' : 'student',
    }));
    count += sessions.length;
    last = sessions.at(-1) ?? last;
    if (sessions.length < sessionsAtOnce) return count;
  }
}
