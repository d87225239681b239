import { type RawBuilder, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import { hasRow } from '../../../database/scale/spread-database.ts';

/** A test or an assignment of the institute, with the number of its students. */
export interface TestRow {
  id: number;
  code: string;
  name: string;
  test_type: string;
  time_kind: 'wall_clock' | 'session_time';
  is_assignment: boolean;
  opens_at: Date | null;
  closes_at: Date | null;
  test_duration: number;
  should_request_otp: boolean;
  has_code: boolean;
  can_lock_test: boolean;
  is_exam_exact: boolean;
  allows_review: boolean;
  results_published_at: Date | null;
  question_count: number;
  given: number;
  running: number;
  finished: number;
}

/** The tests of `page` with their counts, each made once for all tests: a spread database refuses a lookup for each paper. */
const withCounts = (page: RawBuilder<unknown>) => sql<TestRow>`
  with page as materialized (${page}),
  given as materialized (select a.paper_id, count(*) as count from paper_assignments a join page on page.id = a.paper_id group by a.paper_id),
  taken as materialized (
    select s.paper_id, count(*) filter (where s.status = 'IN_PROGRESS') as running,
      count(distinct s.student_id) filter (where s.status = 'COMPLETE') as finished
    from sessions s join page on page.id = s.paper_id group by s.paper_id
  )
  select p.id, p.code, p.name, p.test_type, p.time_kind, p.is_assignment, p.opens_at, p.closes_at, p.test_duration, p.should_request_otp,
    p.otp_hash is not null as has_code, p.can_lock_test, p.is_exam_exact, p.allows_review, p.results_published_at,
    (select count(*) from paper_questions q where q.paper_id = p.id) as question_count,
    coalesce(given.count, 0) as given, coalesce(taken.running, 0) as running, coalesce(taken.finished, 0) as finished
  from page join papers p on p.id = page.id left join given on given.paper_id = p.id left join taken on taken.paper_id = p.id
  order by coalesce(p.opens_at, p.closes_at) desc nulls first, p.id desc`;

/** A page of the list: first tests without a window, which need to be set up, then by the latest window. */
export async function listTests(
  { db, actor }: StaffContext,
  is_assignment: boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ tests: TestRow[]; total: number }> {
  const scope = sql`p.institute_id = ${actor.institute_id} and p.test_mode_type = 0 and p.is_assignment = ${is_assignment}`;
  const { rows: tests } = await withCounts(
    sql`select p.id from papers p where ${scope} order by coalesce(p.opens_at, p.closes_at) desc nulls first, p.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  const { rows } = await sql<{ total: number }>`select count(*) as total from papers p where ${scope}`.execute(db);
  return { tests, total: rows[0]?.total ?? 0 };
}

export async function findTest({ db, actor }: StaffContext, id: number): Promise<TestRow | undefined> {
  const { rows } = await withCounts(
    sql`select p.id from papers p where p.id = ${id} and p.institute_id = ${actor.institute_id} and p.test_mode_type = 0`,
  ).execute(db);
  return rows[0];
}

/** Whether the log has an entry that a member of staff tried the test. */
export async function wasTried({ db, actor }: StaffContext, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .where('institute_id', '=', actor.institute_id)
    .where('object_type', '=', 'paper')
    .where('object_id', '=', id)
    .where('what', '=', 'paper.try')
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Students of the institute, by name, with their state in a test. */
export async function findStudents({ db, actor }: StaffContext, paper_id: number) {
  const { rows } = await sql<{ id: number; name: string | null; given_id: string | null; is_given: boolean; has_begun: boolean }>`
    select u.id, u.name, m.institute_given_id as given_id, a.student_id is not null as is_given,
      ${hasRow(db, { value: 'u.id', column: 's.student_id', from: 'sessions s', where: sql`s.paper_id = ${paper_id}` })} as has_begun
    from memberships m join users u on u.id = m.user_id
    left join paper_assignments a on a.paper_id = ${paper_id} and a.student_id = u.id
    where m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null
    order by u.name nulls last, u.id limit 10000`.execute(db);
  return rows;
}

export async function countStudents({ db, actor }: StaffContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from memberships where institute_id = ${actor.institute_id} and role = 'student' and ended_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

const memberNow = sql`m.role = 'student' and m.left_at is null`;

export async function listClassrooms({ db, actor }: StaffContext, paper_id: number) {
  const { rows } = await sql<{ id: number; name: string; students: number; given: number }>`
    select c.id, c.name, count(m.user_id) as students, count(a.student_id) as given
    from classrooms c left join classroom_members m on m.classroom_id = c.id and ${memberNow}
    left join paper_assignments a on a.paper_id = ${paper_id} and a.student_id = m.user_id
    where c.institute_id = ${actor.institute_id} and c.archived_at is null
    group by c.id, c.name order by c.name, c.id`.execute(db);
  return rows;
}

/** Current students of the named classrooms that belong to the institute, and the number of these classrooms (`known`). */
export async function findInClassrooms({ db, actor }: StaffContext, classroom_ids: readonly number[]) {
  const own = await db
    .selectFrom('classrooms')
    .where('institute_id', '=', actor.institute_id)
    .where(sql<boolean>`id = any(${classroom_ids}::bigint[])`)
    .select('id')
    .execute();
  const { rows } = await sql<{ user_id: number }>`
    select distinct m.user_id from classroom_members m
    join memberships s on s.user_id = m.user_id and s.institute_id = ${actor.institute_id} and s.role = 'student' and s.ended_at is null
    where m.classroom_id = any(${own.map(({ id }) => id)}::bigint[]) and ${memberNow}`.execute(db);
  return { known: own.length, students: rows.map(({ user_id }) => user_id) };
}

export interface CopyablePaper {
  id: number;
  name: string;
  exam: string;
  question_count: number;
  test_duration: number;
}

export async function listShared({ db }: StaffContext): Promise<CopyablePaper[]> {
  const { rows } = await sql<CopyablePaper>`
    select p.id, p.name, p.test_type as exam, p.test_duration, (select count(*) from paper_questions q where q.paper_id = p.id) as question_count
    from papers p where p.institute_id is null order by p.test_mode_type, p.position, p.id limit 500`.execute(db);
  return rows;
}

/** Copies a paper of the shared bank or the institute into the institute; undefined if there is no such paper. */
export async function copyPaper(
  { db, actor }: StaffContext,
  paper_id: number,
  { name, is_assignment }: { name: string; is_assignment: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with original as materialized (
      select left(p.code, 40) || '-copy-' || n.next as code, p.test_type, p.preset, p.test_duration, p.is_new_neet_pattern, p.courses
      from papers p cross join (select count(*) + 1 as next from papers where institute_id = ${actor.institute_id}) n
      where p.id = ${paper_id} and (p.institute_id is null or p.institute_id = ${actor.institute_id})
    )
    insert into papers (code, name, test_mode_type, test_type, preset, time_kind, test_duration, is_new_neet_pattern, is_assignment, courses,
      is_free, is_test_retakable, allows_review, institute_id, position)
    select code, ${name}, 0, test_type, preset, ${is_assignment ? 'session_time' : 'wall_clock'}, test_duration, is_new_neet_pattern,
      ${is_assignment}, courses, false, false, false, ${actor.institute_id}, 0
    from original returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`
    insert into paper_sections (paper_id, position, name, section, subject_id, question_type, question_count, first_position, attempt_limit,
      limit_kind, integer, correct, incorrect, unattempted, partial)
    select ${id}, position, name, section, subject_id, question_type, question_count, first_position, attempt_limit, limit_kind, integer, correct,
      incorrect, unattempted, partial
    from paper_sections where paper_id = ${paper_id}`.execute(db);
  await sql`
    insert into paper_questions (paper_id, position, section_position, question_id)
    select ${id}, position, section_position, question_id from paper_questions where paper_id = ${paper_id}`.execute(db);
  return id;
}

/** Deletes a paper; false if a student has it or has begun it, or if a group of shifts contains it. */
export async function deleteUngiven({ db, actor }: StaffContext, paper_id: number): Promise<boolean> {
  // Locked first: a parallel assignment of the paper waits, and then finds no paper.
  await sql`select from papers where id = ${paper_id} for update`.execute(db);
  const { rows: used } = await sql`
    select student_id from paper_assignments where paper_id = ${paper_id} union all
    select student_id from sessions where paper_id = ${paper_id} union all
    select id from answer_sheets where paper_id = ${paper_id} limit 1`.execute(db);
  if (used.length > 0) return false;
  const { rows } = await sql<{ id: number }>`
    delete from papers p where p.id = ${paper_id} and p.institute_id = ${actor.institute_id}
      and not exists (select from shift_group_papers g where g.paper_id = p.id)
    returning p.id`.execute(db);
  return rows.length > 0;
}
