import { sql } from 'kysely';
import type { Context, SignInKey } from '../../../context.ts';

interface NewSignIn extends SignInKey {
  membership_id: number | null;
  device: string;
  expires_at: Date;
  is_bound: boolean;
  former_hash: Buffer | null;
}

export async function insertSignIn({ db, now }: Context, signIn: NewSignIn): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ ...signIn, created_at: now, began_at: now, last_seen_at: now })
    .execute();
}

const at = ({ user_id, token_hash }: SignInKey) => sql<boolean>`user_id = ${user_id} and token_hash = ${token_hash}`;

export async function deleteSignIn({ db }: Context, key: SignInKey): Promise<void> {
  await db.deleteFrom('sign_ins').where(at(key)).execute();
}

/** Ends a sign-in at the given time, unless it ends earlier. */
export async function shorten({ db }: Context, key: SignInKey, ends: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ expires_at: sql<Date>`least(expires_at, ${ends})` })
    .where(at(key))
    .execute();
}

/**
 * Locks a person's renewals and signing out on several devices against each other, until the transaction ends. A lock of the person's row
 * could deadlock with the deletion of the account, which locks it before the memberships.
 */
export async function lockSignIns({ db }: Context, user_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-ins of ' || ${user_id}::bigint, 0))`.execute(db);
}

/** The sign-in, locked against parallel renewals. */
export function lockSignIn({ db }: Context, key: SignInKey) {
  return db.selectFrom('sign_ins').where(at(key)).selectAll().forUpdate().executeTakeFirst();
}

export async function touch({ db, now }: Context, key: SignInKey): Promise<void> {
  await db.updateTable('sign_ins').set({ last_seen_at: now }).where(at(key)).execute();
}

/** Ends the previous token, once its replacement is in use. */
export async function endReplaced({ db }: Context, key: SignInKey, replaced: Buffer): Promise<void> {
  await db.deleteFrom('sign_ins').where('user_id', '=', key.user_id).where('token_hash', '=', replaced).execute();
  await db.updateTable('sign_ins').set({ replaces_hash: null }).where(at(key)).execute();
}

/** When the unused replacement of this token was made. */
export async function findReplacement({ db }: Context, { user_id, token_hash }: SignInKey): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_ins')
    .where('user_id', '=', user_id)
    .where('replaces_hash', '=', token_hash)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.created_at;
}

/** Continues the sign-in under another token, and deletes replacement tokens that were never used. */
export async function replace({ db, now }: Context, { user_id, token_hash }: SignInKey, next: Buffer, expires_at: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('user_id', '=', user_id).where('replaces_hash', '=', token_hash).execute();
  await sql`
    insert into sign_ins (token_hash, user_id, membership_id, created_at, expires_at, device, began_at, last_seen_at, replaces_hash,
      second_factor_at, is_bound, former_hash)
    select ${next}, user_id, membership_id, ${now}, ${expires_at}, device, began_at, ${now}, token_hash, second_factor_at, is_bound, token_hash
    from sign_ins where user_id = ${user_id} and token_hash = ${token_hash}`.execute(db);
}

/** The person's sign-ins, last used first. While a token is being renewed, the newer one represents both. */
export async function findSignIns({ db, now }: Context, { user_id, token_hash }: SignInKey) {
  const { rows } = await sql<{
    id: number;
    device: string;
    code_of_institute: string | null;
    began_at: Date;
    last_seen_at: Date;
    is_current: boolean;
  }>`
    select s.id, s.device, s.began_at, s.last_seen_at,
      case when s.is_bound then (select i.name from memberships m join institutes i on i.id = m.institute_id where m.id = s.membership_id) end
        as code_of_institute,
      (s.token_hash = ${token_hash} or coalesce(s.replaces_hash = ${token_hash}, false)) as is_current
    from sign_ins s
    where s.user_id = ${user_id} and s.expires_at > ${now}
      and not exists (select from sign_ins n where n.user_id = s.user_id and n.replaces_hash = s.token_hash)
    order by is_current desc, s.last_seen_at desc, s.id desc limit 100`.execute(db);
  return rows;
}

/** Ends one of the person's sign-ins, with both tokens of a renewal under way. False if there is none. Runs in a transaction. */
export async function endSignIn(context: Context, user_id: number, id: number): Promise<boolean> {
  await lockSignIns(context, user_id);
  const { rows } = await sql<{ id: number }>`
    with one as (select token_hash, replaces_hash from sign_ins where user_id = ${user_id} and id = ${id})
    delete from sign_ins s using one where s.user_id = ${user_id}
      and (s.token_hash = one.token_hash or s.token_hash = one.replaces_hash or s.replaces_hash = one.token_hash)
    returning s.id`.execute(context.db);
  return rows.length > 0;
}

/** Ends all of a person's sign-ins but this one. Runs in a transaction. */
export async function endOthers(context: Context, { user_id, token_hash }: SignInKey): Promise<void> {
  await lockSignIns(context, user_id);
  await sql`
    delete from sign_ins s where s.user_id = ${user_id} and s.token_hash <> ${token_hash}
      and coalesce(s.replaces_hash <> ${token_hash}, true)
      and not exists (select from sign_ins c where c.user_id = s.user_id and c.token_hash = ${token_hash} and c.replaces_hash = s.token_hash)`.execute(
    context.db,
  );
}

/** Whether a sign-in that replaced this token is still valid. */
export async function hasSuccessor({ db, now }: Context, { token_hash }: SignInKey): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ins')
    .where('former_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all of a person's sign-ins. Runs in a transaction. */
export async function endAll(context: Context, user_id: number): Promise<void> {
  await lockSignIns(context, user_id);
  await context.db.deleteFrom('sign_ins').where('user_id', '=', user_id).execute();
}

/** The number of sign-ins of everybody that have not expired. */
export async function countAll({ db, now }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('sign_ins')
    .where('expires_at', '>', now)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends the sign-ins of everybody. */
export async function endEverybodys({ db }: Context): Promise<void> {
  await db.deleteFrom('sign_ins').execute();
}

export async function passSecondFactor({ db, now }: Context, key: SignInKey): Promise<void> {
  await db.updateTable('sign_ins').set({ second_factor_at: now }).where(at(key)).execute();
}
