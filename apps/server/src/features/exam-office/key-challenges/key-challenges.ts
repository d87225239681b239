import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import {
  CHALLENGE_LENGTH,
  type challengeKey as challengeKeyCall,
  type getKeyChallenge,
  MOST_CHALLENGES,
} from '@abhyas/contract/exam-office/key-challenges';
import { Problem } from '@abhyas/contract/problem';
import { mayReveal } from '@abhyas/exam/tests/reveal';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { findQuestions, papersByQuestion, passagesOf, shownQuestion } from '../../bank/questions/questions.ts';
import { textsIn } from '../../bank/translated-texts/translated-texts.ts';
import { keysOf } from '../key-corrections/key-corrections.ts';
import { shownWindow } from './challenged-keys.ts';
import * as store from './key-challenges.store.ts';

/** The window of a paper, for the report of a student who sat it; null if its keys were never open for challenges. */
export async function challengeWindowOf(context: Context, paper_id: number) {
  const window = await store.findWindow(context, paper_id);
  return window === undefined ? null : shownWindow(window);
}

/**
 * The questions whose provisional keys a student may see: as if the paper were published, so that running shifts, and other tests with the
 * question, still withhold it.
 */
async function provisional(context: Context, student_id: number, paper_id: number, ids: readonly number[]): Promise<Set<number>> {
  const papersOf = await papersByQuestion(context, [student_id], ids);
  const published = (id: number) =>
    papersOf(student_id, id).map((paper) =>
      paper.paper_id === paper_id ? { ...paper, allows_review: true, results_published: true } : paper,
    );
  return new Set(ids.filter((id) => mayReveal(published(id), context.now.getTime())));
}

/** Whether the student could read a key of these questions because the keys of the paper are open for challenges. */
export async function seesProvisionalKey(context: Context, student_id: number, paper_id: number, ids: readonly number[]): Promise<boolean> {
  if ((await store.findWindow(context, paper_id)) === undefined) return false;
  return (await provisional(context, student_id, paper_id, ids)).size > 0;
}

/** The paper and its window, for a student who finished it. Throws `not_found`, and `not_possible` if it has no window. */
async function satPaper(context: Context, student: Pick<Student, 'id' | 'institute_id'>, paper_id: number) {
  const paper = await store.findSatPaper(context, student.id, student.institute_id, paper_id);
  if (!paper) throw new Problem('not_found');
  const window = await store.findWindow(context, paper_id);
  if (!window) throw new Problem('not_possible', say`The keys of this test are not open for challenges.`);
  return { ...paper, window };
}

/** The student's answers beside the keys of a paper, with the student's challenges and, once the keys are final, the decisions. */
export async function responseSheet(
  context: Context,
  student: Student,
  { id: paper_id, language }: Input<typeof getKeyChallenge>,
): Promise<Answer<typeof getKeyChallenge>> {
  const { name, session_id, window } = await satPaper(context, student, paper_id);
  const sheet = await store.findSheet(context, student.id, session_id, paper_id);
  const ids = sheet.map(({ question_id }) => question_id);
  const rows = await findQuestions(context, ids);
  const shown = await provisional(context, student.id, paper_id, ids);
  const decisions = window.final_at === null ? null : await store.findDecisions(context, paper_id);
  const comprehension_questions = await passagesOf(context, rows.values());
  const questions = sheet.flatMap(({ question_id, position, responses, rich_response, correction, claim, answer, reason, made_at }) => {
    const row = rows.get(question_id);
    if (!row) return [];
    const isShown = shown.has(question_id);
    const decision = decisions?.get(question_id);
    return [
      {
        question: shownQuestion(row, position, null),
        responses: responses ?? [],
        rich_response,
        accepted_answers: isShown ? row.accepted_answers : null,
        precision: row.precision,
        correction: isShown ? correction : null,
        challenge: claim === null || reason === null || made_at === null ? null : { claim, answer, reason, made_at: made_at.toISOString() },
        decision: isShown && decision && claim !== null ? { is_changed: decision.is_changed, reason: decision.reason } : null,
      },
    ];
  });
  const texts = await textsIn(
    context,
    language,
    questions.map(({ question }) => question),
    comprehension_questions,
  );
  return { name, window: shownWindow(window), is_open: window.closes_at > context.now, questions, comprehension_questions, ...texts };
}

const over = say`The time for challenges is over.`.text;

/** Stores a challenge of a key that the student sees. Throws `not_found` and `not_possible`. */
export async function challengeKey(
  context: Context,
  student: Pick<Student, 'id' | 'institute_id'>,
  paper_id: number,
  { question_id, claim, answer, reason }: Omit<Input<typeof challengeKeyCall>, 'id'>,
) {
  const { session_id } = await satPaper(context, student, paper_id);
  const question =
    (await store.isInPaper(context, paper_id, question_id)) && (await findQuestions(context, [question_id])).get(question_id);
  if (!question) throw new Problem('not_found');
  if (!(await provisional(context, student.id, paper_id, [question_id])).has(question_id))
    throw new Problem('not_possible', say`Another test keeps the answer of this question secret, so it cannot be challenged yet.`);
  if ((claim === 'other_answer') !== (answer !== undefined))
    throw new Problem('invalid_input', claim === 'other_answer' ? say`Say which answer is right.` : say`Only another answer is named.`);
  const text = reason.trim();
  // Characters and not code units, as the database counts.
  if (Array.from(text).length < CHALLENGE_LENGTH.least)
    throw new Problem('invalid_input', say`Give your reason in at least ${CHALLENGE_LENGTH.least} characters.`);
  const [named = null] = answer === undefined ? [] : keysOf(question, [answer]);
  return inTransaction(context, async (within) => {
    await store.lockAttempt(within, student.id, session_id);
    if ((await store.countOthers(within, student.id, paper_id, question_id)) >= MOST_CHALLENGES)
      throw new Problem('not_possible', say`You can challenge at most ${MOST_CHALLENGES} keys of a test.`);
    if (!(await store.upsertChallenge(within, { student_id: student.id, paper_id, question_id, claim, answer: named, reason: text })))
      throw new Problem('not_possible', over);
    return { success: true as const };
  });
}

export async function withdrawChallenge(context: Context, student: Student, paper_id: number, question_id: number) {
  const { window } = await satPaper(context, student, paper_id);
  if (window.closes_at <= context.now || window.final_at !== null) throw new Problem('not_possible', over);
  if (!(await store.deleteChallenge(context, student.id, paper_id, question_id))) throw new Problem('not_found');
  return { success: true as const };
}

export { keepKey, openChallenges, publishFinalKeys } from './challenged-keys.ts';
export const { upsertChallenge, upsertWindows } = store;
