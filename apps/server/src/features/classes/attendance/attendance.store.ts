// Contents: evidence of students at classes · corrections and contests · names of a meeting's list
import { type RawBuilder, sql } from 'kysely';
import type { MeetingProviderName } from '@abhyas/contract/classes/live-classes';
import type { Context } from '../../../context.ts';
import { attends } from '../../../database/attends.ts';
import { hasRow } from '../../../database/scale/spread-database.ts';

export interface StayRow {
  source: 'page' | 'provider';
  /** In milliseconds. */
  from: number;
  to: number;
}

/** The stored evidence of one student's attendance at one class that took place. */
export interface EvidenceRow {
  meeting_id: number;
  student_id: number;
  student_name: string | null;
  title: string;
  subject_name: string;
  subject_code: string | null;
  subject_position: number;
  starts_at: Date;
  duration_seconds: number;
  started_at: Date;
  ended_at: Date | null;
  provider: MeetingProviderName;
  presence_percent: number;
  has_joined: boolean;
  stays: StayRow[];
  has_provider_list: boolean;
  unmatched_names: number;
  has_recording: boolean;
  corrected: 'present' | 'absent' | null;
  reason: string | null;
  corrected_at: Date | null;
  contested_at: Date | null;
  contest_reason: string | null;
}

const hasProviderStay = (db: Context['db']) =>
  hasRow(db, { value: 'm.id', column: 'y.meeting_id', from: 'meeting_stays y', where: sql`y.source = 'provider'` });

/** The evidence of students `u`, at classes `m` that have begun and were not cancelled; `held` bounds their stays `y`. */
const evidence = (
  db: Context['db'],
  from: RawBuilder<unknown>,
  held: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => sql<EvidenceRow>`
  select m.id as meeting_id, u.id as student_id, u.name as student_name, m.title, s.name as subject_name, s.code as subject_code,
    s.position as subject_position, m.starts_at, m.duration_seconds, m.started_at, m.ended_at, m.provider, m.presence_percent,
    j.student_id is not null as has_joined,
    coalesce(stayed.stays, '[]') as stays,
    ${hasProviderStay(db)} or exists (select from meeting_guests g where g.meeting_id = m.id) as has_provider_list,
    (select count(*) from meeting_guests g where g.meeting_id = m.id and g.student_id is null)::int as unmatched_names,
    exists (select from meeting_recordings r where r.meeting_id = m.id and r.status = 'READY') as has_recording,
    a.corrected, a.reason, a.corrected_at, a.contested_at, a.contest_reason
  from ${from}
  join institute_subjects s on s.id = m.subject_id
  left join meeting_joins j on j.student_id = u.id and j.meeting_id = m.id
  left join meeting_attendance a on a.student_id = u.id and a.meeting_id = m.id
  left join (
    select y.student_id, y.meeting_id, jsonb_agg(
      jsonb_build_object('source', y.source, 'from', extract(epoch from y.from_at) * 1000, 'to', extract(epoch from y.to_at) * 1000)) as stays
    from meeting_stays y where ${held} group by y.student_id, y.meeting_id
  ) stayed on stayed.student_id = u.id and stayed.meeting_id = m.id
  where m.started_at is not null and m.status <> 'CANCELLED' and ${condition}`;

const mostClasses = 3000;

/** The stored evidence of attendance at a student's classes that took place, newest first. */
export async function findOfStudent({ db }: Context, institute_id: number, student_id: number): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`${evidence(
    db,
    sql`meetings m join users u on u.id = ${student_id}`,
    sql`y.student_id = ${student_id}`,
    sql`m.institute_id = ${institute_id} and ${attends(student_id)} order by m.starts_at desc, m.id desc limit ${mostClasses}`,
  )}`.execute(db);
  return rows;
}

/** The evidence of one class, a row for each student, ordered by name. */
export async function findOfClass(
  { db }: Context,
  institute_id: number,
  meeting_id: number,
  student_ids: readonly number[],
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`${evidence(
    db,
    sql`meetings m join users u on u.id = any(${student_ids}::bigint[])`,
    sql`y.student_id = any(${student_ids}::bigint[]) and y.meeting_id = ${meeting_id}`,
    sql`m.id = ${meeting_id} and m.institute_id = ${institute_id} order by u.name, u.id`,
  )}`.execute(db);
  return rows;
}

export interface HeldClass {
  title: string;
  starts_at: Date;
  started_at: Date | null;
}

export async function findClass({ db }: Context, institute_id: number, id: number): Promise<HeldClass | undefined> {
  return db
    .selectFrom('meetings')
    .where('id', '=', id)
    .where('institute_id', '=', institute_id)
    .select(['title', 'starts_at', 'started_at'])
    .executeTakeFirst();
}

/** Records that a student contests an absence; a correction by staff stays as it is. */
export async function upsertContest({ db, now }: Context, student_id: number, meeting_id: number, contest_reason: string): Promise<void> {
  const contest = { contested_at: now, contest_reason };
  await db
    .insertInto('meeting_attendance')
    .values({ student_id, meeting_id, ...contest })
    .onConflict((on) => on.columns(['student_id', 'meeting_id']).doUpdateSet(contest))
    .execute();
}

export async function upsertCorrection(
  { db, now }: Context,
  {
    student_id,
    meeting_id,
    ...by
  }: { student_id: number; meeting_id: number; corrected: 'present' | 'absent'; reason: string; corrected_by: number },
): Promise<void> {
  const correction = { ...by, corrected_at: now };
  await db
    .insertInto('meeting_attendance')
    .values({ student_id, meeting_id, ...correction })
    .onConflict((on) => on.columns(['student_id', 'meeting_id']).doUpdateSet(correction))
    .execute();
}

/** Names in the provider's list that match no student. */
export async function findGuests({ db }: Context, meeting_id: number) {
  return db
    .selectFrom('meeting_guests')
    .where('meeting_id', '=', meeting_id)
    .where('student_id', 'is', null)
    .orderBy('name')
    .select(['id', 'name', 'from_at', 'to_at'])
    .execute();
}

/**
 * Matches a guest of the meeting, known only by name, to a student, who gets the guest's attendance time. False if there is no unmatched
 * guest with this id.
 */
export async function matchGuest({ db }: Context, meeting_id: number, guest_id: number, student_id: number): Promise<boolean> {
  const guest = await db
    .updateTable('meeting_guests')
    .set({ student_id })
    .where('id', '=', guest_id)
    .where('meeting_id', '=', meeting_id)
    .where('student_id', 'is', null)
    .returning(['stay_key', 'from_at', 'to_at'])
    .executeTakeFirst();
  if (!guest) return false;
  await db
    .insertInto('meeting_stays')
    .values({ ...guest, student_id, meeting_id, source: 'provider' })
    .onConflict((on) => on.doNothing())
    .execute();
  return true;
}
