// Contents: lists of files · folders, classrooms and classes · sharing and taking back · access to a file
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

export interface SharedRow {
  id: number;
  subject_id: number | null;
  subject_name: string | null;
  meeting_id: number | null;
  meeting_title: string | null;
  stored_file_id: number;
  extension: string;
  bytes: number;
  title: string;
  description: string | null;
  module: string | null;
  lecture: string | null;
  shared_at: Date;
  teacher_name: string | null;
  classrooms: { id: number; name: string }[];
}

/** Whether the student is now a member of a classroom with which the file `f` is shared. */
const isSharedWith = (student_id: number, now: Date) => sql<boolean>`exists (
  select from shared_file_classrooms x join classroom_members m on m.classroom_id = x.classroom_id
  where x.shared_file_id = f.id and m.user_id = ${student_id} and m.role = 'student' and m.joined_at <= ${now}
    and (m.left_at is null or m.left_at > ${now}))`;

async function findFiles({ db }: Context, institute_id: number, condition: RawBuilder<unknown>, count: number): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select f.id, f.subject_id, s.name as subject_name, f.meeting_id, g.title as meeting_title, f.stored_file_id, o.extension, o.bytes,
      f.title, f.description, f.module, f.lecture, f.shared_at, u.name as teacher_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name)
        from shared_file_classrooms x join classrooms c on c.id = x.classroom_id where x.shared_file_id = f.id), '[]') as classrooms
    from shared_files f join stored_files o on o.id = f.stored_file_id join users u on u.id = f.shared_by
    left join institute_subjects s on s.id = f.subject_id left join meetings g on g.id = f.meeting_id
    where f.institute_id = ${institute_id} and f.removed_at is null and ${condition}
    order by f.shared_at desc, f.id desc limit ${count}`.execute(db);
  return rows;
}

export const findForStudent = (context: Context, institute_id: number, student_id: number, count: number) =>
  findFiles(context, institute_id, isSharedWith(student_id, context.now), count);

export const findOfInstitute = (context: Context, institute_id: number, count: number) =>
  findFiles(context, institute_id, sql`true`, count);

/** The number of files shared with the student since a given time, and the title of the newest. */
export async function countSince({ db, now }: Context, institute_id: number, student_id: number, since: Date) {
  const { rows } = await sql<{ count: number; newest_title: string | null }>`
    select count(*)::int as count, (array_agg(f.title order by f.shared_at desc, f.id desc))[1] as newest_title from shared_files f
    where f.institute_id = ${institute_id} and f.removed_at is null and f.shared_at > ${since}
      and ${isSharedWith(student_id, now)}`.execute(db);
  return rows[0] ?? { count: 0, newest_title: null };
}

export async function findSubjects({ db }: Context, institute_id: number) {
  return db
    .selectFrom('institute_subjects')
    .where('institute_id', '=', institute_id)
    .orderBy('position')
    .orderBy('name')
    .select(['id', 'name', 'code'])
    .execute();
}

export async function findClassrooms({ db }: Context, institute_id: number) {
  return db
    .selectFrom('classrooms')
    .where('institute_id', '=', institute_id)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
}

/** Classes between two moments, newest first. */
export async function findClasses({ db }: Context, institute_id: number, from: Date, to: Date) {
  return db
    .selectFrom('meetings')
    .where('institute_id', '=', institute_id)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where('status', '!=', 'CANCELLED')
    .orderBy('starts_at', 'desc')
    .limit(300)
    .select(['id', 'title', 'starts_at', 'subject_id'])
    .execute();
}

export async function hasMeeting({ db }: Context, institute_id: number, id: number): Promise<boolean> {
  const row = await db.selectFrom('meetings').where('id', '=', id).where('institute_id', '=', institute_id).select('id').executeTakeFirst();
  return row !== undefined;
}

export async function insertShared(
  { db }: Context,
  file: Insertable<Tables['shared_files']>,
  classroom_ids: readonly number[],
): Promise<number> {
  const { id } = await db.insertInto('shared_files').values(file).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('shared_file_classrooms')
    .values(classroom_ids.map((classroom_id) => ({ shared_file_id: id, classroom_id })))
    .execute();
  return id;
}

/** Withdraws a file; false if it is unknown or was already withdrawn. */
export async function markRemoved({ db, now }: Context, institute_id: number, id: number): Promise<boolean> {
  const row = await db
    .updateTable('shared_files')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('institute_id', '=', institute_id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Current student members of any of the classrooms. */
export async function findMembers({ db, now }: Context, classroom_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from classroom_members where classroom_id = any(${classroom_ids}::bigint[]) and role = 'student'
      and joined_at <= ${now} and (left_at is null or left_at > ${now})`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Whether a stored file is shared with the student now. */
export async function isFileSharedWith({ db, now }: Context, student_id: number, stored_file_id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select f.id from shared_files f where f.stored_file_id = ${stored_file_id} and f.removed_at is null and ${isSharedWith(student_id, now)}
    limit 1`.execute(db);
  return rows.length > 0;
}
