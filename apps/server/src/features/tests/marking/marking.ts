import { type MarkedPaper, markPaper, totalOf } from '@abhyas/exam/tests/paper-marks';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { contentOf, type PaperContent, type PaperVersion, presentContent } from '../papers/papers.ts';
import * as store from './marking.store.ts';
import { deleteScores, findDuePapers, findFinishedPapers, noteScored, writeScores } from './scores.store.ts';

export type SessionKey = store.SessionKey;
export { totalSubject } from './scores.store.ts';

const sessionsAtOnce = 100;
const beforeTheFirst: SessionKey = { student_id: 0, id: 0 };

/** Marks each session from its responses, by the rules of `packages/exam`. */
export async function markSessions(
  context: Context,
  { sections, questions }: PaperContent,
  sessions: readonly SessionKey[],
): Promise<Map<number, MarkedPaper>> {
  const answersBySession = new Map(sessions.map(({ id }) => [id, new Map<number, store.AnswerRow>()]));
  for (const row of await store.findAnswers(context, sessions)) answersBySession.get(row.session_id)?.set(row.question_id, row);
  return new Map([...answersBySession].map(([id, answers]) => [id, markPaper(sections, questions, answers)]));
}

/** The marks of a session among those of `markSessions`. */
export function marksIn(marks: ReadonlyMap<number, MarkedPaper>, id: number): MarkedPaper {
  const marked = marks.get(id);
  if (!marked) throw new Error(`Session ${id} was not marked`);
  return marked;
}

/** The present marks of one session. */
export const markSession = async (context: Context, paper: PaperVersion, session: SessionKey): Promise<MarkedPaper> =>
  marksIn(await markSessions(context, await contentOf(context, paper), [session]), session.id);

/** A session as it is stored after its marking. */
export interface Marked<S> {
  session: S & store.StoredEnd;
  marks: MarkedPaper;
  paper: PaperContent['paper'];
}

/**
 * Marks sessions of a paper, and stores scores, results and how each ended. The caller has locked the sessions, which are either all under
 * way or all finished. Returns them by session.
 */
export async function writeMarks<S extends SessionKey>(
  context: Context,
  content: PaperContent,
  sessions: readonly S[],
  wereUnderWay: boolean,
  endOf: (session: S) => { at: Date; by: 'student' | 'clock' },
): Promise<Map<number, Marked<S>>> {
  const { paper } = content;
  const marks = await markSessions(context, content, sessions);
  const marked = sessions.map((session) => {
    const { student_id, id } = session;
    const own = marksIn(marks, id);
    const total = totalOf(own);
    const { at, by } = endOf(session);
    return {
      student_id,
      id,
      finished_at: at,
      finished_by: by,
      total_score: total.score,
      max_score: total.max_score,
      is_over_limit: own.is_over_limit,
      questions: own.questions,
    };
  });
  const ends = await store.writeMarked(context, marked);
  const stored = sessions.flatMap((session) => {
    const end = ends.get(session.id);
    return end ? [{ session: { ...session, ...end }, marks: marksIn(marks, session.id), paper }] : [];
  });
  await writeScores(
    context,
    paper.id,
    stored.map(({ session: { student_id, id, is_ranked }, marks: { reports } }) => ({ student_id, id, is_ranked, reports })),
    wereUnderWay,
  );
  return new Map(stored.map((each) => [each.session.id, each]));
}

/**
 * Waits until a running re-marking of the paper ends, and blocks new ones until this transaction ends. Several callers can hold this shared
 * lock together.
 */
export const shareMarks = (context: Context, paper_id: number): Promise<void> => store.holdMarks(context, paper_id, false);

/** Locks the marking of these papers until the transaction ends. Must be called before any session is locked. */
export async function holdMarks(context: Context, paper_ids: readonly number[]): Promise<void> {
  for (const id of paper_ids.toSorted((a, b) => a - b)) await store.holdMarks(context, id, true);
}

/**
 * Marks the finished sessions of a paper again, of one student or of all: a key was corrected, late answers were accepted, or scores are
 * rebuilt. The caller's transaction has locked the marking of the paper. Returns the number of marked sessions.
 */
export async function markAgain(context: Context, paper_id: number, student_id: number | null = null): Promise<number> {
  const content = await presentContent(context, paper_id);
  let count = 0;
  let last = beforeTheFirst;
  for (;;) {
    const sessions = await store.lockFinished(context, paper_id, student_id, last, sessionsAtOnce);
    await writeMarks(context, content, sessions, false, ({ finished_at, finished_by }) => ({
      at: finished_at ?? context.now,
      by: finished_by === 'clock' ? 'clock' : 'student',
    }));
    count += sessions.length;
    last = sessions.at(-1) ?? last;
    if (sessions.length < sessionsAtOnce) return count;
  }
}

/** Deletes the scores of sessions that are reopened. */
export const forgetMarks = (context: Context, paper_id: number, sessions: readonly SessionKey[]): Promise<void> =>
  writeScores(
    context,
    paper_id,
    sessions.map(({ student_id, id }) => ({ student_id, id, is_ranked: false, reports: [] })),
    false,
  );

/** Computes the scores of a paper and their counts again from the responses. The result changes only if they were wrong. */
export async function rebuildScores(context: Context, paper_id: number): Promise<number> {
  return inTransaction(context, async (within) => {
    await holdMarks(within, [paper_id]);
    await deleteScores(within, paper_id);
    await noteScored(within, paper_id);
    return markAgain(within, paper_id);
  });
}

/** Computes the scores that an upgrade has left to do, paper by paper, so that an interrupted start continues with the next paper. */
export async function rebuildDueScores(context: Context, report: (line: string) => void): Promise<void> {
  const papers = await findDuePapers(context);
  if (papers.length > 0) report(`Computing the scores of ${papers.length} papers again, which the upgrade asks for …`);
  for (const paper_id of papers) await rebuildScores(context, paper_id);
}

/** Computes the scores of every paper again, each in its own transaction. Returns the number of marked sessions. */
export async function rebuildAllScores(context: Context): Promise<number> {
  let count = 0;
  for (const paper_id of await findFinishedPapers(context)) count += await rebuildScores(context, paper_id);
  return count;
}
