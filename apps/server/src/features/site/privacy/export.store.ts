import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';
import { heldByInstitute } from './held-by-institute.store.ts';
import { ofPerson, ofPhoneAndName, type PersonalTable } from './personal-rows.store.ts';
import { personalTables } from './personal-tables.store.ts';

/** A row of the export. */
export type ExportedRow = Record<string, unknown>;

export const exportedTables = (Object.entries(personalTables) as [keyof Tables, PersonalTable | null][]).flatMap(([name, table]) =>
  table ? [{ name, table }] : [],
);

/** The scope of an export: all data of a person, or an institute's data about its member. */
export interface Exportee {
  user_id: number;
  /** Membership whose data is exported; null for all data. */
  membership_id: number | null;
}

/**
 * The rows `t` of a table that belong to the person `p` and the membership `m`. Ids are written into the text, because a cursor takes no
 * parameters.
 */
const rowsOf = ({ user_id, membership_id }: Exportee, name: keyof Tables, rows: string) =>
  membership_id === null
    ? sql`${sql.table(name)} t join users p on p.id = ${sql.lit(user_id)} where (${ofPerson({ id: user_id }, rows)})`
    : sql`${sql.table(name)} t join users p on p.id = ${sql.lit(user_id)}
        join memberships m on m.id = ${sql.lit(membership_id)} and m.user_id = p.id
        where (${ofPerson({ id: user_id }, rows)}) and (${ofPerson({ id: user_id }, heldByInstitute[name] ?? 'false')})`;

const rowsAtOnce = 500;

/** The exported rows of one table, a few at a time. Must run in a transaction, which keeps the cursor open. */
export async function* findRows({ db }: Context, of: Exportee, name: keyof Tables, table: PersonalTable): AsyncGenerator<ExportedRow[]> {
  const fields = [
    ...table.columns.map((column) => `t."${column as string}"`),
    ...Object.entries(table.more ?? {}).map(([field, expression]) => `${expression} as "${field}"`),
  ].join(', ');
  const cursor = sql.id(`export_${name}`);
  await sql`declare ${cursor} no scroll cursor for select ${ofPerson({ id: of.user_id }, fields)} from ${rowsOf(of, name, table.rows)}`.execute(
    db,
  );
  for (let isLast = false; !isLast; ) {
    const { rows } = await sql<ExportedRow>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`.execute(db);
    isLast = rows.length < rowsAtOnce;
    yield rows;
  }
  await sql`close ${cursor}`.execute(db);
}

/** Questions whose keys the exported rows could reveal. */
export async function findMetQuestions({ db }: Context, of: Exportee): Promise<number[]> {
  const met = new Set<number>();
  for (const name of ['responses', 'mistakes', 'question_reports', 'doubts'] as const) {
    const { rows } = await sql<{ question_id: number }>`
      select distinct t.question_id as question_id from ${rowsOf(of, name, personalTables[name]?.rows ?? 'false')} and t.question_id is not null`.execute(
      db,
    );
    for (const { question_id } of rows) met.add(question_id);
  }
  return [...met];
}

/** The questions of the bank in the quizzes that the person answered, by their ids within the quiz. */
export async function findMetInQuizzes({ db }: Context, of: Exportee): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; question_id: number }>`
    select l.id, l.question_id from live_quiz_questions l where l.question_id is not null and l.id in (
      select t.quiz_question_id from ${rowsOf(of, 'live_quiz_answers', personalTables.live_quiz_answers?.rows ?? 'false')})`.execute(db);
  return new Map(rows.map(({ id, question_id }) => [id, question_id]));
}

/** Unranked sessions of the export with an answer to one of the questions. */
export async function findRetakesWith({ db }: Context, of: Exportee, question_ids: readonly number[]): Promise<number[]> {
  const ranked = sql`select t.id from ${rowsOf(of, 'sessions', personalTables.sessions?.rows ?? 'false')} and t.is_ranked`;
  const { rows } = await sql<{ session_id: number }>`
    select distinct t.session_id as session_id from ${rowsOf(of, 'responses', personalTables.responses?.rows ?? 'false')}
      and t.question_id = any(${question_ids}::bigint[]) and t.session_id not in (${ranked})`.execute(db);
  return rows.map(({ session_id }) => session_id);
}

/**
 * Stored files of a person as a student: sheets, pictures of doubts, and returned marked sheets. What the person uploaded as staff belongs to
 * the institute.
 */
export async function findFiles({ db }: Context, of: Exportee) {
  const student_id = of.user_id;
  const { rows: own } = await sql<{ id: number }>`
    select stored_file_id as id from offline_test_sheets where student_id = ${student_id}
    union all select marked_file_id from offline_test_responses where student_id = ${student_id} and marked_file_id is not null
    union all select photo_id from doubts where student_id = ${student_id} and photo_id is not null`.execute(db);
  const { rows } = await sql<{ id: number; file_name: string; storage_key: string }>`
    select t.id, t.file_name, t.storage_key from ${rowsOf(of, 'stored_files', personalTables.stored_files?.rows ?? 'false')}
      and t.status in ('STORED', 'CLEAN') and t.id = any(${own.map(({ id }) => id)}::bigint[]) order by t.id`.execute(db);
  const { rows: resumes } = await sql<{ id: number; storage_key: string }>`
    select t.id, t.resume_key as storage_key from ${rowsOf(of, 'job_applications', ofPhoneAndName)} order by t.id`.execute(db);
  return { files: rows, resumes };
}
