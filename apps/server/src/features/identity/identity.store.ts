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

export function findUser({ db }: Context, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').where('id', '=', id).select(userColumns).executeTakeFirst();
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

/** Ends a code; false when somebody else has ended it first. */
export async function endCode({ db, now }: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function findOrCreateUser({ db }: Context, phone: string): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({ phone, name: null, course: null, institute_id: null, premium_until: null })
    .onConflict((on) => on.column('phone').doUpdateSet((is) => ({ phone: is.ref('excluded.phone') })))
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export async function insertSignIn({ db, now }: Context, signIn: { token_hash: Buffer; user_id: number; expires_at: Date }): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...signIn, created_at: now })
    .execute();
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
