import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { addToMistakeBook, getImprovementData } from '@abhyas/contract/reports/test-reports';
import { missKind } from '@abhyas/exam/reports/miss-kind';
import { improvementsOf, improvementTypes } from '@abhyas/exam/reports/report';
import type { Context, Student } from '../../../context.ts';
import { bookmarkedAmong } from '../../practice/bookmarks/bookmarks.ts';
import { addToBook, inBook } from '../../bank/mistakes/mistakes.ts';
import { findQuestions, passagesOf, revealedQuestion } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { onReportedAttempt, type ReportedAttempt } from './reported-attempt.ts';

/** Throws `review_not_allowed` if the student may not open the paper with its answers. */
function requireReview({ can_review, hidden, questions }: ReportedAttempt): void {
  if (!can_review || questions.every(({ question_id }) => hidden.has(question_id))) throw new Problem('review_not_allowed');
}

const shownIn = ({ questions, hidden }: ReportedAttempt) => questions.filter(({ question_id }) => !hidden.has(question_id));

/** Questions of one type to work on, from the student's latest finished attempt, each with the attempt and the other students' time. */
export async function improvementData(
  context: Context,
  student: Student,
  { id, type }: Input<typeof getImprovementData>,
): Promise<Answer<typeof getImprovementData>> {
  return onReportedAttempt(context, student, id, async (within, attempt) => {
    requireReview(attempt);
    const shown = shownIn(attempt);
    const improvements = improvementsOf(shown);
    const ids = improvements[type];
    const chosen = shown.filter(({ question_id }) => ids.includes(question_id));
    const rows = await findQuestions(within, ids);
    const sectionAt = (position: number) =>
      attempt.content.sections.find(
        ({ first_position, question_count }) => position >= first_position && position < first_position + question_count,
      )?.section ?? null;
    const booked = await inBook(within, student.id, ids);
    return {
      test_info: sessions.testInfo(attempt.content.paper, attempt.session, attempt.questions.length, within.now),
      improvements: improvementTypes.map((each) => ({ type: each, question_ids: improvements[each] })),
      question_data: chosen.flatMap(({ question_id, position }) => {
        const row = rows.get(question_id);
        return row ? [revealedQuestion(row, position, sectionAt(position))] : [];
      }),
      question_responses: chosen.flatMap(({ question_id, position, outcome }) => {
        const [row, question] = [attempt.responses.get(question_id), rows.get(question_id)];
        return row && question ? [{ ...sessions.shownResponse(row, question, position), result: outcome }] : [];
      }),
      comprehension_questions: await passagesOf(within, rows.values()),
      question_facts: chosen.map(({ question_id, median_time, answered_by }) => ({
        question_id,
        median: median_time,
        answered_by,
        is_in_mistake_book: booked.has(question_id),
      })),
      bookmarked_question_ids: await bookmarkedAmong(within, student.id, ids),
    };
  });
}

/** Adds a question of the student's latest finished attempt to the mistake book. */
export async function bookQuestion(context: Context, student: Student, { id, question_id }: Input<typeof addToMistakeBook>): Promise<void> {
  if (student.has_only_test_board_access) throw new Problem('not_allowed');
  const { session, question } = await onReportedAttempt(context, student, id, async (_within, attempt) => {
    requireReview(attempt);
    return { session: attempt.session, question: shownIn(attempt).find((each) => each.question_id === question_id) };
  });
  if (!question) throw new Problem('not_found');
  const kind = missKind({ ...question, is_key_used: false }) ?? 'late_skip';
  await addToBook(context, session, question_id, kind);
}
