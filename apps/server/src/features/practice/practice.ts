import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { isKeyUsed } from '@abhyas/exam/display';
import { START_RATING, updateRatings } from '@abhyas/exam/rating';
import { chooseQuestions } from '@abhyas/exam/selection';
import type { Context, Student } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { bookmarkedAmong } from '../bookmarks/bookmarks.ts';
import { chapterOf, practisableTopic } from '../chapters/chapters.ts';
import { bookAnswers, questionsToRevise } from '../mistakes/mistakes.ts';
import { countPractice } from '../progress/progress.ts';
import {
  findQuestions,
  hiddenFromStudent,
  isOpenTo,
  passagesOf,
  practiceCandidates,
  type QuestionRow,
  revealedQuestion,
  servedInPractice,
} from '../questions/questions.ts';
import * as sessions from '../sessions/sessions.ts';
import * as store from './practice.store.ts';

const questionsPerSession = 10;

/** Opens the student's practice session of a topic, or makes one with ten questions at the student's level. Opening takes it over. */
export async function openTopic(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await inTransaction(context, async (within) => {
    const opened = await sessions.findOrInsertOfTopic(within, { student_id: student.id, topic_id, session_type: sessionTypes.adaptive });
    if ((await sessions.findSessionQuestions(within, student.id, opened.id)).length === 0) {
      const rating = (await store.findRating(within, student.id, topic.subject_id))?.rating ?? START_RATING;
      const candidates = await practiceCandidates(within, topic_id, student);
      await sessions.insertSessionQuestions(
        within,
        student.id,
        opened.id,
        chooseQuestions(candidates, rating, questionsPerSession, context.random),
      );
    }
    return opened;
  });
  return questionsOf(context, student, topic, session);
}

/** The student's latest practice session of a topic, for reading again. Throws `not_found` before the first. */
export async function reviewTopic(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await sessions.findSessionOfTopic(context, student.id, topic_id, sessionTypes.adaptive);
  if (!session) throw new Problem('not_begun', 'You have not practised this topic yet.');
  return questionsOf(context, student, topic, session);
}

/** What a practice session is made of: its questions with their answers, and the student's responses. */
async function questionsOf(
  context: Context,
  student: Student,
  topic: Awaited<ReturnType<typeof practisableTopic>>,
  session: sessions.SessionRow,
) {
  const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
  // A question that has come into a paper since it was chosen is practised no longer.
  const served = await servedInPractice(context, student.id, chosen);
  return openedSession(
    context,
    student,
    session,
    topic,
    chosen.filter((id) => served.has(id)),
  );
}

const bookName = 'Mistake Book';

/** Of what the student revises: a chapter, or the own mistake book, whose `id` is the student's. Throws `not_found` for anything else. */
export async function reviseObject(context: Context, student: Student, id: number, object_type: number) {
  const of = { student_id: student.id, object_type, session_type: sessionTypes.revise };
  if (object_type === objectTypes.skill && id === student.id) return { id, name: bookName, ...of, chapter_id: null };
  if (object_type !== objectTypes.chapter) throw new Problem('not_found');
  return { id, name: (await chapterOf(context, student, id)).chapter_data.name, ...of, chapter_id: id };
}

/** Opens the session in which the student revises what was missed, or makes one of what is due first. Throws `not_found` when nothing is. */
export async function openRevision(context: Context, student: Student, id: number, object_type: number) {
  const { name, ...object } = await reviseObject(context, student, id, object_type);
  const { chapter_id } = object;
  const session = await inTransaction(context, async (within) => {
    const { id: _id, ...of } = object;
    const opened = await sessions.findOrInsertToRevise(within, of);
    if ((await sessions.findSessionQuestions(within, student.id, opened.id)).length > 0) return opened;
    const chosen = await questionsToRevise(within, student.id, chapter_id, questionsPerSession);
    if (chosen.length === 0)
      throw new Problem('not_found', chapter_id === null ? 'Nothing is due today.' : 'There is nothing to revise in this chapter.');
    await sessions.insertSessionQuestions(within, student.id, opened.id, chosen);
    return opened;
  });
  const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
  // A question that a test of the student holds since it was chosen is not shown with its answer.
  const hidden = await hiddenFromStudent(context, student.id, chosen);
  return openedSession(
    context,
    student,
    session,
    { id, name, chapter_id },
    chosen.filter((question_id) => !hidden.has(question_id)),
  );
}

type Named = Parameters<typeof sessions.practiceInfo>[1];

/** A session with its questions, answers and all, and what the student answered. */
async function openedSession(context: Context, student: Student, session: sessions.SessionRow, object: Named, chosen: readonly number[]) {
  const rows = await findQuestions(context, chosen);
  const ids = chosen.filter((id) => {
    const row = rows.get(id);
    return row && isOpenTo(student, row);
  });
  const questions = ids.flatMap((id, position) => {
    const row = rows.get(id);
    return row ? [revealedQuestion(row, position, null)] : [];
  });
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
      ids.flatMap((id) => rows.get(id) ?? []),
    ),
    bookmarked_question_ids: await bookmarkedAmong(context, student.id, ids),
  };
}

/** Ends the session under way, so that the next opening makes a new one. `id` is the session's topic. Throws when nothing was answered. */
export async function restart(context: Context, student: Student, id: number) {
  return inTransaction(context, async (within) => {
    const found = await sessions.findSessionOfTopic(within, student.id, id, sessionTypes.adaptive);
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
    return { is_previous_paper: false, object_id: id };
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

/** Settles what was newly verified in a practice session, moves the ratings by each first answer to a question, and keeps the mistake book. */
export async function settlePractice(context: Context, session: sessions.SessionRow): Promise<void> {
  await inTransaction(context, async (within) => {
    await sessions.lockSession(within, session.student_id, session.id);
    const settled = await sessions.settleVerified(within, session);
    // In one order, so that two who move the same ratings never wait for each other.
    for (const { question, result } of settled.toSorted((a, b) => a.question.id - b.question.id)) {
      if (result !== 0) await rate(within, session, question, result === 1);
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
  const rating = (await store.findRating(context, student_id, question.subject_id))?.rating ?? START_RATING;
  const rated = (await store.findQuestionRating(context, question.id))?.rating ?? question.rating;
  const moved = updateRatings(rating, rated, isCorrect);
  const steps = { start: START_RATING, student_step: moved.student - rating, question_step: moved.question - rated };
  await store.moveRatings(context, { student_id, question }, steps);
}
