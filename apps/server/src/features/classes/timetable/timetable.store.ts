import { sql } from 'kysely';
import type { MeetingStatus } from '@abhyas/contract/classes/live-classes';
import type { Context } from '../../../context.ts';
import { attends } from '../../../database/attends.ts';

export interface ClassRow {
  id: number;
  title: string;
  module: string | null;
  lecture: string | null;
  starts_at: Date;
  duration_seconds: number;
  status: MeetingStatus;
  subject_name: string;
  subject_code: string | null;
  classroom_names: string[];
}

/** Classes of a student, cancelled ones too, that begin between two times, the second excluded. */
export async function findClasses(
  { db }: Context,
  institute_id: number,
  student_id: number,
  from: Date,
  to: Date,
  count: number,
): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select m.id, m.title, m.module, m.lecture, m.starts_at, m.duration_seconds, m.status, s.name as subject_name, s.code as subject_code,
      array(select c.name from meeting_classrooms x join classrooms c on c.id = x.classroom_id where x.meeting_id = m.id order by c.name)
        as classroom_names
    from meetings m join institute_subjects s on s.id = m.subject_id
    where m.institute_id = ${institute_id} and m.starts_at >= ${from} and m.starts_at < ${to} and ${attends(student_id)}
    order by m.starts_at, m.id limit ${count}`.execute(db);
  return rows;
}

/** The start of the first class, not cancelled, that begins between two times, the second excluded. */
export async function findFirstStart(
  { db }: Context,
  institute_id: number,
  student_id: number,
  from: Date,
  to: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ starts_at: Date }>`
    select m.starts_at from meetings m
    where m.institute_id = ${institute_id} and m.status <> 'CANCELLED' and m.starts_at >= ${from} and m.starts_at < ${to} and ${attends(student_id)}
    order by m.starts_at limit 1`.execute(db);
  return rows[0]?.starts_at;
}

export async function upsertFeed({ db, now }: Context, user_id: number, institute_id: number, token_hash: Buffer): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id, institute_id, token_hash, created_at: now })
    .onConflict((on) => on.columns(['user_id', 'institute_id']).doUpdateSet({ token_hash, created_at: now }))
    .execute();
}

export async function deleteFeed({ db }: Context, user_id: number, institute_id: number): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', user_id).where('institute_id', '=', institute_id).execute();
}

export async function findFeed({ db }: Context, user_id: number, institute_id: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', user_id)
    .where('institute_id', '=', institute_id)
    .select('created_at')
    .executeTakeFirst();
  return row?.created_at;
}

/** The person of the feed that a token opens, with the membership it belongs to; none once the person has left the institute. */
export async function findFeedOf({ db, now }: Context, token_hash: Buffer) {
  const { rows } = await sql<{ user_id: number; institute_id: number; membership_id: number }>`
    select f.user_id, f.institute_id, m.id as membership_id
    from calendar_feeds f join memberships m on m.user_id = f.user_id and m.institute_id = f.institute_id
    where f.token_hash = ${token_hash} and m.role = 'student' and (m.ended_at is null or m.ended_at > ${now})`.execute(db);
  return rows[0];
}
