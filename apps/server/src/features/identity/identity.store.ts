import { CompiledQuery, type Selectable, sql } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../database/transaction.ts';

export type UserRow = Omit<Selectable<Tables['users']>, 'created_at'>;

const userColumns = [
  'users.id',
  'users.type',
  'users.name',
  'users.phone',
  'users.course',
  'users.institute_id',
  'users.is_higher_education',
  'users.has_only_test_board_access',
  'users.is_institute_student',
  'users.premium_until',
] as const;

const userByToken = prepared(`
select ${userColumns.join(', ')} from sign_ins join users on users.id = sign_ins.user_id
where sign_ins.token_hash = $1 and sign_ins.expires_at > $2`);

export async function findUserByToken({ db, now }: Context, token_hash: Buffer): Promise<UserRow | undefined> {
  const { rows } = await db.executeQuery<UserRow>(CompiledQuery.raw(userByToken, [token_hash, now.toISOString()]));
  return rows[0];
}

/** Codes made for a number since `since` and for an address since `hour`, and when the number's last one was made. */
export async function countCodes(
  { db }: Context,
  { phone, address, since, hour }: { phone: string; address: string; since: Date; hour: Date },
) {
  const { rows } = await sql<{ of_phone: number; last: Date | null; of_address: number }>`
    select count(*) as of_phone, max(created_at) as last,
      (select count(*) from sign_in_codes where address = ${address} and created_at > ${hour}) as of_address
    from sign_in_codes where phone = ${phone} and created_at > ${since}`.execute(db);
  return rows[0] ?? { of_phone: 0, last: null, of_address: 0 };
}

/** Holds the codes of a number against every other request until the transaction ends. */
export async function lockPhone({ db }: Context, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(db);
}

/** Stores a number's new code; the one before counts no longer. */
export async function insertCode(
  { db, now }: Context,
  code: { phone: string; address: string; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .with('ended', (within) =>
      within.updateTable('sign_in_codes').set({ ended_at: now }).where('phone', '=', code.phone).where('ended_at', 'is', null),
    )
    .insertInto('sign_in_codes')
    .values({ ...code, created_at: now, ended_at: null })
    .execute();
}

/** Counts one more try of the number's open code and returns it. */
export function takeTry({ db }: Context, phone: string) {
  return db
    .updateTable('sign_in_codes')
    .set({ tries: sql`tries + 1` })
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .returning(['id', 'code_hash', 'expires_at', 'tries'])
    .executeTakeFirst();
}

/** Uses up a code and signs its number's user in, who is made at the first sign-in. Undefined when somebody else has ended the code first. */
export async function useCode(
  { db, now }: Context,
  code_id: number,
  { phone, token_hash, expires_at }: { phone: string; token_hash: Buffer; expires_at: Date },
): Promise<UserRow | undefined> {
  const columnsOf = (table: string) => sql.join(userColumns.map((column) => sql.ref(column.replace('users', table))));
  const { rows } = await sql<UserRow>`
    with used as (
      update sign_in_codes set ended_at = ${now} where id = ${code_id} and ended_at is null returning id
    ), person as (
      insert into users (phone) select ${phone} from used
      on conflict (phone) do update set phone = excluded.phone returning ${columnsOf('users')}
    ), signed as (
      insert into sign_ins (token_hash, user_id, created_at, expires_at)
      select ${token_hash}::bytea, id, ${now}::timestamptz, ${expires_at}::timestamptz from person
    )
    select ${columnsOf('person')} from person`.execute(db);
  return rows[0];
}

export async function deleteSignIn({ db }: Context, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sign_ins').where('token_hash', '=', token_hash).execute();
}

export function updateUser({ db }: Context, id: number, profile: { name: string; course: 'MED' | 'ENG' | 'MED_ENG' }): Promise<UserRow> {
  return db.updateTable('users').set(profile).where('id', '=', id).returning(userColumns).executeTakeFirstOrThrow();
}

export async function deleteExpired({ db, now }: Context, codesBefore: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_in_codes').where('created_at', '<', codesBefore).execute();
}
