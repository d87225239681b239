import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { presentContent } from '../features/tests/papers/papers.ts';

/** A shared paper with questions that no other test of the institute contains. */
const source = 'previous-style-physics-2';
const name = 'Weekly test 3';
const minute = 60_000;
const begunMinutesAgo = 35;
const leftMinutes = 85;

/** States of students in the test, by their position in the list: locked or silent; the others are writing. */
const locked = new Set([2, 9]);
const silent = new Set([4, 11]);
/** Slow seats among the writing students. */
const slow = new Map<number, 'network' | 'device' | 'unclear'>([
  [6, 'network'],
  [13, 'network'],
  [8, 'device'],
  [15, 'unclear'],
]);
/** Ms between two reports of the writing students: an open test reports every minute. */
export const HEARD_EVERY = 20_000;

/** The demo's running test: created once, and begun again at each start. Left out if its paper is not loaded. */
export async function placeDemoHall(context: Context, institute_id: number): Promise<void> {
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const papers = context.db.selectFrom('papers').select('id');
  const model = await papers.where('code', '=', source).executeTakeFirst();
  const known = await papers.where('institute_id', '=', institute_id).where('name', '=', name).executeTakeFirst();
  if (!model) return;
  const { rows: students } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null and coalesce(u.phone, '') not like '90000000%' order by u.id limit 24`.execute(
    context.db,
  );
  if (students.length === 0) return;
  const id = known?.id ?? (await copyPaper({ ...context, actor }, model.id, { name, is_assignment: false })).id;
  await begin(
    context,
    id,
    students.map((student) => student.id),
  );
}

/** Some answer to a question, which varies with the number. */
const answerTo = ({ question_id, question_type }: { question_id: number; question_type: number }, number: number) => ({
  question_id,
  responses: question_type === 1 ? [] : [1 + (number % 4)],
  rich_response: question_type === 1 ? String(number) : null,
  is_visited: true,
  writer: 1,
  version: 1,
  verified_at: null,
  result: null,
  marks: null,
  solution_request_time: null,
});

async function begin({ db, now, ...rest }: Context, paper_id: number, student_ids: readonly number[]): Promise<void> {
  const at = (minutes: number) => new Date(now.getTime() + minutes * minute);
  await db
    .updateTable('papers')
    .set({
      opens_at: at(-begunMinutesAgo),
      closes_at: at(leftMinutes),
      can_lock_test: true,
      results_published_at: null,
      allows_review: false,
    })
    .where('id', '=', paper_id)
    .execute();
  await db.deleteFrom('session_scores').where('paper_id', '=', paper_id).execute();
  await db.deleteFrom('paper_score_counts').where('paper_id', '=', paper_id).execute();
  await db.deleteFrom('sessions').where('paper_id', '=', paper_id).execute();
  await db
    .insertInto('paper_assignments')
    .values(student_ids.map((student_id) => ({ paper_id, student_id })))
    .onConflict((on) => on.doNothing())
    .execute();
  const sitting = student_ids.map((student_id, place) => ({ student_id, place }));
  const sessions = await db
    .insertInto('sessions')
    .values(
      sitting.map(({ student_id, place }) => ({
        student_id,
        paper_id,
        object_type: 1,
        session_type: 0,
        began_at: at(-begunMinutesAgo + (place % 4)),
        deadline: at(leftMinutes),
        time_reported_at: at(silent.has(place) ? -6 : -(place % 5) / 10),
        locked_at: locked.has(place) ? at(-3) : null,
      })),
    )
    .returning(['id', 'student_id'])
    .execute();
  const { questions } = await presentContent({ db, now, ...rest }, paper_id);
  const placeOf = new Map(sitting.map(({ student_id, place }) => [student_id, place]));
  await db
    .insertInto('responses')
    .values(
      sessions.flatMap(({ id, student_id }) => {
        const place = placeOf.get(student_id) ?? 0;
        return questions
          .slice(0, 4 + ((place * 5) % 13))
          .map((question, at_) => ({ ...answerTo(question, place + at_), student_id, session_id: id }));
      }),
    )
    .execute();
  const seats = sessions.flatMap(({ id, student_id }) => {
    const verdict = slow.get(placeOf.get(student_id) ?? 0);
    return verdict ? [{ student_id, session_id: id, paper_id, verdict, said_at: now }] : [];
  });
  if (seats.length > 0) await db.insertInto('seat_verdicts').values(seats).execute();
  const left = sessions.filter(({ student_id }) => locked.has(placeOf.get(student_id) ?? 0));
  await db
    .insertInto('session_events')
    .values(left.map(({ id, student_id }) => ({ student_id, session_id: id, kind: 'locked' as const, second: null, at: at(-3) })))
    .execute();
}

/** Begins the test again some minutes after its end, so that a hall can always be watched. */
export async function renewDemoHall(context: Context, institute_id: number): Promise<void> {
  const over = await context.db
    .selectFrom('papers')
    .where('institute_id', '=', institute_id)
    .where('name', '=', name)
    .where('closes_at', '<', new Date(context.now.getTime() - 10 * minute))
    .select('id')
    .executeTakeFirst();
  if (over) await placeDemoHall(context, institute_id);
}

/**
 * One report of the students who write the running test: their time runs, and some answer their next question. The silent and the locked
 * ones report nothing. The demo's process calls this, so that its hall shows running tests.
 */
export async function reportDemoHall(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const turn = Math.floor(now.getTime() / HEARD_EVERY) % 4;
  const sitting = await db
    .selectFrom('sessions')
    .innerJoin('papers', 'papers.id', 'sessions.paper_id')
    .where('papers.institute_id', '=', institute_id)
    .where('papers.name', '=', name)
    .where('sessions.status', '=', 'IN_PROGRESS')
    .where('sessions.deadline', '>', now)
    .select(['sessions.student_id', 'sessions.id', 'papers.id as paper_id'])
    .orderBy('sessions.student_id')
    .execute();
  const writing = sitting.map((session, place) => ({ ...session, place })).filter(({ place }) => !silent.has(place) && !locked.has(place));
  const [first] = writing;
  if (!first) return;
  const ids = writing.map(({ id }) => id);
  const student_ids = writing.map(({ student_id }) => student_id);
  await sql`
    update sessions set time_reported_at = ${now}, session_time_spent = extract(epoch from ${now}::timestamptz - began_at)::int
    where student_id = any(${student_ids}::bigint[]) and id = any(${ids}::bigint[])`.execute(db);
  const { rows } = await sql<{ student_id: number; count: number }>`
    select student_id, count(*)::int as count from responses
    where student_id = any(${student_ids}::bigint[]) and session_id = any(${ids}::bigint[]) group by student_id`.execute(db);
  const answered = new Map(rows.map(({ student_id, count }) => [student_id, count]));
  const { questions } = await presentContent(context, first.paper_id);
  const answers = writing
    .filter(({ place }) => place % 4 === turn)
    .flatMap(({ student_id, id, place }) => {
      const at = answered.get(student_id) ?? 0;
      const question = questions[at];
      return question
        ? [{ ...answerTo(question, place + at), student_id, session_id: id, question_time_spent: (4 * HEARD_EVERY) / 1000 }]
        : [];
    });
  if (answers.length > 0) await db.insertInto('responses').values(answers).execute();
}
