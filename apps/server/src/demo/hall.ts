import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { presentContent } from '../features/tests/papers/papers.ts';

const source = 'vidya-weekly-test-2';
const name = 'Weekly test 3';
const minute = 60_000;
const begunMinutesAgo = 35;
const leftMinutes = 85;

/** Of the students at the test, by their place in the list: these are locked, silent or done; the others write. */
const locked = new Set([2, 9]);
const silent = new Set([4, 5, 11]);
const done = new Set([7]);
const absent = new Set([13]);

/** The demo's test under way: made once, and begun again at each start. None where its paper is not loaded. */
export async function placeDemoHall(context: Context, institute_id: number): Promise<void> {
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const find = (column: 'code' | 'name', value: string) =>
    context.db.selectFrom('papers').where('institute_id', '=', institute_id).where(column, '=', value).select('id').executeTakeFirst();
  const [model, known] = [await find('code', source), await find('name', name)];
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
  const sitting = student_ids.flatMap((student_id, place) => (absent.has(place) ? [] : [{ student_id, place }]));
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
        return questions.slice(0, done.has(place) ? undefined : 4 + ((place * 5) % 13)).map(({ question_id, question_type }, at_) => ({
          student_id,
          session_id: id,
          question_id,
          responses: question_type === 1 ? [] : [1 + ((place + at_) % 4)],
          rich_response: question_type === 1 ? String(place + at_) : null,
          is_visited: true,
          writer: 1,
          version: 1,
          verified_at: null,
          result: null,
          marks: null,
          solution_request_time: null,
        }));
      }),
    )
    .execute();
  const left = sessions.filter(({ student_id }) => locked.has(placeOf.get(student_id) ?? 0));
  await db
    .insertInto('session_events')
    .values(left.map(({ id, student_id }) => ({ student_id, session_id: id, kind: 'locked' as const, second: null, at: at(-3) })))
    .execute();
}
