import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

/** A test with its window, the number of its students and their present state. */
export interface TestOfToday {
  id: number;
  name: string;
  is_assignment: boolean;
  opens_at: Date | null;
  closes_at: Date | null;
  test_duration: number;
  should_request_otp: boolean;
  has_code: boolean;
  given: number;
  running: number;
  locked: number;
  silent: number;
  /** The end of the running attempt that ends last. */
  ends_at: Date | null;
}

const countRunning = (silentSince: Date) => sql`
  select count(*) as running, count(*) filter (where locked_at is not null) as locked, max(deadline) as ends_at,
    count(*) filter (where locked_at is null and coalesce(time_reported_at, began_at) < ${silentSince}) as silent
  from sessions s where s.paper_id = p.id and s.status = 'IN_PROGRESS'`;

/** Tests of the institute that a student is taking now, or whose window is open or opens before `until`. */
export async function findTestsOfToday({ db, now, actor }: StaffContext, until: Date, silentSince: Date): Promise<TestOfToday[]> {
  const { rows } = await sql<TestOfToday>`
    select p.id, p.name, p.is_assignment, p.opens_at, p.closes_at, p.test_duration, p.should_request_otp, p.otp_hash is not null as has_code,
      (select count(*) from paper_assignments a where a.paper_id = p.id) as given, now_.running, now_.locked, now_.silent, now_.ends_at
    from papers p cross join lateral (${countRunning(silentSince)}) now_
    where p.institute_id = ${actor.institute_id} and p.test_mode_type = 0
      and (now_.running > 0 or (p.opens_at is not null and p.opens_at < ${until} and coalesce(p.closes_at > ${now}, true)))
    order by p.opens_at nulls last, p.id
    limit 40`.execute(db);
  return rows;
}

/** Finished tests whose results are not published, oldest first, with the number of students who finished. */
export async function findUnpublished({
  db,
  now,
  actor,
}: StaffContext): Promise<{ id: number; name: string; closes_at: Date; finished: number }[]> {
  const { rows } = await sql<{ id: number; name: string; closes_at: Date; finished: number }>`
    select p.id, p.name, p.closes_at, done.finished from papers p
    cross join lateral (select count(*) as finished from sessions s where s.paper_id = p.id and s.status = 'COMPLETE') done
    where p.institute_id = ${actor.institute_id} and p.test_mode_type = 0 and p.results_published_at is null and p.closes_at < ${now}
      and p.closes_at > ${now}::timestamptz - interval '60 days' and done.finished > 0
    order by p.closes_at limit 20`.execute(db);
  return rows;
}

/** Tests with late answers that are not accepted. */
export async function findLate({ db, now, actor }: StaffContext): Promise<{ id: number; name: string; students: number; since: Date }[]> {
  const { rows } = await sql<{ id: number; name: string; students: number; since: Date }>`
    select p.id, p.name, count(distinct l.student_id) as students, min(l.received_at) as since
    from papers p join sessions s on s.paper_id = p.id join late_uploads l on l.student_id = s.student_id and l.session_id = s.id
    where p.institute_id = ${actor.institute_id} and l.accepted_at is null and l.received_at > ${now}::timestamptz - interval '30 days'
    group by p.id, p.name order by since limit 20`.execute(db);
  return rows;
}
