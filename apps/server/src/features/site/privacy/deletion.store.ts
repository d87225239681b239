// Contents: requesting and cancelling · rows that a deletion removes · rows that it keeps under a number
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';
import { exportedTables } from './export.store.ts';
import { isOwnPhone, ofPerson, ofPhoneAndName, type PersonalTable, type PersonValues } from './personal-rows.store.ts';
import { actingColumns } from './acting-columns.ts';
import { personalTables } from './personal-tables.store.ts';

export async function setDue({ db }: Context, user_id: number, deletion_due_at: Date | null): Promise<void> {
  await db.updateTable('users').set({ deletion_due_at }).where('id', '=', user_id).execute();
}

/** The first accounts with this name, compared without case and blanks. */
export async function findAccountsCalled({ db }: Context, name: string, most: number) {
  const { rows } = await sql<{ id: number; phone: string | null }>`
    select id, phone from users where plain_name(name) = plain_name(${name}) order by id limit ${most}`.execute(db);
  return rows;
}

/** The account, and the institutes where the person has a role. */
export async function findAccount({ db }: Context, user_id: number) {
  const account = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['name', 'created_at', 'deletion_due_at'])
    .executeTakeFirstOrThrow();
  const places = await db
    .selectFrom('memberships')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .select(['memberships.role', 'institutes.name as institute'])
    .orderBy('memberships.id')
    .execute();
  return { ...account, places };
}

/** Whether the person is the only owner of an institute, which always needs one. */
export async function isOnlyOwner({ db }: Context, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m where m.user_id = ${user_id} and m.role = 'owner' and m.ended_at is null and not exists (
      select from memberships o where o.institute_id = m.institute_id and o.role = 'owner' and o.ended_at is null and o.user_id <> m.user_id)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks the owners of the person's institutes until the transaction ends, as every removal of an owner does. */
export async function lockOwners({ db }: Context, user_id: number): Promise<void> {
  await sql`
    select from memberships o where o.role = 'owner' and o.ended_at is null and o.institute_id in (
      select m.institute_id from memberships m where m.user_id = ${user_id} and m.role = 'owner' and m.ended_at is null)
    order by o.id for update`.execute(db);
}

/** Accounts that are due for deletion, the earliest first. */
export async function findDue({ db, now }: Context, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .limit(count)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the account until the transaction ends. False if the person has cancelled the deletion, or the account was deleted. */
export async function lockDue({ db, now }: Context, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('deletion_due_at', '<=', now)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

interface PersonalFile extends RemovedFile {
  id: number;
}

/**
 * The person's files: those to remove, and those that an institute gave to others and keeps: shared files, question papers, and other people's
 * marked sheets and answers. Two reads by ids, because a spread database joins files with no rows of students.
 */
async function findFiles({ db }: Context, user_id: number): Promise<{ removed: PersonalFile[]; kept: number[] }> {
  const { rows: files } = await sql<PersonalFile>`
    select t.id, t.storage_key as key, t.upload_id from stored_files t
    where ${ofPerson({ id: user_id }, personalTables.stored_files?.rows ?? 'false')}`.execute(db);
  const ids = sql`any(${files.map(({ id }) => id)}::bigint[])`;
  const { rows: held } = await sql<{ id: number }>`
    select stored_file_id as id from shared_files where stored_file_id = ${ids}
    union select question_file_id from offline_tests where question_file_id = ${ids}
    union select marked_file_id from offline_test_responses where marked_file_id = ${ids} and student_id <> ${user_id}
    union select answer_photo_id from doubts where answer_photo_id = ${ids} and student_id <> ${user_id}
    union select answer_voice_id from doubts where answer_voice_id = ${ids} and student_id <> ${user_id}`.execute(db);
  const kept = new Set(held.map(({ id }) => id));
  return { removed: files.filter(({ id }) => !kept.has(id)), kept: [...kept] };
}

/** The key of a file in the storage, and the id of its upload in parts if that is not finished. */
export interface RemovedFile {
  key: string;
  upload_id: string | null;
}

/** The places in the storage of the person's files that a deletion removes. */
export async function findFilesToRemove(context: Context, user_id: number): Promise<RemovedFile[]> {
  const { removed } = await findFiles(context, user_id);
  const { rows: resumes } = await sql<{ key: string }>`
    select t.resume_key as key from job_applications t join users p on p.id = ${user_id} where ${sql.raw(ofPhoneAndName)}`.execute(
    context.db,
  );
  return [...removed.map(({ key, upload_id }) => ({ key, upload_id })), ...resumes.map(({ key }) => ({ key, upload_id: null }))];
}

async function findPerson({ db }: Context, user_id: number): Promise<PersonValues> {
  const { rows } = await sql<PersonValues>`
    select p.id, p.phone, p.name, ${sql.raw(isOwnPhone)} as owns_phone from users p where p.id = ${user_id}`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`No account ${user_id}`);
  return person;
}

/**
 * Replaces the person by a number in the rows that stay. Rows with `student_id` in their key are copied, because a database sharded by
 * student moves no row.
 */
async function keepUnder({ db }: Context, number: number, person: PersonValues, name: keyof Tables, table: PersonalTable): Promise<void> {
  const { rows, kept, keptWithout } = table;
  const column = table.column as string | undefined;
  if (kept === undefined || column === undefined) return;
  const stays = ofPerson(person, `(${rows}) and t.${column} = p.id and (${kept})`);
  const change = keptWithout === undefined ? sql`` : sql`, ${sql.raw(keptWithout)}`;
  if (column !== 'student_id') {
    await sql`update ${sql.table(name)} t set ${sql.ref(column)} = ${number}${change} where ${stays}`.execute(db);
    return;
  }
  await sql`
    insert into ${sql.table(name)} overriding system value
    select r.* from ${sql.table(name)} t
      cross join lateral jsonb_populate_record(null::${sql.table(name)}, to_jsonb(t) || jsonb_build_object('student_id', ${number}::bigint)) r
    where ${stays}`.execute(db);
  if (keptWithout !== undefined) await sql`update ${sql.table(name)} set ${sql.raw(keptWithout)} where student_id = ${number}`.execute(db);
}

/**
 * Deletes a person. Rows that stay by `personalTables` then belong to a number about which nothing else is known. Must run in a transaction,
 * after the files are deleted.
 */
export async function replaceBy(context: Context, number: number, user_id: number): Promise<void> {
  const { db, now } = context;
  await sql`insert into users (id, name) overriding system value values (${number}, 'Deleted account')`.execute(db);
  await sql`update memberships set ended_at = greatest(${now}::timestamptz, joined_at) where user_id = ${user_id} and ended_at is null`.execute(
    db,
  );
  const person = await findPerson(context, user_id);
  const files = await findFiles(context, user_id);
  const remove = async ({ name, table }: (typeof exportedTables)[number]) => {
    await sql`delete from ${sql.table(name)} t where ${ofPerson(person, table.rows)}`.execute(db);
  };
  // Rows that are found through staying rows are deleted first, before the staying rows get the new number.
  const isApart = ({ name }: (typeof exportedTables)[number]) => name === 'users' || name === 'stored_files';
  for (const each of exportedTables) if (each.table.kept === undefined && !isApart(each)) await remove(each);
  for (const { name, table } of exportedTables) await keepUnder(context, number, person, name, table);
  if (files.kept.length > 0)
    await db.updateTable('stored_files').set({ user_id: number }).where('id', 'in', files.kept).where('user_id', '=', user_id).execute();
  for (const [place, after] of Object.entries(actingColumns)) {
    const [name = '', column = ''] = place.split('.');
    const value = after === 'emptied' ? sql`null` : sql`${number}`;
    await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value} where ${sql.ref(column)} = ${user_id}`.execute(db);
  }
  for (const each of exportedTables) if (each.table.kept !== undefined && 'column' in each.table) await remove(each);
  const removed = files.removed.map(({ id }) => id);
  if (removed.length > 0) await db.deleteFrom('stored_files').where('id', 'in', removed).execute();
  await db.deleteFrom('users').where('id', '=', user_id).execute();
}
