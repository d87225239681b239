import { type Insertable, type Selectable, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { hasRow } from '../../../database/scale/spread-database.ts';
import type { Tables } from '../../../database/tables.ts';

export type StoredFile = Selectable<Tables['stored_files']>;

export async function insertFile({ db }: Context, file: Insertable<Tables['stored_files']>): Promise<number> {
  const { id } = await db.insertInto('stored_files').values(file).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findFile({ db }: Context, institute_id: number, id: number): Promise<StoredFile | undefined> {
  return db.selectFrom('stored_files').where('id', '=', id).where('institute_id', '=', institute_id).selectAll().executeTakeFirst();
}

export async function updateFile({ db }: Context, id: number, change: Partial<Insertable<Tables['stored_files']>>): Promise<void> {
  await db.updateTable('stored_files').set(change).where('id', '=', id).execute();
}

export async function deleteFile({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('stored_files').where('id', '=', id).execute();
}

const named = (db: Context['db'], table: string, column: string) =>
  hasRow(db, { value: 'f.id', column: `x.${column}`, from: `${table} x` });

/** Whether a row of another table names the file `f`. */
const isNamedElsewhere = (db: Context['db']) => sql<boolean>`(
  exists (select from shared_files x where x.stored_file_id = f.id) or exists (select from offline_tests x where x.question_file_id = f.id)
  or ${named(db, 'offline_test_sheets', 'stored_file_id')}
  or ${named(db, 'offline_test_responses', 'marked_file_id')}
  or ${named(db, 'doubts', 'photo_id')} or ${named(db, 'doubts', 'answer_photo_id')}
  or ${named(db, 'doubts', 'answer_voice_id')}
  or exists (select from memberships x where x.photo_id = f.id))`;

export async function isNamed({ db }: Context, id: number): Promise<boolean> {
  const { rows } = await sql`select from stored_files f where f.id = ${id} and ${isNamedElsewhere(db)}`.execute(db);
  return rows.length > 0;
}

/** Deletes the files that no other table names, and returns their keys. */
export async function deleteFiles({ db }: Context, ids: readonly number[]): Promise<Pick<StoredFile, 'storage_key'>[]> {
  const { rows } = await sql<Pick<StoredFile, 'storage_key'>>`
    delete from stored_files f where f.id = any(${ids}::bigint[]) and not ${isNamedElsewhere(db)} returning f.storage_key`.execute(db);
  return rows;
}

/** Uploads that were begun before the given time and never recorded, oldest first. */
export async function findAbandoned({ db }: Context, before: Date, count: number): Promise<StoredFile[]> {
  return db
    .selectFrom('stored_files')
    .where('status', '=', 'EXPECTED')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .selectAll()
    .execute();
}

/** The number of a person's uploads that were begun but not recorded. */
export async function countExpected({ db }: Context, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('stored_files')
    .where('user_id', '=', user_id)
    .where('status', '=', 'EXPECTED')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
