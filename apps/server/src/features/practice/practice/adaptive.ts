import { say } from '@abhyas/exam/institute/sentence';
import { sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { choosePool, type PracticePool, placesOf } from '@abhyas/exam/practice/adaptive';
import { START_RATING } from '@abhyas/exam/practice/rating';
import { resultOf } from '@abhyas/exam/bank/result';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { practisableTopic } from '../../bank/chapters/chapters.ts';
import { findQuestions, keyOf, practiceCandidates, servedInPractice } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { openedSession } from './opened-session.ts';
import * as store from './practice.store.ts';

const PLACES = 10;

/** Opens the student's practice session of a topic, or creates one at the student's level. The opening device becomes its writer. */
export async function openTopic(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await inTransaction(context, async (within) => {
    const opened = await sessions.findOrInsertOfTopic(within, { student_id: student.id, topic_id, session_type: sessionTypes.adaptive });
    await fillPool(within, student, opened, topic);
    return opened;
  });
  return adaptiveSession(context, student, session, topic);
}

/** Gives a pool of questions to a session that has none yet. */
export async function fillPool(
  context: Context,
  student: Student,
  { id: session_id }: sessions.SessionRow,
  topic: { id: number; subject_id: number },
): Promise<void> {
  if ((await sessions.findSessionQuestions(context, student.id, session_id)).length > 0) return;
  const { rating, answered } = (await store.findRating(context, student.id, topic.subject_id)) ?? { rating: START_RATING, answered: 0 };
  const candidates = await practiceCandidates(context, { topic_id: topic.id }, student);
  const pool = choosePool({ candidates, rating, seed: session_id });
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  await store.insertPool(
    context,
    { student_id: student.id, session_id, rating, answered },
    pool.flatMap((id) => byId.get(id) ?? []),
  );
}

/** The student's latest practice session of a topic, for review. Throws `not_found` before the first. */
export async function reviewTopic(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await sessions.findSessionOfTopic(context, student.id, topic_id, sessionTypes.adaptive);
  if (!session) throw new Problem('not_begun', say`You have not practised this topic yet.`);
  return adaptiveSession(context, student, session, topic);
}

/** The pool of an adaptive session. A question that has since been added to a paper is left out. */
export async function adaptiveSession(
  context: Context,
  student: Student,
  session: sessions.SessionRow,
  topic: { id: number; name: string; chapter_id: number },
) {
  const found = await store.findPool(context, student.id, session.id);
  if (!found) {
    // The session was begun before sessions had pools, so its questions stay as chosen.
    const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
    const served = await servedInPractice(context, student.id, chosen);
    return openedSession(
      context,
      student,
      session,
      topic,
      chosen.filter((id) => served.has(id)),
    );
  }
  const served = await servedInPractice(
    context,
    student.id,
    found.candidates.map(({ id }) => id),
  );
  const { pool, places } = await placesNow(context, session, found, served);
  return openedSession(context, student, session, topic, places, { ...pool, candidates: [...pool.candidates] });
}

type FoundPool = NonNullable<Awaited<ReturnType<typeof store.findPool>>>;

/** The questions of the session in order, computed from the visits and results that the server has stored. */
async function placesNow(context: Context, session: sessions.SessionRow, found: FoundPool, served: ReadonlySet<number>) {
  const candidates = found.candidates.filter(({ id }) => served.has(id));
  const pool: PracticePool = { ...found, candidates, count: PLACES, seed: session.id };
  const responses = new Map((await sessions.findResponses(context, session.student_id, session.id)).map((row) => [row.question_id, row]));
  const recorded = new Set(found.places);
  const unrecorded = found.candidates.map(({ id }) => id).filter((id) => !recorded.has(id) && responses.get(id)?.is_visited);
  const visited = [...found.places, ...unrecorded].filter((id) => served.has(id));
  const questions = await findQuestions(context, visited);
  const places = placesOf(pool, visited, (id) => {
    const question = questions.get(id);
    const response = responses.get(id);
    return question && response?.verified ? resultOf(keyOf(question), response) : null;
  });
  return { pool, places };
}

/** The questions of a practice session, in order: all chosen ones, or for an adaptive session the present list. */
export async function sessionPlaces(context: Context, session: sessions.SessionRow): Promise<number[]> {
  const found = await store.findPool(context, session.student_id, session.id);
  if (!found) return sessions.findSessionQuestions(context, session.student_id, session.id);
  return (await placesNow(context, session, found, new Set(found.candidates.map(({ id }) => id)))).places;
}

/** Stores the visited questions. Questions that another device visited stay before them. */
export const recordPlaces = store.recordPlaces;
