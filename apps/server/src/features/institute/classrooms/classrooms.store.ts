// Contents: students of a class · the list · classrooms · members and their dates · subjects
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

/** Ids of the students who attend a class. */
export async function findAttending({ db }: Context, meeting_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct cm.user_id from meetings m join meeting_classrooms mc on mc.meeting_id = m.id
    join classroom_members cm on cm.classroom_id = mc.classroom_id
    where m.id = ${meeting_id} and cm.role = 'student'
      and cm.joined_at < m.starts_at + m.duration_seconds * interval '1 second' and (cm.left_at is null or cm.left_at > m.starts_at)
    order by cm.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Classrooms of the institute, those in use first. */
export async function listClassrooms({ db, actor }: StaffContext) {
  const { rows } = await sql<{ id: number; name: string; student_count: number; teacher_names: string[]; is_archived: boolean }>`
    select c.id, c.name, c.archived_at is not null as is_archived,
      (select count(*)::int from classroom_members cm where cm.classroom_id = c.id and cm.role = 'student' and cm.left_at is null)
        as student_count,
      array(select coalesce(u.name, 'Without a name') from classroom_members cm join users u on u.id = cm.user_id
        where cm.classroom_id = c.id and cm.role = 'teacher' and cm.left_at is null order by u.name) as teacher_names
    from classrooms c where c.institute_id = ${actor.institute_id} order by is_archived, c.name, c.id`.execute(db);
  return rows;
}

export const listSubjects = ({ db, actor }: StaffContext) =>
  db
    .selectFrom('institute_subjects')
    .where('institute_id', '=', actor.institute_id)
    .select(['id', 'name', 'code'])
    .orderBy('position')
    .orderBy('name')
    .execute();

/** Inserts a classroom and returns its id; undefined if the institute has one of this name. */
export async function insertClassroom({ db, now, actor }: StaffContext, name: string): Promise<number | undefined> {
  const row = await db
    .insertInto('classrooms')
    .values({ institute_id: actor.institute_id, name, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A classroom of the institute, locked until the transaction ends. */
export async function lockClassroom({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('classrooms')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .select(['id', 'name', 'archived_at'])
    .forUpdate()
    .executeTakeFirst();
}

export async function hasOtherClassroom({ db, actor }: StaffContext, id: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('classrooms')
    .where('institute_id', '=', actor.institute_id)
    .where('name', '=', name)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateClassroom(
  { db }: StaffContext,
  id: number,
  change: { name: string } | { archived_at: Date | null },
): Promise<void> {
  await db.updateTable('classrooms').set(change).where('id', '=', id).execute();
}

/** The number of a classroom's classes that run now or are scheduled. */
export async function countComing({ db, now }: StaffContext, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from meeting_classrooms mc join meetings m on m.id = mc.meeting_id
    where mc.classroom_id = ${id} and m.status in ('NOT_STARTED', 'LIVE')
      and m.starts_at + m.duration_seconds * interval '1 second' > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A classroom with its members, teachers first, followed by its former members. */
export async function findClassroom({ db, actor }: StaffContext, id: number) {
  const classroom = await db
    .selectFrom('classrooms')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .select(['id', 'name', 'archived_at'])
    .executeTakeFirst();
  if (!classroom) return undefined;
  const members = await db
    .selectFrom('classroom_members')
    .innerJoin('users', 'users.id', 'classroom_members.user_id')
    .where('classroom_id', '=', id)
    .select(['classroom_members.id', 'user_id', 'users.name', 'role', 'joined_at', 'left_at'])
    .orderBy('left_at', (order) => order.desc().nullsFirst())
    .orderBy('role', 'desc')
    .orderBy('users.name')
    .orderBy('classroom_members.id')
    .execute();
  return { ...classroom, members };
}

/** The given people who are members of the institute now, each with the role of teacher (owners too) or student. */
export async function findRolesOf({ db, actor }: StaffContext, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ user_id: number; role: 'student' | 'teacher' }>`
    select user_id, case when bool_or(role in ('owner', 'teacher')) then 'teacher' else 'student' end as role
    from memberships where institute_id = ${actor.institute_id} and user_id = any(${ids}::bigint[]) and ended_at is null
      and role in ('owner', 'teacher', 'student') group by user_id`.execute(db);
  return rows;
}

/** Adds members from the given time or, if they last left later, from the time they left. */
export async function insertMembers(
  { db }: Context,
  classroom_id: number,
  members: readonly { user_id: number; role: 'student' | 'teacher' }[],
  joined_at: Date,
): Promise<number> {
  if (members.length === 0) return 0;
  const { rows } = await sql<{ id: number }>`
    with added as materialized (
      select s.user_id, s.role, greatest(${joined_at}::timestamptz, former.left_at) as joined_at
      from unnest(${members.map(({ user_id }) => user_id)}::bigint[], ${members.map(({ role }) => role)}::text[]) as s(user_id, role) join users on users.id = s.user_id
      left join (
        select user_id, role, max(left_at) as left_at from classroom_members where classroom_id = ${classroom_id} group by user_id, role
      ) former on former.user_id = s.user_id and former.role = s.role
    )
    insert into classroom_members (classroom_id, user_id, role, joined_at)
    select ${classroom_id}::bigint, user_id, role, joined_at from added
    on conflict do nothing returning id`.execute(db);
  return rows.length;
}

export async function endMembers({ db, now }: Context, classroom_id: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('classroom_members')
    // A call that began later may have added the member before this one.
    .set({ left_at: sql<Date>`greatest(${now}::timestamptz, joined_at)` })
    .where('classroom_id', '=', classroom_id)
    .where('user_id', 'in', [...ids])
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A member's period in a classroom of the institute. Locks both until the transaction ends. */
export async function lockStay({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('classroom_members')
    .innerJoin('classrooms', 'classrooms.id', 'classroom_members.classroom_id')
    .where('classroom_members.id', '=', id)
    .where('classrooms.institute_id', '=', actor.institute_id)
    .select(['classroom_members.id', 'classroom_id', 'user_id', 'role', 'joined_at', 'left_at'])
    .forUpdate()
    .executeTakeFirst();
}

export async function isMember({ db, actor }: StaffContext, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .where('institute_id', '=', actor.institute_id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another membership period of the person in the classroom overlaps these moments. A `to` of null means no end. */
export async function overlapsAnother(
  { db }: Context,
  stay: { id: number; classroom_id: number; user_id: number; role: 'student' | 'teacher' },
  from: Date,
  to: Date | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from classroom_members where classroom_id = ${stay.classroom_id} and user_id = ${stay.user_id} and role = ${stay.role}
      and id <> ${stay.id} and (${to}::timestamptz is null or joined_at < ${to}::timestamptz) and (left_at is null or left_at > ${from})
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function updateStay({ db }: Context, id: number, dates: { joined_at: Date; left_at: Date | null }): Promise<void> {
  await db.updateTable('classroom_members').set(dates).where('id', '=', id).execute();
}

export async function insertSubject({ db, actor }: StaffContext, name: string, code: string | null): Promise<number | undefined> {
  const row = await db
    .insertInto('institute_subjects')
    .values({ institute_id: actor.institute_id, name, code })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A subject of the institute, locked until the transaction ends. */
export async function lockSubject({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('institute_subjects')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .select(['name', 'code'])
    .forUpdate()
    .executeTakeFirst();
}

export async function hasOtherSubject({ db, actor }: StaffContext, id: number, name: string, code: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('institute_subjects')
    .where('institute_id', '=', actor.institute_id)
    .where('id', '<>', id)
    .where((where) => where.or([where('name', '=', name), ...(code === null ? [] : [where('code', '=', code)])]))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateSubject({ db }: StaffContext, id: number, change: { name: string; code: string | null }): Promise<void> {
  await db.updateTable('institute_subjects').set(change).where('id', '=', id).execute();
}
