import { type MarkedPaper, markPaper } from '@abhyas/exam/tests/paper-marks';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { contentOf, type PaperContent, type PaperVersion, presentContent } from '../papers/papers.ts';
import * as store from './marking.store.ts';
import { deleteScores, findDuePapers, findFinishedPapers, noteScored, writeScores } from './scores.store.ts';

export type SessionKey = store.SessionKey;

const sessionsAtOnce = 100;
const beforeTheFirst: SessionKey = { student_id: 0, id: 0 };

/** Marks each session from its responses: what `packages/exam` makes of them. */
async function marksOf(
  context: Context,
  { sections, questions }: PaperContent,
  sessions: readonly SessionKey[],
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
export const markSession = async (context: Context, paper: PaperVersion, session: SessionKey): Promise<MarkedPaper> =>
  marksIn(await marksOf(context, await contentOf(context, paper), [session]), session.id);

/** Marks sessions of a paper and stores scores, results and how each ended. The caller holds the sessions. Returns the marks by session. */
export async function writeMarks<S extends SessionKey>(
  context: Context,
  paper_id: number,
  sessions: readonly S[],
  endOf: (session: S) => { at: Date; by: 'student' | 'clock' },
): Promise<Map<number, MarkedPaper>> {
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
  const ranked = await store.writeMarked(context, marked);
  await writeScores(
    context,
    paper_id,
    marked.map(({ student_id, id }) => ({ student_id, id, is_ranked: ranked.has(id), reports: marksIn(marks, id).reports })),
  );
  return marks;
}

/** Waits for a key that is being corrected, and keeps corrections of this paper's keys waiting until the transaction ends. */
export const shareMarks = (context: Context, paper_id: number): Promise<void> => store.holdMarks(context, paper_id, false);

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
    await writeMarks(context, paper_id, sessions, ({ finished_at, finished_by }) => ({
      at: finished_at ?? context.now,
      by: finished_by === 'clock' ? 'clock' : 'student',
    }));
    count += sessions.length;
    last = sessions.at(-1) ?? last;
    if (sessions.length < sessionsAtOnce) return count;
  }
}

/** Takes the scores of sessions back, which go on. */
export const forgetMarks = (context: Context, paper_id: number, sessions: readonly SessionKey[]): Promise<void> =>
  writeScores(
    context,
    paper_id,
    sessions.map(({ student_id, id }) => ({ student_id, id, is_ranked: false, reports: [] })),
  );

/** Writes the scores of a paper and their counts again from the responses; it comes to the same unless something was amiss. */
export async function rebuildScores(context: Context, paper_id: number): Promise<number> {
  return inTransaction(context, async (within) => {
    await holdMarks(within, [paper_id]);
    await deleteScores(within, paper_id);
    await noteScored(within, paper_id);
    return markAgain(within, paper_id);
  });
}

/** Computes the scores that an upgrade left to be computed, a paper at a time, so that a start that was broken off goes on where it was. */
export async function rebuildDueScores(context: Context, report: (line: string) => void): Promise<void> {
  const papers = await findDuePapers(context);
  if (papers.length > 0) report(`Computing the scores of ${papers.length} papers again, which the upgrade asks for …`);
  for (const paper_id of papers) await rebuildScores(context, paper_id);
}

/** The same for every paper, each in a transaction of its own. Returns how many sessions were marked. */
export async function rebuildAllScores(context: Context): Promise<number> {
  let count = 0;
  for (const paper_id of await findFinishedPapers(context)) count += await rebuildScores(context, paper_id);
  return count;
}
