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

/** Tests of the institute that a student is taking now, or whose window is open or opens before `until`. */
export async function findTestsOfToday({ db, now, actor }: StaffContext, until: Date, silentSince: Date): Promise<TestOfToday[]> {
  // Sums over sessions and assignments are made once for all tests: a spread database refuses a lookup for each paper.
  const { rows } = await sql<TestOfToday>`
    with tests as materialized (select id from papers where institute_id = ${actor.institute_id} and test_mode_type = 0),
    now_ as materialized (
      select s.paper_id, count(*) as running, count(*) filter (where s.locked_at is not null) as locked, max(s.deadline) as ends_at,
        count(*) filter (where s.locked_at is null and coalesce(s.time_reported_at, s.began_at) < ${silentSince}) as silent
      from sessions s join tests on tests.id = s.paper_id where s.status = 'IN_PROGRESS' group by s.paper_id
    ),
    page as materialized (
      select p.id, p.name, p.is_assignment, p.opens_at, p.closes_at, p.test_duration, p.should_request_otp, p.otp_hash is not null as has_code,
        coalesce(now_.running, 0) as running, coalesce(now_.locked, 0) as locked, coalesce(now_.silent, 0) as silent, now_.ends_at
      from tests join papers p using (id) left join now_ on now_.paper_id = p.id
      where now_.running > 0 or (p.opens_at is not null and p.opens_at < ${until} and coalesce(p.closes_at > ${now}, true))
      order by p.opens_at nulls last, p.id
      limit 40
    ),
    given as materialized (select a.paper_id, count(*) as count from paper_assignments a join page on page.id = a.paper_id group by a.paper_id)
    select page.*, coalesce(given.count, 0) as given from page left join given on given.paper_id = page.id
    order by page.opens_at nulls last, page.id`.execute(db);
  return rows;
}

/** Finished tests whose results are not published, oldest first, with the number of students who finished. */
export async function findUnpublished({
  db,
  now,
  actor,
}: StaffContext): Promise<{ id: number; name: string; closes_at: Date; finished: number }[]> {
  const { rows } = await sql<{ id: number; name: string; closes_at: Date; finished: number }>`
    with waiting as materialized (
      select id, name, closes_at from papers
      where institute_id = ${actor.institute_id} and test_mode_type = 0 and results_published_at is null and closes_at < ${now}
        and closes_at > ${now}::timestamptz - interval '60 days'
    ),
    done as materialized (
      select s.paper_id, count(*) as finished from sessions s join waiting on waiting.id = s.paper_id where s.status = 'COMPLETE' group by s.paper_id
    )
    select w.id, w.name, w.closes_at, done.finished from waiting w join done on done.paper_id = w.id order by w.closes_at limit 20`.execute(
    db,
  );
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
