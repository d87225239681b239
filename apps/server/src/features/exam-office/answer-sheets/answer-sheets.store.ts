// Contents: sheets · students by roll number · entering
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

type SheetTable = Tables['answer_sheets'];

/** A sheet without its answers. */
export type SheetRow = Pick<
  Selectable<SheetTable>,
  'id' | 'paper_id' | 'student_id' | 'source' | 'file_name' | 'set_name' | 'page' | 'roll_number' | 'session_id'
> & { student_name: string | null; has_roll_doubt: boolean };

/** A sheet that is judged: an entered one has no doubts any more. */
export type JudgedRow = SheetRow & { has_doubt: boolean };

type Answers = Selectable<SheetTable>['answers'];

const sheets = ({ db, actor }: StaffContext) =>
  db
    .selectFrom('answer_sheets as a')
    .leftJoin('users as u', 'u.id', 'a.student_id')
    .where('a.institute_id', '=', actor.institute_id)
    .select([
      'a.id',
      'a.paper_id',
      'a.student_id',
      'a.source',
      'a.file_name',
      'a.set_name',
      'a.page',
      'a.roll_number',
      'a.session_id',
      'u.name as student_name',
      sql<boolean>`a.roll_doubt is not null`.as('has_roll_doubt'),
    ]);

const hasDoubt = sql<boolean>`(a.roll_doubt is not null or jsonb_path_exists(a.answers, '$[*] ? (@.doubt != null)'))`;

/** The sheets of a paper, the latest first. */
export const findSheets = (context: StaffContext, paper_id: number): Promise<JudgedRow[]> =>
  sheets(context)
    .where('a.paper_id', '=', paper_id)
    .select(sql<boolean>`a.session_id is null and ${hasDoubt}`.as('has_doubt'))
    .orderBy('a.id', 'desc')
    .execute();

export interface SheetFacts {
  id: number;
  answered_count: number;
  /** The doubtful answers, which a person must check, without their pictures. */
  doubtful: (Omit<Answers[number], 'doubt'> & { doubt: Pick<NonNullable<Answers[number]['doubt']>, 'why'> })[];
  roll_doubt: Pick<NonNullable<Selectable<SheetTable>['roll_doubt']>, 'why'> | null;
  total_score: number | null;
  max_score: number | null;
}

/** Further facts of the sheets of a paper, by the id of the sheet. Pictures of doubts stay in the database. */
export async function findFacts({ db, actor }: StaffContext, paper_id: number): Promise<Map<number, SheetFacts>> {
  const { rows } = await sql<SheetFacts>`
    select a.id, a.answered_count, a.doubtful, a.roll_doubt, s.total_score, s.max_score
    from (
      select id, student_id, session_id, roll_doubt - 'crop' as roll_doubt, e.answered_count, e.doubtful
      from answer_sheets
      cross join lateral (
        select (count(*) filter (where jsonb_array_length(e -> 'options') > 0 or e ->> 'text' is not null))::int as answered_count,
          coalesce(jsonb_agg(e #- '{doubt,crop}') filter (where e -> 'doubt' <> 'null'), '[]') as doubtful
        from jsonb_array_elements(answers) e
      ) e
      where institute_id = ${actor.institute_id} and paper_id = ${paper_id}
    ) a
    left join sessions s on s.student_id = a.student_id and s.id = a.session_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface EnteredSheet {
  student_id: number;
  session_id: number;
  total_score: number | null;
  max_score: number | null;
}

/** The attempts that were made of sheets of a paper; an attempt of several pages comes once. */
export async function findEntered({ db, actor }: StaffContext, paper_id: number): Promise<EnteredSheet[]> {
  const { rows } = await sql<EnteredSheet>`
    select a.student_id, a.session_id, s.total_score, s.max_score
    from (
      select distinct student_id, session_id from answer_sheets
      where institute_id = ${actor.institute_id} and paper_id = ${paper_id} and student_id is not null and session_id is not null
    ) a
    left join sessions s on s.student_id = a.student_id and s.id = a.session_id
    order by a.session_id desc`.execute(db);
  return rows;
}

/** The doubts of a sheet of the institute, with their pictures. */
export async function findDoubts(
  { db, actor }: StaffContext,
  id: number,
): Promise<Pick<Selectable<SheetTable>, 'roll_doubt' | 'answers'> | undefined> {
  const { rows } = await sql<Pick<Selectable<SheetTable>, 'roll_doubt' | 'answers'>>`
    select roll_doubt, jsonb_path_query_array(answers, '$[*] ? (@.doubt != null)') as answers
    from answer_sheets where institute_id = ${actor.institute_id} and id = ${id}`.execute(db);
  return rows[0];
}

/** All answers of sheets, by the id of the sheet. */
export async function findAnswers({ db, actor }: StaffContext, ids: readonly number[]): Promise<Map<number, Answers>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('answer_sheets')
    .where('institute_id', '=', actor.institute_id)
    .where('id', 'in', ids)
    .select(['id', 'answers'])
    .execute();
  return new Map(rows.map(({ id, answers }) => [id, answers]));
}

/** A sheet of the institute, locked until the transaction ends. */
export async function lockSheet(context: StaffContext, id: number): Promise<SheetRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from answer_sheets where institute_id = ${context.actor.institute_id} and id = ${id} for update`.execute(context.db);
  return rows[0] && sheets(context).where('a.id', '=', id).executeTakeFirst();
}

/** Locks the paper until the transaction ends, so that nobody publishes its results meanwhile. */
export async function lockPaper({ db }: Context, paper_id: number): Promise<void> {
  await sql`select from papers where id = ${paper_id} for update`.execute(db);
}

/** Locks the sheets of a paper until the transaction ends, so that two people cannot enter the same ones. */
export async function lockSheets({ db, actor }: StaffContext, paper_id: number): Promise<void> {
  await sql`select id from answer_sheets where institute_id = ${actor.institute_id} and paper_id = ${paper_id} order by id for update`.execute(
    db,
  );
}

/** The number of a paper's sheets, and of those with doubts. */
export async function countSheets({ db }: Context, paper_id: number): Promise<{ all: number; doubtful: number }> {
  const { rows } = await sql<{ all: number; doubtful: number }>`
    select count(*)::int as all, (count(*) filter (where ${hasDoubt}))::int as doubtful
    from answer_sheets a where paper_id = ${paper_id}`.execute(db);
  return rows[0] ?? { all: 0, doubtful: 0 };
}

/** Stores a sheet, and returns whether its picture or row is new. */
export async function insertSheet({ db }: Context, sheet: Insertable<SheetTable>): Promise<number | undefined> {
  const row = await db
    .insertInto('answer_sheets')
    .values(sheet)
    .onConflict((on) => on.columns(['paper_id', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores corrected answers, and a roll number that is no longer doubtful if one is given. */
export async function updateSheet(
  { db }: Context,
  id: number,
  { answers, roll }: { answers: string; roll?: { roll_number: string; student_id: number | null } },
): Promise<void> {
  await db.updateTable('answer_sheets').set({ answers }).where('id', '=', id).execute();
  if (!roll) return;
  await sql`
    update answer_sheets set roll_number = ${roll.roll_number}, student_id = ${roll.student_id}, roll_doubt = null where id = ${id}`.execute(
    db,
  );
}

export async function deleteSheet({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('answer_sheets').where('id', '=', id).execute();
}

export interface Asked {
  roll_number: string;
  /** Whether it was marked in bubbles, which have no letters; otherwise it was written. */
  is_marked: boolean;
}

/**
 * Active students of the institute by roll number: those who have exactly this number, otherwise those whose number has the same digits and
 * any zeros in front. A marked number may also be that of a student who has letters beside these digits.
 */
export async function findByRollNumber(
  { db, actor }: StaffContext,
  asked: readonly Asked[],
): Promise<(Asked & { student_id: number; student_name: string | null })[]> {
  const { rows } = await sql<Asked & { student_id: number; student_name: string | null }>`
    with students as materialized (
      select m.user_id, u.name, m.institute_given_id as number, ltrim(regexp_replace(m.institute_given_id, '[^0-9]', '', 'g'), '0') as digits
      from memberships m join users u on u.id = m.user_id
      where m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null and m.institute_given_id is not null
    ),
    t as (
      select distinct roll_number, is_marked, ltrim(roll_number, '0') as digits
      from unnest(${asked.map(({ roll_number }) => roll_number)}::text[], ${asked.map(({ is_marked }) => is_marked)}::boolean[])
        as t(roll_number, is_marked)
    )
    select t.roll_number, t.is_marked, s.user_id as student_id, s.name as student_name from t join students s on s.number = t.roll_number
    union
    select t.roll_number, t.is_marked, s.user_id, s.name from t join students s on s.digits = t.digits
    where t.roll_number ~ '^[0-9]+$' and t.digits <> '' and (t.is_marked and s.number ~ '[^0-9]'
      or not exists (select from students e where e.number = t.roll_number))`.execute(db);
  return rows;
}

/** Notes the students to whom sheets turned out to belong after they were loaded. */
export async function noteStudents({ db }: Context, found: readonly { id: number; student_id: number }[]): Promise<void> {
  await sql`
    update answer_sheets a set student_id = k.student_id
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ student_id }) => student_id)}::bigint[]) as k(id, student_id)
    where a.id = k.id and a.student_id is null`.execute(db);
}

/** Deletes sheets of no known student that were read before a moment. */
export async function deleteUnmatched({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('answer_sheets').where('student_id', 'is', null).where('read_at', '<', before).execute();
}

/** Notes the attempts that were made of these sheets, and the students to whom entering them gave the test. */
export async function noteAttempts(
  { db }: Context,
  sheet_ids: readonly number[],
  sessions: readonly { student_id: number; id: number }[],
  given: readonly number[],
): Promise<void> {
  await sql`
    update answer_sheets a set session_id = k.id, gave_test = k.student_id = any(${given}::bigint[])
    from unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where a.id = any(${sheet_ids}::bigint[]) and a.student_id = k.student_id`.execute(db);
}

/** Students to whom the test was given by entering their sheets, and not by staff. */
export async function findGivenBySheets({ db }: Context, paper_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('answer_sheets')
    .where('paper_id', '=', paper_id)
    .where('gave_test', '=', true)
    .where('student_id', 'is not', null)
    .select('student_id')
    .distinct()
    .$narrowType<{ student_id: number }>()
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** Makes the sheets of these students unentered again. */
export async function forgetAttempts({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<void> {
  await sql`
    update answer_sheets set session_id = null, gave_test = false
    where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[])`.execute(db);
}
