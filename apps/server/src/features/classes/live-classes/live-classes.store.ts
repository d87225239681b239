// Contents: a class with the fields of its row · the day · joining and staying · feedback
import { type RawBuilder, sql } from 'kysely';
import type { BoardCue, MeetingProviderName, MeetingStatus } from '@abhyas/contract/classes/live-classes';
import type { Context } from '../../../context.ts';
import { attends } from '../../../database/attends.ts';

export interface MeetingRow {
  id: number;
  institute_id: number;
  subject_id: number;
  teacher_id: number;
  title: string;
  module: string | null;
  lecture: string | null;
  starts_at: Date;
  duration_seconds: number;
  status: MeetingStatus;
  started_at: Date | null;
  ended_at: Date | null;
  cancel_reason: string | null;
  provider: MeetingProviderName;
  provider_meeting_id: string | null;
  password: string | null;
  join_url: string | null;
  series_id: number | null;
  subject_title: string;
  subject_code: string | null;
  teacher_name: string | null;
  classroom_names: string[];
  recording_url: string | null;
  recording_status: 'PREPARING' | 'READY' | 'FAILED' | null;
  live_quiz_id: number | null;
  file_count: number;
  joined_at: Date | null;
}

/** Classes as rows of a list. `person` is the caller; each row says whether the caller pressed Join. */
async function findMeetings({ db, now }: Context, person: number, condition: RawBuilder<unknown>, limit: number): Promise<MeetingRow[]> {
  const { rows } = await sql<MeetingRow>`
    select m.id, m.institute_id, m.subject_id, m.teacher_id, m.title, m.module, m.lecture, m.starts_at, m.duration_seconds, m.status,
      m.started_at, m.ended_at, m.cancel_reason, m.provider, m.provider_meeting_id, m.password, m.join_url, m.series_id,
      s.name as subject_title, s.code as subject_code, t.name as teacher_name,
      array(select c.name from meeting_classrooms x join classrooms c on c.id = x.classroom_id where x.meeting_id = m.id order by c.name)
        as classroom_names,
      r.url as recording_url, r.status as recording_status, q.id as live_quiz_id, j.joined_at,
      (select count(*) from shared_files f where f.meeting_id = m.id and f.removed_at is null and (${person} = 0 or exists (
        select from shared_file_classrooms x join classroom_members cm on cm.classroom_id = x.classroom_id
        where x.shared_file_id = f.id and cm.user_id = ${person} and cm.role = 'student'
          and cm.joined_at <= ${now} and (cm.left_at is null or cm.left_at > ${now}))))::int as file_count
    from meetings m
    join institute_subjects s on s.id = m.subject_id
    join users t on t.id = m.teacher_id
    left join meeting_recordings r on r.meeting_id = m.id
    left join live_quizzes q on q.meeting_id = m.id
    left join meeting_joins j on j.meeting_id = m.id and j.student_id = ${person}
    where ${condition}
    order by m.starts_at, m.id
    limit ${limit}`.execute(db);
  return rows;
}

const mostOfDay = 100;

/** Classes of a student that start at or after `from` and before `to`. */
export const findBetween = (context: Context, institute_id: number, student_id: number, from: Date, to: Date, limit = mostOfDay) =>
  findMeetings(
    context,
    student_id,
    sql`m.institute_id = ${institute_id} and m.starts_at >= ${from} and m.starts_at < ${to} and ${attends(student_id)}`,
    limit,
  );

export async function findAttended(context: Context, institute_id: number, student_id: number, id: number) {
  const [row] = await findMeetings(
    context,
    student_id,
    sql`m.id = ${id} and m.institute_id = ${institute_id} and ${attends(student_id)}`,
    1,
  );
  return row;
}

export const longestClassMs = 8 * 3_600_000;

/** Classes of the student that are live or can be joined now; the latest start first. */
export async function findRunning(context: Context, institute_id: number, student_id: number) {
  const earliest = new Date(context.now.getTime() - longestClassMs);
  const rows = await findMeetings(
    context,
    student_id,
    sql`m.institute_id = ${institute_id} and m.starts_at > ${earliest} and m.starts_at <= ${new Date(context.now.getTime() + 600_000)}
      and m.status = 'LIVE' and m.starts_at + m.duration_seconds * interval '1 second' > ${context.now} and ${attends(student_id)}`,
    mostOfDay,
  );
  return rows.toReversed();
}

/** Any class of an institute, for its staff. */
export async function findOfInstitute(context: Context, institute_id: number, id: number): Promise<MeetingRow | undefined> {
  const [row] = await findMeetings(context, 0, sql`m.id = ${id} and m.institute_id = ${institute_id}`, 1);
  return row;
}

export async function findById(context: Context, id: number): Promise<MeetingRow | undefined> {
  const [row] = await findMeetings(context, 0, sql`m.id = ${id}`, 1);
  return row;
}

export const findAllBetween = (context: Context, institute_id: number, from: Date, to: Date) =>
  findMeetings(context, 0, sql`m.institute_id = ${institute_id} and m.starts_at >= ${from} and m.starts_at < ${to}`, 1000);

export async function findBoard({ db }: Context, id: number): Promise<BoardCue[] | null> {
  const row = await db.selectFrom('meetings').where('id', '=', id).select('board').executeTakeFirst();
  return row?.board ?? null;
}

/** Records the press on Join; only the first counts. */
export async function insertJoin({ db, now }: Context, student_id: number, meeting_id: number): Promise<void> {
  await db
    .insertInto('meeting_joins')
    .values({ student_id, meeting_id, joined_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The student's periods on the class page, and the number of students there now (last reported at most 90 seconds ago). */
export async function findStays({ db, now }: Context, student_id: number, meeting_id: number) {
  const own = await db
    .selectFrom('meeting_stays')
    .where('student_id', '=', student_id)
    .where('meeting_id', '=', meeting_id)
    .select(['from_at', 'to_at'])
    .execute();
  const { count } = await db
    .selectFrom('meeting_stays')
    .where('meeting_id', '=', meeting_id)
    .where('to_at', '>', new Date(now.getTime() - 90_000))
    .select((is) => is.fn.count<number>('student_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return { own, present_count: count };
}

export interface PageStay {
  student_id: number;
  meeting_id: number;
  stay_key: string;
  from_at: Date;
}

/**
 * Stores who is on which class page, for all classes of a process in one statement. A repeated row, or one whose person or class was
 * deleted, does not make the others fail.
 */
export async function upsertStays({ db, now }: Context, stays: readonly PageStay[]): Promise<void> {
  if (stays.length === 0) return;
  await sql`
    insert into meeting_stays (student_id, meeting_id, source, stay_key, from_at, to_at)
    select student_id, meeting_id, 'page', stay_key, min(from_at), greatest(min(from_at), ${now})
    from unnest(${stays.map((stay) => stay.student_id)}::bigint[], ${stays.map((stay) => stay.meeting_id)}::bigint[],
      ${stays.map((stay) => stay.stay_key)}::text[], ${stays.map((stay) => stay.from_at)}::timestamptz[])
      as here(student_id, meeting_id, stay_key, from_at)
    where exists (select from users where users.id = here.student_id) and exists (select from meetings where meetings.id = here.meeting_id)
    group by student_id, meeting_id, stay_key
    on conflict (student_id, meeting_id, source, stay_key) do update set to_at = greatest(meeting_stays.to_at, excluded.to_at)`.execute(db);
}

export async function upsertFeedback(
  { db, now }: Context,
  feedback: { student_id: number; meeting_id: number; rating: number; feedback_message: string | null },
): Promise<void> {
  await db
    .insertInto('meeting_feedback')
    .values({ ...feedback, sent_at: now })
    .onConflict((on) =>
      on.columns(['student_id', 'meeting_id']).doUpdateSet((is) => ({
        rating: is.ref('excluded.rating'),
        feedback_message: is.ref('excluded.feedback_message'),
        sent_at: is.ref('excluded.sent_at'),
      })),
    )
    .execute();
}
