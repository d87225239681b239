// Contents: sheets · students by roll number · entering
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

type SheetTable = Tables['answer_sheets'];

export type SheetRow = Pick<
  Selectable<SheetTable>,
  'id' | 'paper_id' | 'student_id' | 'source' | 'file_name' | 'set_name' | 'page' | 'roll_number' | 'answers' | 'roll_doubt' | 'session_id'
> & { student_name: string | null; total_score: number | null; max_score: number | null };

const sheets = ({ db, actor }: StaffContext) =>
  db
    .selectFrom('answer_sheets as a')
    .leftJoin('users as u', 'u.id', 'a.student_id')
    .leftJoin('sessions as s', (on) => on.onRef('s.student_id', '=', 'a.student_id').onRef('s.id', '=', 'a.session_id'))
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
      'a.answers',
      'a.roll_doubt',
      'a.session_id',
      'u.name as student_name',
      's.total_score',
      's.max_score',
    ]);

/** The sheets of a paper, the latest first. */
export const findSheets = (context: StaffContext, paper_id: number): Promise<SheetRow[]> =>
  sheets(context).where('a.paper_id', '=', paper_id).orderBy('a.id', 'desc').execute();

/** A sheet of the institute, locked until the transaction ends. */
export async function lockSheet(context: StaffContext, id: number): Promise<SheetRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from answer_sheets where institute_id = ${context.actor.institute_id} and id = ${id} for update`.execute(context.db);
  return rows[0] && sheets(context).where('a.id', '=', id).executeTakeFirst();
}

/** Locks the sheets of a paper until the transaction ends, so that two people cannot enter the same ones. */
export async function lockSheets({ db, actor }: StaffContext, paper_id: number): Promise<void> {
  await sql`select id from answer_sheets where institute_id = ${actor.institute_id} and paper_id = ${paper_id} order by id for update`.execute(
    db,
  );
}

export async function countSheets({ db }: Context, paper_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('answer_sheets')
    .where('paper_id', '=', paper_id)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
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

/** Stores mended answers, and a roll number that is no longer doubtful if one is given. */
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

/**
 * Active students of the institute by roll number: those who have exactly this number, otherwise those whose number has the same digits,
 * because a sheet has no bubbles for letters, and any zeros in front.
 */
export async function findByRollNumber(
  { db, actor }: StaffContext,
  roll_numbers: readonly string[],
): Promise<{ asked: string; student_id: number }[]> {
  const digits = sql`ltrim(regexp_replace(m.institute_given_id, '[^0-9]', '', 'g'), '0')`;
  const { rows } = await sql<{ asked: string; student_id: number }>`
    select asked, student_id from (
      select t.asked, m.user_id as student_id, m.institute_given_id = t.asked as is_exact,
        bool_or(m.institute_given_id = t.asked) over (partition by t.asked) as has_exact
      from (select asked, ltrim(asked, '0') as digits from unnest(${roll_numbers}::text[]) as asked) t
      join memberships m on m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null
        and (m.institute_given_id = t.asked or (t.asked ~ '^[0-9]+$' and t.digits <> '' and ${digits} = t.digits))
    ) f where is_exact or not has_exact`.execute(db);
  return rows;
}

/** Notes the attempts that were made of the sheets of these students. */
export async function noteAttempts(
  { db }: Context,
  paper_id: number,
  sessions: readonly { student_id: number; id: number }[],
): Promise<void> {
  await sql`
    update answer_sheets a set session_id = k.id
    from unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where a.paper_id = ${paper_id} and a.student_id = k.student_id`.execute(db);
}

/** Makes the sheets of these students unentered again. */
export async function forgetAttempts({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<void> {
  await sql`
    update answer_sheets set session_id = null where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[])`.execute(db);
}
