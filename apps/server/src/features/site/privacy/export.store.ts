import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';
import { heldByInstitute } from './held-by-institute.store.ts';
import { ofPhoneAndName, type PersonalTable } from './personal-rows.store.ts';
import { personalTables } from './personal-tables.store.ts';

/** A row as the export holds it. */
export type ExportedRow = Record<string, unknown>;

export const exportedTables = (Object.entries(personalTables) as [keyof Tables, PersonalTable | null][]).flatMap(([name, table]) =>
  table ? [{ name, table }] : [],
);

/** Whose data is exported: all of a person, or what an institute holds of its member. */
export interface Exportee {
  user_id: number;
  /** Null for everything. */
  membership_id: number | null;
}

/** The rows of a table `t` that are the exportee's: from the person `p` and the membership `m`. */
const rowsOf = ({ user_id, membership_id }: Exportee, name: keyof Tables, rows: string) =>
  membership_id === null
    ? sql`${sql.table(name)} t join users p on p.id = ${user_id} where ${sql.raw(rows)}`
    : sql`${sql.table(name)} t join users p on p.id = ${user_id} join memberships m on m.id = ${membership_id} and m.user_id = p.id
        where ${sql.raw(rows)} and (${sql.raw(heldByInstitute[name] ?? 'false')})`;

/** What the export holds in one table, column by column. */
export async function findRows({ db }: Context, of: Exportee, name: keyof Tables, table: PersonalTable): Promise<ExportedRow[]> {
  const fields = [
    ...table.columns.map((column) => `t."${column as string}"`),
    ...Object.entries(table.more ?? {}).map(([field, expression]) => `${expression} as "${field}"`),
  ].join(', ');
  const { rows } = await sql<ExportedRow>`
    select ${sql.raw(fields)} from ${rowsOf(of, name, table.rows)}`.execute(db);
  return rows;
}

/** Files of a person that have arrived: handed in, or given back with marks. */
export async function findFiles({ db }: Context, of: Exportee) {
  const { rows } = await sql<{ id: number; file_name: string; storage_key: string }>`
    select t.id, t.file_name, t.storage_key from ${rowsOf(of, 'stored_files', personalTables.stored_files?.rows ?? 'false')}
      and t.status in ('STORED', 'CLEAN') order by t.id`.execute(db);
  const { rows: resumes } = await sql<{ id: number; storage_key: string }>`
    select t.id, t.resume_key as storage_key from ${rowsOf(of, 'job_applications', ofPhoneAndName)} order by t.id`.execute(db);
  return { files: rows, resumes };
}
