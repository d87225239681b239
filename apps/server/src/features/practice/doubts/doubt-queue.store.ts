import { type Selectable, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import { isSpread } from '../../../database/scale/spread-database.ts';
import type { Tables } from '../../../database/tables.ts';

export type QueuedRow = Selectable<Tables['doubts']> & { student_name: string | null; teacher_name: string | null };

/** Doubts of students who still belong to the actor's institute. */
const ofInstitute = ({ actor }: StaffContext) => sql`
  from doubts d join users s on s.id = d.student_id left join users t on t.id = d.answered_by
  join questions q on q.id = d.question_id join topics p on p.id = q.topic_id join chapters c on c.id = p.chapter_id
  where d.institute_id = ${actor.institute_id} and exists (select from memberships m
    where m.user_id = d.student_id and m.institute_id = d.institute_id and m.role = 'student' and m.ended_at is null)`;

const lists = {
  waiting: { holds: sql`d.answered_at is null and d.refused_at is null`, order: sql`d.asked_at, d.id` },
  answered: { holds: sql`d.answered_at is not null`, order: sql`d.answered_at desc, d.id desc` },
  reported: { holds: sql`d.reported_at is not null`, order: sql`d.reported_at, d.id` },
} as const;

interface Part {
  list: keyof typeof lists;
  subject_ids: readonly number[] | null;
  offset: number;
  count: number;
}

export async function findQueued(context: StaffContext, { list, subject_ids, offset, count }: Part): Promise<QueuedRow[]> {
  const { holds, order } = lists[list];
  const inSubject = subject_ids === null ? sql`true` : sql`c.subject_id = any(${subject_ids}::smallint[])`;
  const { rows } = await sql<QueuedRow>`
    select d.*, s.name as student_name, t.name as teacher_name ${ofInstitute(context)} and ${holds} and ${inSubject}
    order by ${order} offset ${offset} limit ${count}`.execute(context.db);
  return rows;
}

/** A doubt of the actor's institute, locked until the transaction ends. */
export async function lockQueued(context: StaffContext, id: number): Promise<QueuedRow | undefined> {
  const { db } = context;
  const queued = sql`select d.*, s.name as student_name, t.name as teacher_name ${ofInstitute(context)} and d.id = ${id}`;
  if (!isSpread(db)) return (await sql<QueuedRow>`${queued} for update of d`.execute(db)).rows[0];
  // A spread database locks a row that is named with its student.
  const { rows } = await sql<QueuedRow>`${queued}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  await db.selectFrom('doubts').where('student_id', '=', found.student_id).where('id', '=', id).select('id').forUpdate().execute();
  const { rows: locked } = await sql<QueuedRow>`${queued} and d.student_id = ${found.student_id}`.execute(db);
  return locked[0];
}

/** Waiting doubts by subject, the number of reported answers, and the time of the oldest of each. */
export async function countQueued(context: StaffContext) {
  const { rows: waiting } = await sql<{ subject_id: number; count: number; since: Date }>`
    select c.subject_id, count(*)::int as count, min(d.asked_at) as since ${ofInstitute(context)} and ${lists.waiting.holds}
    group by c.subject_id order by c.subject_id`.execute(context.db);
  const { rows: reported } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(d.reported_at) as since ${ofInstitute(context)} and ${lists.reported.holds}`.execute(context.db);
  return { waiting, reported: reported[0] ?? { count: 0, since: null } };
}

type Change = Partial<Omit<Selectable<Tables['doubts']>, 'student_id' | 'id'>>;

export async function updateDoubt({ db }: StaffContext, { student_id, id }: Pick<QueuedRow, 'student_id' | 'id'>, change: Change) {
  await db.updateTable('doubts').set(change).where('student_id', '=', student_id).where('id', '=', id).execute();
}
