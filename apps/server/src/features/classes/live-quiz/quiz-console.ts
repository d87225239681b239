// Contents: the console · finding questions · running an act of the teacher · the acts
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { LOCK_COUNTDOWN_SECONDS } from '@abhyas/contract/classes/live-quiz';
import type { addTypedQuestion, findQuizQuestions, getQuizConsole, getQuizTally } from '@abhyas/contract/classes/quiz-console';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { quizQuestionState } from '@abhyas/exam/classes/live-quiz';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { announce } from '../../../database/announce.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { findQuestions, isOpenTo, revealedQuestion, servedInPractice } from '../../bank/questions/questions.ts';
import { bankOf, type QuizQuestionRow, quizQuestion, subjectOfQuiz } from './live-quiz.ts';
import { findQuestionsOf, findQuizOfMeeting } from './live-quiz.store.ts';
import * as store from './quiz-console.store.ts';

const noTally = [0, 0, 0, 0];

/** The quiz of a class for its teacher, with keys and counts. Throws `not_found`. */
export async function consoleOf(context: StaffContext, meeting_id: number): Promise<Answer<typeof getQuizConsole>> {
  const audience = await store.findAudience(context, meeting_id);
  if (!audience) throw new Problem('not_found');
  const { student_count, present_count } = audience;
  const quiz = await findQuizOfMeeting(context, meeting_id);
  const rows = quiz ? await findQuestionsOf(context, quiz.id) : [];
  const tallies = new Map(quiz ? (await store.countAnswers(context, quiz.id)).map((row) => [row.id, row]) : []);
  const bank = await bankOf(context, rows);
  // A question may have been put into a test after the quiz was made.
  const open = hasRight(context.actor.role, 'keys.read') ? null : await servedInPractice(context, null, [...bank.keys()]);
  const isRevealed = ({ question_id }: QuizQuestionRow) => question_id === null || open === null || open.has(question_id);
  return {
    quiz_id: quiz?.id ?? null,
    number: quiz?.number ?? 0,
    complete: quiz !== undefined && quiz.completed_at !== null,
    reveals: quiz?.reveals ?? 'at_verify',
    present_count,
    student_count,
    questions: rows.map((row, position) => ({
      ...quizQuestion(row, bank, position, isRevealed(row)),
      state: quizQuestionState(row, context.now),
      shown_at: row.shown_at?.toISOString() ?? null,
      locks_at: row.locks_at?.toISOString() ?? null,
      is_typed: row.question_id === null,
      tally: tallies.get(row.id)?.tally ?? noTally,
      late_count: tallies.get(row.id)?.late_count ?? 0,
      after_key_count: tallies.get(row.id)?.after_key_count ?? 0,
    })),
  };
}

export async function tallyOf(context: StaffContext, meeting_id: number): Promise<Answer<typeof getQuizTally>> {
  const audience = await store.findAudience(context, meeting_id);
  if (!audience) throw new Problem('not_found');
  const quiz = await findQuizOfMeeting(context, meeting_id);
  return {
    number: quiz?.number ?? 0,
    present_count: audience.present_count,
    tallies: quiz ? await store.countAnswers(context, quiz.id) : [],
  };
}

/** Questions for a quiz. Questions of a future or running test are left out, since the quiz would reveal their keys. */
export async function quizQuestions(
  context: StaffContext,
  { chapter_id, text = '' }: Input<typeof findQuizQuestions>,
): Promise<Answer<typeof findQuizQuestions>> {
  const chapters = await store.findChapters(context);
  if (chapter_id !== undefined && !chapters.some(({ id }) => id === chapter_id)) throw new Problem('not_found');
  const isAsked = chapter_id !== undefined || text.trim().length > 2;
  const ids = isAsked ? await store.findCandidates(context, { chapter_id: chapter_id ?? null, text: text.trim() || null }) : [];
  const open = await servedInPractice(context, null, ids);
  const rows = await findQuestions(context, ids);
  const questions = ids.flatMap((id) => (open.has(id) ? (rows.get(id) ?? []) : []));
  return { chapters, questions: questions.map((row, position) => revealedQuestion(row, position, null)) };
}

interface Act {
  meeting_id: number;
  /** The number of the state that the teacher saw. */
  number: number;
  what: string;
}

/**
 * Runs one act of the teacher: raises the number, changes the quiz, writes the log and announces the state, all or nothing. If two
 * consoles act at once, the second is refused with `quiz_moved_on`, since the number has changed. Throws `not_found` outside the institute.
 */
async function act(
  context: StaffContext,
  { meeting_id, number, what }: Act,
  work: (within: StaffContext, quiz_id: number) => Promise<object>,
): Promise<{ success: true; number: number }> {
  return inTransaction(context, async (within) => {
    const quiz_id = await store.raiseNumber(within, meeting_id, number);
    if (quiz_id === undefined) {
      const quiz = (await store.findAudience(within, meeting_id)) && (await findQuizOfMeeting(within, meeting_id));
      throw new Problem(quiz ? 'quiz_moved_on' : 'not_found');
    }
    const after = await work(within, quiz_id);
    await writeAudit(within, { what: `quiz.${what}`, object_type: 'live_quiz', object_id: quiz_id, after });
    await announce(within, subjectOfQuiz(quiz_id));
    return { success: true, number: number + 1 };
  });
}

/** An act on a question of the quiz. Throws `not_found` for another question, and the errors of `work`. */
const actOnQuestion = (
  context: StaffContext,
  by: Act & { question_id: number },
  work: (within: StaffContext, question: QuizQuestionRow) => Promise<object | void>,
) =>
  act(context, by, async (within, quiz_id) => {
    const question = await store.findQuestion(within, quiz_id, by.question_id);
    if (!question) throw new Problem('not_found');
    const more = await work(within, question);
    return { question_id: question.id, ...more };
  });

async function refuseComplete(context: StaffContext, meeting_id: number): Promise<void> {
  const quiz = await findQuizOfMeeting(context, meeting_id);
  if (quiz?.completed_at) throw new Problem('not_possible', 'This quiz is complete.');
}

/** Adds a question to the quiz of a class, which is created first if the class has none. */
async function addQuestion(
  context: StaffContext,
  { id, number }: { id: number; number: number },
  check: (within: StaffContext, quiz_id: number) => Promise<Parameters<typeof store.insertQuestion>[2]>,
) {
  return inTransaction(context, async (within) => {
    const audience = await store.findAudience(within, id);
    if (!audience) throw new Problem('not_found');
    if (audience.status === 'CANCELLED') throw new Problem('class_cancelled');
    await store.insertQuiz(within, id);
    await refuseComplete(within, id);
    return act(within, { meeting_id: id, number, what: 'add' }, async (inside, quiz_id) => ({
      question_id: await store.insertQuestion(inside, quiz_id, await check(inside, quiz_id)),
    }));
  });
}

/**
 * Throws `not_found` for a question that the institute cannot use or that a test withholds, `not_possible` for another type or a repeated
 * question.
 */
export async function addFromBank(context: StaffContext, { id, number, question_id }: { id: number; number: number; question_id: number }) {
  const row = (await findQuestions(context, [question_id])).get(question_id);
  const open = await servedInPractice(context, null, [question_id]);
  if (!row || !isOpenTo(context.actor, row) || !open.has(question_id)) throw new Problem('not_found');
  if (row.question_type !== 0) throw new Problem('not_possible', 'A live quiz takes questions with four options and one answer.');
  return addQuestion(context, { id, number }, async (within, quiz_id) => {
    const rows = await findQuestionsOf(within, quiz_id);
    if (rows.some((one) => one.question_id === question_id)) throw new Problem('not_possible', 'This question is in the quiz already.');
    return { question_id };
  });
}

export const addTyped = (context: StaffContext, { id, number, ...question }: Input<typeof addTypedQuestion>) =>
  addQuestion(context, { id, number }, async () => question);

interface OnQuestion {
  id: number;
  number: number;
  question_id: number;
}

export const remove = (context: StaffContext, { id, ...rest }: OnQuestion) =>
  actOnQuestion(context, { meeting_id: id, ...rest, what: 'remove' }, async (within, question) => {
    if (question.shown_at) throw new Problem('not_possible', 'A question that was shown cannot be removed.');
    await store.deleteQuestion(within, question.id);
  });

export const show = (context: StaffContext, { id, ...rest }: OnQuestion) =>
  actOnQuestion(context, { meeting_id: id, ...rest, what: 'show' }, async (within, question) => {
    await refuseComplete(within, id);
    const audience = await store.findAudience(within, id);
    if (audience?.status !== 'LIVE') throw new Problem('not_possible', 'Start the class before you show a question.');
    if (question.shown_at) throw new Problem('not_possible', 'This question is shown already.');
    await store.show(within, question.id);
  });

/** Locks after a countdown of three seconds, or now; a running countdown can be cut short. */
export const lock = (context: StaffContext, { id, now: isAtOnce = false, ...rest }: OnQuestion & { now?: boolean }) =>
  actOnQuestion(context, { meeting_id: id, ...rest, what: 'lock' }, async (within, question) => {
    const state = quizQuestionState(question, within.now);
    if (state === 'hidden' || state === 'locked' || (state === 'locking' && !isAtOnce)) throw new Problem('not_possible');
    const locks_at = new Date(within.now.getTime() + (isAtOnce ? 0 : LOCK_COUNTDOWN_SECONDS * 1000));
    await store.setLock(within, question, locks_at);
    return { locks_at };
  });

export const unlock = (context: StaffContext, { id, ...rest }: OnQuestion) =>
  actOnQuestion(context, { meeting_id: id, ...rest, what: 'unlock' }, async (within, question) => {
    await refuseComplete(within, id);
    if (!question.locks_at) throw new Problem('not_possible');
    await store.setLock(within, question, null);
  });

export const acceptLate = (context: StaffContext, { id, ...rest }: OnQuestion) =>
  actOnQuestion(context, { meeting_id: id, ...rest, what: 'accept_late' }, async (within, question) => ({
    accepted: await store.acceptLate(within, question.id),
  }));

export const setReveal = (
  context: StaffContext,
  { id, number, reveals }: { id: number; number: number; reveals: 'at_verify' | 'after_lock' },
) =>
  act(context, { meeting_id: id, number, what: 'set_reveal' }, async (within, quiz_id) => {
    await store.setReveals(within, quiz_id, reveals);
    return { reveals };
  });

export const completeIt = (context: StaffContext, { id, number }: { id: number; number: number }) =>
  act(context, { meeting_id: id, number, what: 'complete' }, async (within, quiz_id) => {
    await refuseComplete(within, id);
    await store.complete(within, quiz_id);
    return {};
  });
