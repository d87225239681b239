import { GRACE_SECONDS } from '@abhyas/exam/clock';
import { type MarkedPaper, markPaper } from '@abhyas/exam/paper-marks';
import { type Context, inTransaction } from '../../database/transaction.ts';
import { presentContent } from '../papers/papers.ts';
import * as store from './finishing.store.ts';

const sessionsAtOnce = 100;

/** Marks each session from its responses: what `packages/exam` makes of them. */
async function marksOf(context: Context, paper_id: number, sessions: readonly store.SessionKey[]): Promise<Map<number, MarkedPaper>> {
  const { sections, questions } = await presentContent(context, paper_id);
  const answersBySession = new Map(sessions.map(({ id }) => [id, new Map<number, store.AnswerRow>()]));
  for (const row of await store.findAnswers(context, sessions)) answersBySession.get(row.session_id)?.set(row.question_id, row);
  return new Map([...answersBySession].map(([id, answers]) => [id, markPaper(sections, questions, answers)]));
}

/** The marks of one session as they stand now. */
export async function markSession(context: Context, paper_id: number, session: store.SessionKey): Promise<MarkedPaper> {
  const marked = (await marksOf(context, paper_id, [session])).get(session.id);
  if (!marked) throw new Error(`Session ${session.id} was not marked`);
  return marked;
}

async function write(
  context: Context,
  paper_id: number,
  sessions: readonly store.SessionRow[],
  endOf: (session: store.SessionRow) => { at: Date; by: 'student' | 'clock' },
) {
  const marks = await marksOf(context, paper_id, sessions);
  const marked = sessions.flatMap((session) => {
    const { questions, reports, is_over_limit } = marks.get(session.id) ?? { questions: [], reports: [], is_over_limit: false };
    const total = reports.at(-1);
    const { at, by } = endOf(session);
    const { student_id, id } = session;
    return [
      {
        student_id,
        id,
        finished_at: at,
        finished_by: by,
        total_score: total?.score ?? 0,
        max_score: total?.max_score ?? 0,
        is_over_limit,
        questions,
      },
    ];
  });
  await store.writeMarked(context, marked);
}

/**
 * Ends tests of one paper and marks them, each once: a session that has ended meanwhile is passed over. A test handed in within the grace
 * period, or ended by the clock, ended at its deadline.
 */
export async function finishTests(
  context: Context,
  paper_id: number,
  keys: readonly store.SessionKey[],
  by: 'student' | 'clock',
): Promise<void> {
  await presentContent(context, paper_id);
  await inTransaction(context, async (within) => {
    const open = await store.lockOpen(within, keys);
    if (open.length === 0) return;
    await write(within, paper_id, open, ({ deadline, time_reported_at }) => ({
      at: deadline && deadline < within.now ? deadline : by === 'clock' ? (time_reported_at ?? within.now) : within.now,
      by,
    }));
  });
}

/** Ends every test that is past its deadline and grace. Any number of processes may do this at once. Returns how many were due. */
export async function endDueTests(context: Context): Promise<number> {
  let ended = 0;
  for (;;) {
    const due = await store.findDue(context, GRACE_SECONDS, sessionsAtOnce);
    const papers = new Set(due.map(({ paper_id }) => paper_id));
    for (const paper_id of papers) {
      if (paper_id === null) continue;
      const ofPaper = due.filter((session) => session.paper_id === paper_id);
      await finishTests(context, paper_id, ofPaper, 'clock');
    }
    ended += due.length;
    if (due.length < sessionsAtOnce) return ended;
  }
}

/** Marks every finished session of a paper again, after a key was corrected or late answers were accepted. Ranks follow from the scores. */
export async function markAgain(context: Context, paper_id: number): Promise<number> {
  let count = 0;
  let last: store.SessionKey = { student_id: 0, id: 0 };
  for (;;) {
    const page = await inTransaction(context, async (within) => {
      const sessions = await store.lockFinished(within, paper_id, last, sessionsAtOnce);
      if (sessions.length > 0)
        await write(within, paper_id, sessions, ({ finished_at, finished_by }) => ({
          at: finished_at ?? within.now,
          by: finished_by === 'clock' ? 'clock' : 'student',
        }));
      return sessions;
    });
    count += page.length;
    last = page.at(-1) ?? last;
    if (page.length < sessionsAtOnce) return count;
  }
}
