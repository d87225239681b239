// Contents: a student's tests · handing in · access to files · the staff's tests · marks
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import type { Tables } from '../../../database/tables.ts';

type StoredStatus = 'NOT_STARTED' | 'QP_DOWNLOADED' | 'SUBMITTED';

/** Members `m` who take the test `t`: in one of its classrooms at some time during the test. */
const sits = sql`m.role = 'student' and m.joined_at < t.starts_at + t.duration_seconds * interval '1 second'
  and (m.left_at is null or m.left_at > t.starts_at)`;

const isFor = (student_id: number) => sql<boolean>`t.cancelled_at is null and exists (
  select from offline_test_classrooms c join classroom_members m on m.classroom_id = c.classroom_id
  where c.offline_test_id = t.id and m.user_id = ${student_id} and ${sits})`;

export interface SubjectRow {
  id: number;
  name: string;
  test_count: number;
  due_count: number;
}

export async function countBySubject({ db, now }: Context, institute_id: number, student_id: number): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select s.id, s.name, count(*)::int as test_count,
      (count(*) filter (where t.starts_at <= ${now} and coalesce(r.status, '') <> 'SUBMITTED'
        and t.starts_at + (t.duration_seconds + t.upload_seconds) * interval '1 second' >= ${now}))::int as due_count
    from offline_tests t join institute_subjects s on s.id = t.subject_id
    left join offline_test_responses r on r.student_id = ${student_id} and r.offline_test_id = t.id
    where t.institute_id = ${institute_id} and ${isFor(student_id)}
    group by s.id order by s.position, s.name`.execute(db);
  return rows;
}

export interface DueRow {
  id: number;
  name: string;
  subject_id: number;
  starts_at: Date;
  duration_seconds: number;
  upload_seconds: number;
}

/** Tests on paper that have begun and whose sheet the student may still hand in, ordered by their end. */
export async function findDue({ db, now }: Context, institute_id: number, student_id: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select t.id, t.name, t.subject_id, t.starts_at, t.duration_seconds, t.upload_seconds from offline_tests t
    left join offline_test_responses r on r.student_id = ${student_id} and r.offline_test_id = t.id
    where t.institute_id = ${institute_id} and ${isFor(student_id)} and t.starts_at <= ${now} and coalesce(r.status, '') <> 'SUBMITTED'
      and t.starts_at + (t.duration_seconds + t.upload_seconds) * interval '1 second' >= ${now}
    order by t.starts_at + (t.duration_seconds + t.upload_seconds) * interval '1 second', t.id limit 20`.execute(db);
  return rows;
}

/** Whether the student has a test on paper that has begun and whose time to hand in is not over. */
export async function hasRunning({ db, now }: Context, institute_id: number, student_id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from offline_tests t
    where t.institute_id = ${institute_id} and ${isFor(student_id)} and t.starts_at <= ${now}
      and t.starts_at + (t.duration_seconds + t.upload_seconds) * interval '1 second' >= ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds a response for each of the student's tests of a subject that has none. A test needs one once the student sees it. */
export async function insertMissingResponses({ db }: Context, institute_id: number, student_id: number, subject_id: number): Promise<void> {
  // Two statements: a spread database inserts no row from such a join, without an error.
  const { rows: missing } = await sql<{ student_id: number; offline_test_id: number }>`
    select distinct ${student_id}::bigint as student_id, t.id as offline_test_id from offline_tests t
    join offline_test_classrooms c on c.offline_test_id = t.id
    join classroom_members m on m.classroom_id = c.classroom_id and m.user_id = ${student_id} and ${sits}
    left join offline_test_responses r on r.student_id = ${student_id}::bigint and r.offline_test_id = t.id
    where t.institute_id = ${institute_id} and t.subject_id = ${subject_id} and t.cancelled_at is null and r.offline_test_id is null`.execute(
    db,
  );
  if (missing.length === 0) return;
  await db
    .insertInto('offline_test_responses')
    .values(missing)
    .onConflict((on) => on.doNothing())
    .execute();
}

export interface SheetRow {
  stored_file_id: number;
  received_at: Date;
  is_late: boolean;
  bytes: number;
  pages: number | null;
  sha256: Buffer;
}

export interface ResponseRow {
  id: number;
  offline_test_id: number;
  student_id: number;
  institute_id: number;
  name: string;
  starts_at: Date;
  duration_seconds: number;
  upload_seconds: number;
  total_mark: number;
  question_file_id: number | null;
  status: StoredStatus;
  marks: number | null;
  remark: string | null;
  marked_file_id: number | null;
}

const ofResponse = sql`
  r.id, r.offline_test_id, r.student_id, t.institute_id, t.name, t.starts_at, t.duration_seconds, t.upload_seconds, t.total_mark,
  t.question_file_id, r.status, r.marks, r.remark, r.marked_file_id`;

const findWhere = async ({ db }: Context, student_id: number, condition: RawBuilder<unknown>): Promise<ResponseRow[]> => {
  const { rows } = await sql<ResponseRow>`
    select ${ofResponse} from offline_test_responses r join offline_tests t on t.id = r.offline_test_id
    where r.student_id = ${student_id} and ${isFor(student_id)} and ${condition}
    order by t.starts_at desc, t.id desc limit 500`.execute(db);
  return rows;
};

/** A student's tests of a subject, newest first. */
export const findResponses = (context: Context, institute_id: number, student_id: number, subject_id: number) =>
  findWhere(context, student_id, sql`t.institute_id = ${institute_id} and t.subject_id = ${subject_id}`);

export async function findResponse(
  context: Context,
  institute_id: number,
  student_id: number,
  id: number,
): Promise<ResponseRow | undefined> {
  const [row] = await findWhere(context, student_id, sql`t.institute_id = ${institute_id} and r.id = ${id}`);
  return row;
}

/** Locks a response until the transaction ends: when two devices hand in at once, the second sees the sheet of the first. */
export async function lockResponse({ db }: Context, student_id: number, id: number): Promise<void> {
  await sql`select id from offline_test_responses where student_id = ${student_id} and id = ${id} for update`.execute(db);
}

/** Sheets of responses of one student, newest first. */
export async function findSheets({ db }: Context, student_id: number, response_ids: readonly number[]): Promise<Map<number, SheetRow[]>> {
  const { rows } = await sql<SheetRow & { response_id: number }>`
    select h.response_id, h.stored_file_id, h.received_at, h.is_late, o.bytes, o.pages, o.sha256
    from offline_test_sheets h join stored_files o on o.id = h.stored_file_id
    where h.student_id = ${student_id} and h.response_id = any(${response_ids}::bigint[])
    order by h.received_at desc, h.stored_file_id desc`.execute(db);
  return groupRows(rows, ({ response_id }) => response_id);
}

export async function updateResponse(
  { db }: Context,
  student_id: number,
  id: number,
  change: Partial<Insertable<Tables['offline_test_responses']>>,
): Promise<void> {
  await db.updateTable('offline_test_responses').set(change).where('student_id', '=', student_id).where('id', '=', id).execute();
}

/** Stores a version of the sheet; the same file again is the same version. */
export async function insertSheet({ db }: Context, sheet: Insertable<Tables['offline_test_sheets']>): Promise<void> {
  await db
    .insertInto('offline_test_sheets')
    .values(sheet)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Whether the file was handed in for another test. */
export async function isOfAnotherTest({ db }: Context, student_id: number, response_id: number, stored_file_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('offline_test_sheets')
    .where('student_id', '=', student_id)
    .where('stored_file_id', '=', stored_file_id)
    .where('response_id', '!=', response_id)
    .select('response_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The student's tests that have begun and whose question paper is the file. */
export async function findTestsOfPaper(
  { db, now }: Context,
  institute_id: number,
  student_id: number,
  stored_file_id: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from offline_tests t
    where t.institute_id = ${institute_id} and t.question_file_id = ${stored_file_id} and t.starts_at <= ${now} and ${isFor(student_id)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Records that the student opened the question paper of these tests. */
export async function markDownloaded({ db, now }: Context, student_id: number, test_ids: readonly number[]): Promise<void> {
  await sql`
    insert into offline_test_responses (student_id, offline_test_id, status, downloaded_at)
    select ${student_id}::bigint, unnest(${test_ids}::bigint[]), 'QP_DOWNLOADED', ${now}::timestamptz
    on conflict (student_id, offline_test_id) do update set status = 'QP_DOWNLOADED', downloaded_at = excluded.downloaded_at
    where offline_test_responses.status = 'NOT_STARTED'`.execute(db);
}

export async function isMarkedSheetOf({ db }: Context, student_id: number, stored_file_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('offline_test_responses')
    .where('student_id', '=', student_id)
    .where('marked_file_id', '=', stored_file_id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface StaffTestRow {
  id: number;
  name: string;
  subject_id: number;
  subject_name: string;
  starts_at: Date;
  duration_seconds: number;
  upload_seconds: number;
  total_mark: number;
  question_file_id: number | null;
  classrooms: { id: number; name: string }[];
  student_count: number;
  submitted_count: number;
  marked_count: number;
}

const findTestsWhere = async ({ db }: Context, institute_id: number, condition: RawBuilder<unknown>): Promise<StaffTestRow[]> => {
  const { rows } = await sql<StaffTestRow>`
    with handed_in as materialized (
      select r.offline_test_id, count(*) filter (where r.status = 'SUBMITTED')::int as submitted, count(*) filter (where r.marks is not null)::int as marked
      from offline_test_responses r join offline_tests t on t.id = r.offline_test_id
      where t.institute_id = ${institute_id} and t.cancelled_at is null and ${condition} group by r.offline_test_id
    )
    select t.id, t.name, t.subject_id, s.name as subject_name, t.starts_at, t.duration_seconds, t.upload_seconds, t.total_mark, t.question_file_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name)
        from offline_test_classrooms c join classrooms k on k.id = c.classroom_id where c.offline_test_id = t.id), '[]') as classrooms,
      (select count(distinct m.user_id) from offline_test_classrooms c join classroom_members m on m.classroom_id = c.classroom_id
        where c.offline_test_id = t.id and ${sits})::int as student_count,
      coalesce(h.submitted, 0) as submitted_count, coalesce(h.marked, 0) as marked_count
    from offline_tests t join institute_subjects s on s.id = t.subject_id left join handed_in h on h.offline_test_id = t.id
    where t.institute_id = ${institute_id} and t.cancelled_at is null and ${condition}
    order by t.starts_at desc, t.id desc limit 500`.execute(db);
  return rows;
};

export const findTests = (context: Context, institute_id: number) => findTestsWhere(context, institute_id, sql`true`);

export async function findTest(context: Context, institute_id: number, id: number): Promise<StaffTestRow | undefined> {
  const [row] = await findTestsWhere(context, institute_id, sql`t.id = ${id}`);
  return row;
}

export async function insertTest(
  { db }: Context,
  test: Insertable<Tables['offline_tests']>,
  classroom_ids: readonly number[],
): Promise<number> {
  const { id } = await db.insertInto('offline_tests').values(test).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('offline_test_classrooms')
    .values(classroom_ids.map((classroom_id) => ({ offline_test_id: id, classroom_id })))
    .execute();
  return id;
}

export async function cancelTest({ db, now }: Context, id: number): Promise<void> {
  await db.updateTable('offline_tests').set({ cancelled_at: now }).where('id', '=', id).execute();
}

export interface StudentRow {
  student_id: number;
  student_name: string | null;
  response_id: number | null;
  status: StoredStatus;
  marks: number | null;
  remark: string | null;
  marked_file_id: number | null;
}

/** Every student of a test, by name, including those who have not opened it. */
export async function findStudents({ db }: Context, test_id: number, student_id: number | null = null): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    select u.id as student_id, u.name as student_name, r.id as response_id, coalesce(r.status, 'NOT_STARTED') as status, r.marks, r.remark, r.marked_file_id
    from (select distinct m.user_id from offline_tests t join offline_test_classrooms c on c.offline_test_id = t.id
      join classroom_members m on m.classroom_id = c.classroom_id where t.id = ${test_id} and ${sits}) of_test
    join users u on u.id = of_test.user_id
    left join offline_test_responses r on r.student_id = u.id and r.offline_test_id = ${test_id}
    where ${student_id}::bigint is null or u.id = ${student_id}
    order by u.name, u.id`.execute(db);
  return rows;
}

/** Sheets of a test, newest first. */
export async function findSheetsOfTest({ db }: Context, test_id: number): Promise<(SheetRow & { student_id: number })[]> {
  const { rows } = await sql<SheetRow & { student_id: number }>`
    select h.student_id, h.stored_file_id, h.received_at, h.is_late, o.bytes, o.pages, o.sha256
    from offline_test_responses r join offline_test_sheets h on h.student_id = r.student_id and h.response_id = r.id
    join stored_files o on o.id = h.stored_file_id
    where r.offline_test_id = ${test_id} order by h.received_at desc, h.stored_file_id desc`.execute(db);
  return rows;
}

/** Stores marks of a student, with or without a sheet. */
export async function upsertMarks(
  { db, now }: Context,
  {
    student_id,
    offline_test_id,
    ...given
  }: {
    student_id: number;
    offline_test_id: number;
    marks: number;
    remark: string | null;
    marked_file_id: number | null;
    marked_by: number | null;
  },
): Promise<void> {
  const marked = { ...given, marked_at: now };
  await db
    .insertInto('offline_test_responses')
    .values({ student_id, offline_test_id, ...marked })
    .onConflict((on) => on.columns(['student_id', 'offline_test_id']).doUpdateSet(marked))
    .execute();
}

/** Stores marks of many students; the marked sheets of those who have one stay. */
export async function upsertMarksTogether(
  { db, now }: Context,
  offline_test_id: number,
  marked_by: number | null,
  given: readonly { student_id: number; marks: number; remark: string | null }[],
): Promise<void> {
  await sql`
    insert into offline_test_responses (student_id, offline_test_id, marks, remark, marked_by, marked_at)
    select k.student_id, ${offline_test_id}::bigint, k.marks, k.remark, ${marked_by}::bigint, ${now}::timestamptz
    from unnest(${given.map(({ student_id }) => student_id)}::bigint[], ${given.map(({ marks }) => marks)}::double precision[],
      ${given.map(({ remark }) => remark)}::text[]) as k(student_id, marks, remark)
    on conflict (student_id, offline_test_id) do update
      set marks = excluded.marks, remark = excluded.remark, marked_by = excluded.marked_by, marked_at = excluded.marked_at`.execute(db);
}
