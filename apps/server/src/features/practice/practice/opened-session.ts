import type { AdaptivePool, getTrainQuestions } from '@abhyas/contract/practice/practice';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import type { Context, Student } from '../../../context.ts';
import { bookmarkedAmong } from '../bookmarks/bookmarks.ts';
import { findQuestions, isOpenTo, passagesOf, revealedQuestion } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';

type Named = Parameters<typeof sessions.practiceInfo>[1];
type Adaptive = Value<typeof AdaptivePool>;

/**
 * A session with its questions and their answers, and the student's responses. For an adaptive session `chosen` is the present list, and
 * the other questions of the pool are added.
 */
export async function openedSession(
  context: Context,
  student: Student,
  session: sessions.SessionRow,
  object: Named,
  chosen: readonly number[],
  adaptive: Adaptive | null = null,
): Promise<Answer<typeof getTrainQuestions>> {
  const isAtPlace = new Set(chosen);
  const further = adaptive ? adaptive.candidates.map(({ id }) => id).filter((id) => !isAtPlace.has(id)) : [];
  const rows = await findQuestions(context, [...chosen, ...further]);
  const isShown = (id: number) => {
    const row = rows.get(id);
    return row !== undefined && isOpenTo(student, row);
  };
  const ids = chosen.filter(isShown);
  const revealed = (id: number, position: number) => {
    const row = rows.get(id);
    return row ? [revealedQuestion(row, position, null)] : [];
  };
  const questions = ids.flatMap(revealed);
  const furtherIds = further.filter(isShown);
  const responses = await sessions.findResponses(context, student.id, session.id);
  return {
    test_info: sessions.practiceInfo(session, object, questions.length, context.now),
    questions,
    question_responses: responses.flatMap((row) => {
      const question = rows.get(row.question_id);
      const position = ids.indexOf(row.question_id);
      return question && position >= 0 ? [sessions.shownResponse(row, question, position)] : [];
    }),
    comprehension_questions: await passagesOf(
      context,
      [...ids, ...furtherIds].flatMap((id) => rows.get(id) ?? []),
    ),
    bookmarked_question_ids: await bookmarkedAmong(context, student.id, [...ids, ...furtherIds]),
    ...(adaptive && {
      adaptive: { ...adaptive, candidates: adaptive.candidates.filter(({ id }) => isShown(id)) },
      further_questions: furtherIds.flatMap((id, at) => revealed(id, ids.length + at)),
    }),
  };
}
