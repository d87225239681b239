import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { isKeyUsed } from '@abhyas/exam/tests/display';
import { START_RATING, updateRatings } from '@abhyas/exam/practice/rating';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { keepFigures } from '../../bank/chapters/chapters.ts';
import { bookAnswers } from '../../bank/mistakes/mistakes.ts';
import { countPractice } from '../progress/progress.ts';
import type { QuestionRow } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import * as store from './practice.store.ts';

/** Ends the session in progress, so that the next opening creates a new one. `id` is its topic or chapter. Throws without an answer. */
export async function restart(context: Context, student: Student, id: number, isPreviousPaper: boolean) {
  return inTransaction(context, async (within) => {
    const papers = { student_id: student.id, chapter_id: id, object_type: objectTypes.chapter, session_type: sessionTypes.previous_paper };
    const found = isPreviousPaper
      ? await sessions.findSessionToRevise(within, papers)
      : await sessions.findSessionOfTopic(within, student.id, id, sessionTypes.adaptive);
    const session = found && (await sessions.lockSession(within, student.id, found.id));
    if (!session) throw new Problem('not_found');
    const responses = await sessions.findResponses(within, student.id, session.id);
    const isTouched = responses.some(
      (row) => row.verified || row.solution_request_time !== null || row.responses.length > 0 || row.rich_response !== null,
    );
    if (!isTouched) throw new Problem('not_restartable');
    if (session.status === 'IN_PROGRESS') {
      await settlePractice(within, session);
      await finishPractice(within, session, 'restart');
    }
    return { is_previous_paper: isPreviousPaper, object_id: id };
  });
}

/** Ends a practice session. */
export async function finishPractice(context: Context, session: sessions.SessionRow, by: 'student' | 'restart'): Promise<void> {
  await sessions.finishSession(context, session, {
    finished_at: context.now,
    finished_by: by,
    total_score: null,
    max_score: null,
    is_over_limit: false,
  });
}

/**
 * Settles the newly verified answers of a practice session, moves the ratings by each first answer to a question without a hint, and updates the mistake
 * book. At the end of a personalised assignment every answer counts as verified.
 */
export async function settlePractice(context: Context, session: sessions.SessionRow, isFinish = false): Promise<void> {
  await inTransaction(context, async (within) => {
    await sessions.lockSession(within, session.student_id, session.id);
    if (isFinish && session.object_type === objectTypes.personalised_test) await sessions.verifyAnswered(within, session);
    const settled = await sessions.settleVerified(within, session);
    await keepFigures(within, session.student_id, session.id);
    const hinted = settled.length === 0 ? new Set<number>() : await store.findShownHints(within, session.student_id, session.id);
    // Sorted, so that two sessions of one student that settle the same questions at once never deadlock.
    for (const { question, result } of settled.toSorted((a, b) => a.question.id - b.question.id)) {
      if (result !== 0 && !hinted.has(question.id)) await rate(within, session, question, result === 1);
    }
    if (settled.length > 0) await countPractice(within, session);
    const solutionSeen = (await sessions.findResponses(within, session.student_id, session.id)).filter(isKeyUsed);
    await bookAnswers(
      within,
      session,
      [
        ...settled.map(({ question, ...answer }) => ({ ...answer, question_id: question.id, is_key_used: false })),
        ...solutionSeen.map(
          ({ question_id, question_time_spent }) => ({ question_id, question_time_spent, result: 0, is_key_used: true }) as const,
        ),
      ],
      within.now,
    );
  });
}

async function rate(context: Context, { student_id, id }: sessions.SessionRow, question: QuestionRow, isCorrect: boolean): Promise<void> {
  if (await store.hasAnsweredBefore(context, student_id, id, question.id)) return;
  const { rating, answered } = (await store.findRating(context, student_id, question.subject_id)) ?? { rating: START_RATING, answered: 0 };
  const rated = (await store.findQuestionRating(context, question.id))?.rating ?? question.rating;
  const moved = updateRatings(rating, rated, isCorrect, answered);
  const steps = { start: START_RATING, student_step: moved.student - rating, question_step: moved.question - rated };
  await store.moveRatings(context, { student_id, question }, steps);
}

/** The steps of how many milliseconds of answers one transaction adds. */
const STEPS_AT_ONCE = 60_000;

/** Adds the steps of the answers until now to the ratings of their questions, each exactly once, the oldest first. */
export async function addRatingSteps(context: Context): Promise<void> {
  for (;;) {
    const oldest = await store.findOldestStep(context);
    if (oldest === null || oldest > context.now) return;
    await inTransaction(context, async (within) => {
      await store.addSteps(within, await store.takeSteps(within, new Date(oldest.getTime() + STEPS_AT_ONCE)));
    });
  }
}
