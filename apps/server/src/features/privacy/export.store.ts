import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { ofPhoneAndName, type PersonalTable } from './personal-rows.store.ts';
import { personalTables } from './personal-tables.store.ts';

/** A row as the export holds it. */
export type ExportedRow = Record<string, unknown>;

export const exportedTables = (Object.entries(personalTables) as [keyof Tables, PersonalTable | null][]).flatMap(([name, table]) =>
  table ? [{ name, table }] : [],
);

/** What the export holds of a person in one table, column by column. */
export async function findRows({ db }: Context, user_id: number, name: keyof Tables, table: PersonalTable): Promise<ExportedRow[]> {
  const fields = [
    ...table.columns.map((column) => `t."${column as string}"`),
    ...Object.entries(table.more ?? {}).map(([field, expression]) => `${expression} as "${field}"`),
  ].join(', ');
  const { rows } = await sql<ExportedRow>`
    select ${sql.raw(fields)} from ${sql.table(name)} t join users p on p.id = ${user_id} where ${sql.raw(table.rows)}`.execute(db);
  return rows;
}

/** Files of a person that have arrived: handed in, or given back with marks. */
export async function findFiles({ db }: Context, user_id: number) {
  const { rows } = await sql<{ id: number; file_name: string; storage_key: string }>`
    select t.id, t.file_name, t.storage_key from stored_files t join users p on p.id = ${user_id}
    where ${sql.raw(personalTables.stored_files?.rows ?? 'false')} and t.status in ('STORED', 'CLEAN') order by t.id`.execute(db);
  const { rows: resumes } = await sql<{ id: number; storage_key: string }>`
    select t.id, t.resume_key as storage_key from job_applications t join users p on p.id = ${user_id} where ${sql.raw(ofPhoneAndName)} order by t.id`.execute(
    db,
  );
  return { files: rows, resumes };
}
