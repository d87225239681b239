import type { AdaptiveCandidate } from '@abhyas/exam/practice/adaptive';
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Context } from '../../../context.ts';

export function findRating({ db }: Context, student_id: number, subject_id: number) {
  return db
    .selectFrom('student_ratings')
    .where('student_id', '=', student_id)
    .where('subject_id', '=', subject_id)
    .select(['rating', 'answered'])
    .executeTakeFirst();
}

/** The rating of a question, if practice has changed it. */
export function findQuestionRating({ db }: Context, question_id: number) {
  return db.selectFrom('question_ratings').where('question_id', '=', question_id).select('rating').executeTakeFirst();
}

/** Records that the student saw the hint of a question before an answer counted. */
export async function insertShownHint(
  { db, now }: Context,
  of: { student_id: number; session_id: number; question_id: number },
): Promise<void> {
  await sql`
    insert into shown_hints (student_id, session_id, question_id, shown_at)
    select ${of.student_id}, ${of.session_id}, ${of.question_id}, ${now} where not exists (select from responses r
      where r.student_id = ${of.student_id} and r.session_id = ${of.session_id} and r.question_id = ${of.question_id} and r.verified)
    on conflict do nothing`.execute(db);
}

/** Whether the question is one of the session, chosen or in its pool. */
export async function isInPractice({ db }: Context, student_id: number, session_id: number, question_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('session_questions')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .where('question_id', '=', question_id)
    .select('question_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Questions of the session whose hint was shown before the answer. */
export async function findShownHints({ db }: Context, student_id: number, session_id: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('shown_hints')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .select('question_id')
    .execute();
  return new Set(rows.map(({ question_id }) => question_id));
}

/** Whether another session of the student has a final answer to the question. */
export async function hasAnsweredBefore({ db }: Context, student_id: number, session_id: number, question_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('question_id', '=', question_id)
    .where('session_id', '!=', session_id)
    .where('result', 'in', [1, -1])
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Moves the student's rating by the step of one answer, relative to the stored value, and notes the question's step. The student's rating in
 * the subject begins at `start`.
 */
export async function moveRatings(
  { db, now }: Context,
  { student_id, question }: { student_id: number; question: { id: number; subject_id: number } },
  { start, student_step, question_step }: { start: number; student_step: number; question_step: number },
): Promise<void> {
  await db
    .insertInto('student_ratings')
    .values({ student_id, subject_id: question.subject_id, rating: start + student_step, answered: 1 })
    .onConflict((on) =>
      on.columns(['student_id', 'subject_id']).doUpdateSet({
        rating: sql`student_ratings.rating + ${student_step}::real`,
        answered: sql`student_ratings.answered + 1`,
      }),
    )
    .execute();
  await db
    .insertInto('rating_steps')
    .values({ student_id, question_id: question.id, step: question_step, moved_at: now })
    .onConflict((on) => on.columns(['student_id', 'question_id']).doUpdateSet({ step: sql`rating_steps.step + ${question_step}::real` }))
    .execute();
}

/** The time of the oldest step that no rating of a question contains yet. */
export async function findOldestStep({ db }: Context): Promise<Date | null> {
  const row = await db
    .selectFrom('rating_steps')
    .select((is) => is.fn.min('moved_at').as('moved_at'))
    .executeTakeFirst();
  return row?.moved_at ?? null;
}

/** Removes the steps before a time, and returns their sum for each question. */
export async function takeSteps({ db }: Context, before: Date): Promise<Map<number, number>> {
  const rows = await db.deleteFrom('rating_steps').where('moved_at', '<', before).returning(['question_id', 'step']).execute();
  const sums = new Map<number, number>();
  for (const { question_id, step } of rows) sums.set(question_id, (sums.get(question_id) ?? 0) + step);
  return sums;
}

/** Adds a step to the rating of each question, which begins at its rating by complexity. Other callers wait for the end of the transaction. */
export async function addSteps({ db }: Context, steps: ReadonlyMap<number, number>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ratings of questions', 0))`.execute(db);
  await sql`
    insert into question_ratings (question_id, rating)
    select q.id, coalesce(r.rating, q.rating) + given.step
    from unnest(${[...steps.keys()]}::bigint[], ${[...steps.values()]}::real[]) as given (question_id, step)
    join questions q on q.id = given.question_id left join question_ratings r on r.question_id = q.id
    on conflict (question_id) do update set rating = excluded.rating`.execute(db);
}

/** The pool of an adaptive session, in order, with the ratings at its beginning. */
export async function insertPool(
  { db }: Context,
  session: { student_id: number; session_id: number; rating: number; answered: number },
  candidates: readonly AdaptiveCandidate[],
): Promise<void> {
  const { student_id, session_id } = session;
  if (candidates.length === 0) return;
  await db
    .insertInto('session_questions')
    .values(
      candidates.map(({ id, rating, is_seen, is_missed }, position) => ({
        student_id,
        session_id,
        position,
        question_id: id,
        rating,
        is_seen,
        is_missed,
      })),
    )
    .execute();
  await db.insertInto('practice_sessions').values(session).execute();
}

/** The pool of a session; undefined if it has none. */
export async function findPool({ db }: Context, student_id: number, session_id: number) {
  const session = await db
    .selectFrom('practice_sessions')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .select(['rating', 'answered', 'places'])
    .executeTakeFirst();
  if (!session) return undefined;
  const { rows } = await sql<AdaptiveCandidate>`
    select sq.question_id as id, sq.rating, q.comprehension_question_id, sq.is_seen, sq.is_missed
    from session_questions sq join questions q on q.id = sq.question_id
    where sq.student_id = ${student_id} and sq.session_id = ${session_id} order by sq.position`.execute(db);
  // The driver returns elements of an array as text.
  return { ...session, places: session.places.map(Number), candidates: rows };
}

/** Appends questions of the pool to the visited ones, in the given order, if they are not among them. */
export async function recordPlaces(
  { db }: Context,
  { student_id, session_id }: { student_id: number; session_id: number },
  places: readonly number[],
): Promise<void> {
  await sql`
    update practice_sessions p set places = p.places || array(
      select sent.id from unnest(${places}::bigint[]) with ordinality as sent(id, at)
      join session_questions sq on sq.student_id = p.student_id and sq.session_id = p.session_id and sq.question_id = sent.id
      where sent.id <> all(p.places) order by sent.at)
    where p.student_id = ${student_id} and p.session_id = ${session_id} and not ${places}::bigint[] <@ p.places`.execute(db);
}

export async function insertPersonalised({ db }: Context, test: Insertable<Tables['personalised_tests']>): Promise<void> {
  await db.insertInto('personalised_tests').values(test).execute();
}
