// Contents: subjects, teachers and classrooms · overlapping classes · changing classes · feedback
import { sql } from 'kysely';
import type { MeetingProviderName, MeetingStatus } from '@abhyas/contract/classes/live-classes';
import type { Context, StaffContext } from '../../../context.ts';

export const findSubjects = ({ db, actor }: StaffContext) =>
  db
    .selectFrom('institute_subjects')
    .where('institute_id', '=', actor.institute_id)
    .select(['id', 'name', 'code'])
    .orderBy('position')
    .orderBy('name')
    .execute();

export async function findClassrooms({ db, actor }: StaffContext) {
  const { rows } = await sql<{ id: number; name: string; student_count: number }>`
    select c.id, c.name, (select count(*)::int from classroom_members cm
      where cm.classroom_id = c.id and cm.role = 'student' and cm.left_at is null) as student_count
    from classrooms c where c.institute_id = ${actor.institute_id} and c.archived_at is null order by c.name`.execute(db);
  return rows;
}

/** The people who may teach a class: current owners and teachers of the institute. */
export const findTeachers = ({ db, actor }: StaffContext) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.institute_id', '=', actor.institute_id)
    .where('memberships.role', 'in', ['owner', 'teacher'])
    .where('memberships.ended_at', 'is', null)
    .select(['users.id', 'users.name'])
    .distinct()
    .orderBy('users.name')
    .execute();

export interface Slot {
  starts_at: Date;
  duration_seconds: number;
}

export interface ClashRow {
  id: number;
  title: string;
  starts_at: Date;
  duration_seconds: number;
  teacher_name: string | null;
  classroom_names: string[];
  shares: 'teacher' | 'classroom';
}

/** Classes that overlap one of the slots and have the same teacher or a classroom in common. Classes in `except` are left out. */
export async function findClashing(
  { db, actor }: StaffContext,
  {
    slots,
    teacher_id,
    classroom_ids,
    except,
  }: { slots: readonly Slot[]; teacher_id: number; classroom_ids: readonly number[]; except: readonly number[] },
): Promise<ClashRow[]> {
  const { rows } = await sql<ClashRow>`
    select distinct on (m.starts_at, m.id) m.id, m.title, m.starts_at, m.duration_seconds, t.name as teacher_name,
      array(select c.name from meeting_classrooms x join classrooms c on c.id = x.classroom_id where x.meeting_id = m.id order by c.name)
        as classroom_names,
      case when m.teacher_id = ${teacher_id} then 'teacher' else 'classroom' end as shares
    from unnest(${slots.map(({ starts_at }) => starts_at)}::timestamptz[], ${slots.map((slot) => slot.duration_seconds)}::int[]) as s(at, seconds)
    join meetings m on m.institute_id = ${actor.institute_id} and m.status in ('NOT_STARTED', 'LIVE')
      and m.starts_at > s.at - interval '8 hours' and m.starts_at < s.at + s.seconds * interval '1 second'
      and m.starts_at + m.duration_seconds * interval '1 second' > s.at
    join users t on t.id = m.teacher_id
    where not m.id = any(${except}::bigint[]) and (m.teacher_id = ${teacher_id} or exists (
      select from meeting_classrooms x where x.meeting_id = m.id and x.classroom_id = any(${classroom_ids}::bigint[])))
    order by m.starts_at, m.id limit 20`.execute(db);
  return rows;
}

export async function isSubject({ db, actor }: StaffContext, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('institute_subjects')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether all of these are classrooms of the institute that are not archived. */
export async function areClassrooms({ db, actor }: StaffContext, ids: readonly number[]): Promise<boolean> {
  const rows = await db
    .selectFrom('classrooms')
    .where('institute_id', '=', actor.institute_id)
    .where('archived_at', 'is', null)
    .where('id', 'in', [...ids])
    .select('id')
    .execute();
  return rows.length === new Set(ids).size;
}

export interface NewClass extends Slot {
  title: string;
  module: string | null;
  lecture: string | null;
  subject_id: number;
  teacher_id: number;
  provider: MeetingProviderName;
  join_url: string | null;
  presence_percent: number;
}

/** Inserts the classes of one plan for the classrooms. Several classes form a series, which has the id of the first. */
export async function insertClasses(
  { db, now, actor }: StaffContext,
  classes: readonly NewClass[],
  classroom_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .insertInto('meetings')
    .values(classes.map((each) => ({ ...each, institute_id: actor.institute_id, board: null, created_at: now })))
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 1)
    await db
      .updateTable('meetings')
      .set({ series_id: ids[0] ?? null })
      .where('id', 'in', ids)
      .execute();
  await db
    .insertInto('meeting_classrooms')
    .values(ids.flatMap((meeting_id) => classroom_ids.map((classroom_id) => ({ meeting_id, classroom_id }))))
    .execute();
  return ids;
}

/** Deletes classes that nobody has seen yet. */
export async function deleteClasses({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('meeting_classrooms').where('meeting_id', 'in', ids).execute();
  await db.deleteFrom('meetings').where('id', 'in', ids).where('institute_id', '=', actor.institute_id).execute();
}

export async function setProvided(
  { db }: Context,
  id: number,
  provided: { provider_meeting_id: string | null; password: string | null; join_url: string | null },
): Promise<void> {
  await db.updateTable('meetings').set(provided).where('id', '=', id).execute();
}

export interface LockedClass extends Slot {
  id: number;
  title: string;
  status: MeetingStatus;
  started_at: Date | null;
  teacher_id: number;
  series_id: number | null;
  provider: MeetingProviderName;
  provider_meeting_id: string | null;
  password: string | null;
  join_url: string | null;
  has_board: boolean;
}

/**
 * A class of the institute, locked until the transaction ends; with `following` also the later classes of its series that have not begun.
 */
export async function lockClasses({ db, actor }: StaffContext, id: number, following: boolean): Promise<LockedClass[]> {
  const { rows } = await sql<LockedClass>`
    select m.id, m.title, m.status, m.starts_at, m.duration_seconds, m.started_at, m.teacher_id, m.series_id, m.provider,
      m.provider_meeting_id, m.password, m.join_url, m.board is not null as has_board
    from meetings m join meetings one on one.id = ${id}
    where m.institute_id = ${actor.institute_id} and (m.id = ${id}
      or (${following} and m.series_id = one.series_id and m.starts_at > one.starts_at and m.status = 'NOT_STARTED'))
    order by m.starts_at, m.id for update of m`.execute(db);
  return rows.some((row) => row.id === id) ? rows : [];
}

export async function findClassroomIds({ db }: Context, meeting_id: number): Promise<number[]> {
  const rows = await db.selectFrom('meeting_classrooms').where('meeting_id', '=', meeting_id).select('classroom_id').execute();
  return rows.map(({ classroom_id }) => classroom_id);
}

export async function updateClass(
  { db }: Context,
  id: number,
  change: Partial<{
    starts_at: Date;
    duration_seconds: number;
    status: MeetingStatus;
    started_at: Date;
    ended_at: Date;
    cancel_reason: string;
  }>,
): Promise<void> {
  await db.updateTable('meetings').set(change).where('id', '=', id).execute();
}

export async function upsertRecording({ db, now }: Context, meeting_id: number, url: string | null): Promise<void> {
  await db
    .insertInto('meeting_recordings')
    .values({ meeting_id, status: 'READY', url, created_at: now })
    .onConflict((on) => on.column('meeting_id').doUpdateSet({ status: 'READY', url }))
    .execute();
}

/** Counts of students who may attend, have joined and are present now, and of later classes in the series. Throws for a deleted class. */
export async function countAudience({ db, now }: Context, id: number) {
  const { rows } = await sql<{ student_count: number; joined_count: number; present_count: number; following_count: number }>`
    with joined as materialized (select count(*)::int as count from meeting_joins where meeting_id = ${id}),
    here as materialized (
      select count(distinct student_id)::int as count from meeting_stays where meeting_id = ${id} and to_at > ${new Date(now.getTime() - 90_000)}
    )
    select (select count(distinct cm.user_id)::int from meeting_classrooms mc join classroom_members cm on cm.classroom_id = mc.classroom_id
        where mc.meeting_id = m.id and cm.role = 'student' and cm.joined_at < m.starts_at + m.duration_seconds * interval '1 second'
          and (cm.left_at is null or cm.left_at > m.starts_at)) as student_count,
      joined.count as joined_count, here.count as present_count,
      (select count(*)::int from meetings f where f.series_id = m.series_id and f.starts_at > m.starts_at and f.status = 'NOT_STARTED')
        as following_count
    from meetings m cross join joined cross join here where m.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Class ${id} is gone`);
  return row;
}

/** Ratings and messages of a class. Messages are sorted by their text, so that the order does not reveal their senders. */
export async function findFeedback({ db }: Context, meeting_id: number) {
  return db
    .selectFrom('meeting_feedback')
    .where('meeting_id', '=', meeting_id)
    .select(['rating', 'feedback_message'])
    .orderBy('feedback_message')
    .execute();
}
