import { CompiledQuery, sql } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { Context, Membership, SignInKey } from '../../context.ts';

/** A person as stored, with the memberships that have not ended, oldest first. */
export interface UserRow {
  id: number;
  name: string | null;
  phone: string | null;
  course: 'MED' | 'ENG' | 'MED_ENG' | null;
  premium_until: Date | null;
  memberships: Membership[];
}

const userColumns = `u.id, u.name, u.phone, u.course, u.premium_until, (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'institute_id', m.institute_id, 'institute_name', i.name, 'role', m.role,
      'is_institute_student', m.is_institute_student, 'has_only_test_board_access', m.has_only_test_board_access,
      'is_higher_education', m.is_higher_education) order by m.joined_at, m.id), '[]')
    from memberships m join institutes i on i.id = m.institute_id where m.user_id = u.id and m.ended_at is null
  ) as memberships`;

const userByToken = prepared(`
select ${userColumns}, s.membership_id from sign_ins s join users u on u.id = s.user_id
where s.user_id = $1 and s.token_hash = $2 and s.expires_at > $3`);

/** Who signed in with the token, and the membership chosen for it. */
export async function findUserByToken(
  { db, now }: Context,
  { user_id, token_hash }: SignInKey,
): Promise<(UserRow & { membership_id: number | null }) | undefined> {
  const { rows } = await db.executeQuery<UserRow & { membership_id: number | null }>(
    CompiledQuery.raw(userByToken, [user_id, token_hash, now.toISOString()]),
  );
  return rows[0];
}

export async function findUser({ db }: Context, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${sql.raw(userColumns)} from users u where u.id = ${id}`.execute(db);
  return rows[0];
}

/** Goes on under a membership: this sign-in and, until another is chosen, those to come. */
export async function chooseMembership({ db }: Context, { user_id, token_hash }: SignInKey, membership_id: number): Promise<void> {
  await db.updateTable('users').set({ membership_id }).where('id', '=', user_id).execute();
  await db.updateTable('sign_ins').set({ membership_id }).where('user_id', '=', user_id).where('token_hash', '=', token_hash).execute();
}

/** Codes made since `since` for a number, for it from an address, and for it at a device; since `hour` from an address; and when the caller's last was made. */
export async function countCodes(
  { db }: Context,
  {
    phone,
    address,
    request_hash,
    device,
    since,
    hour,
  }: { phone: string; address: string; request_hash: Buffer | null; device: string | null; since: Date; hour: Date },
) {
  const { rows } = await sql<{ of_phone: number; of_pair: number; of_device: number; last: Date | null; of_address: number }>`
    select count(*) filter (where device is null) as of_phone,
      count(*) filter (where device is null and address = ${address}) as of_pair,
      count(*) filter (where device = ${device}) as of_device,
      max(created_at) filter (where address = ${address} or request_hash = ${request_hash}::bytea or device = ${device}) as last,
      (select count(*) from sign_in_codes where address = ${address} and created_at > ${hour}) as of_address
    from sign_in_codes where phone = ${phone} and created_at > ${since}`.execute(db);
  return rows[0] ?? { of_phone: 0, of_pair: 0, of_device: 0, last: null, of_address: 0 };
}

/** Holds the codes of a number against every other request until the transaction ends. */
export async function lockPhone({ db }: Context, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(db);
}

/** Stores a new code; the one that the same request got before counts no longer. */
export async function insertCode(
  { db, now }: Context,
  before: Buffer | null,
  code: { phone: string; address: string; device: string | null; request_hash: Buffer; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set({ ended_at: now })
    .where('phone', '=', code.phone)
    .where('request_hash', '=', before)
    .where('ended_at', 'is', null)
    .execute();
  await db
    .insertInto('sign_in_codes')
    .values({ ...code, created_at: now, ended_at: null })
    .execute();
}

/** Counts one more try of the open code that the request got for the number, and returns it. */
export function takeTry({ db }: Context, phone: string, request_hash: Buffer) {
  return db
    .updateTable('sign_in_codes')
    .set({ tries: sql`least(tries + 1, 1000)` })
    .where('phone', '=', phone)
    .where('request_hash', '=', request_hash)
    .where('ended_at', 'is', null)
    .returning(['id', 'code_hash', 'expires_at', 'tries'])
    .executeTakeFirst();
}

/** Uses up a code. False when somebody else has ended it first. */
export async function useCode({ db, now }: Context, code_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_codes')
    .set({ ended_at: now })
    .where('id', '=', code_id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The person with this number, who is made at the first sign-in, with the membership chosen last while that stands. */
export async function findOrInsertUser({ db }: Context, phone: string): Promise<{ user_id: number; membership_id: number | null }> {
  const person = await db
    .insertInto('users')
    .values({ phone })
    .onConflict((on) => on.column('phone').doUpdateSet({ phone }))
    .returning(['id', 'membership_id'])
    .executeTakeFirstOrThrow();
  const chosen = await db
    .selectFrom('memberships')
    .where('id', '=', person.membership_id)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return { user_id: person.id, membership_id: chosen?.id ?? null };
}

export async function insertSignIn(
  { db, now }: Context,
  signIn: { user_id: number; token_hash: Buffer; membership_id: number | null; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...signIn, created_at: now })
    .execute();
}

export async function deleteSignIn({ db }: Context, { user_id, token_hash }: SignInKey): Promise<void> {
  await db.deleteFrom('sign_ins').where('user_id', '=', user_id).where('token_hash', '=', token_hash).execute();
}

export async function deleteExpired({ db, now }: Context, codesBefore: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_in_codes').where('created_at', '<', codesBefore).execute();
}
