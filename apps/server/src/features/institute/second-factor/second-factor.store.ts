import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

export function findFactor({ db }: Context, user_id: number) {
  return db.selectFrom('second_factors').where('user_id', '=', user_id).selectAll().executeTakeFirst();
}

/** The factor, locked until the transaction ends, so that no other secret replaces the one whose code is checked. */
export function lockFactor({ db }: Context, user_id: number) {
  return db.selectFrom('second_factors').where('user_id', '=', user_id).selectAll().forUpdate().executeTakeFirst();
}

export async function countRecoveryCodes({ db }: Context, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a secret that is not confirmed yet. False if the person has a confirmed one. */
export async function storeSecret({ db, now }: Context, user_id: number, secret: Buffer): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    insert into second_factors (user_id, secret, created_at) values (${user_id}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = null
    where second_factors.confirmed_at is null returning user_id`.execute(db);
  return rows.length === 1;
}

/** Uses the code of a time step. True if neither this code nor a later one was used before. */
export async function takeStep({ db, now }: Context, user_id: number, step: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update second_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    where user_id = ${user_id} and (last_step is null or last_step < ${step}) returning user_id`.execute(db);
  return rows.length === 1;
}

export async function storeRecoveryCodes({ db }: Context, user_id: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();
}

export async function useRecoveryCode({ db, now }: Context, user_id: number, code_hashes: readonly Buffer[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', code_hashes)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteFactor({ db }: Context, user_id: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
  await db.deleteFrom('second_factors').where('user_id', '=', user_id).execute();
  await db.updateTable('sign_ins').set({ second_factor_at: null }).where('user_id', '=', user_id).execute();
}

export function findColleague({ db, actor }: StaffContext, membership_id: number) {
  return db
    .selectFrom('memberships')
    .where('id', '=', membership_id)
    .where('institute_id', '=', actor.institute_id)
    .where('ended_at', 'is', null)
    .where('role', 'not in', ['student', 'guardian'])
    .select(['user_id', 'role'])
    .executeTakeFirst();
}

export const lockAll = ({ db }: Context) =>
  db.selectFrom('second_factors').select(['user_id', 'secret']).orderBy('user_id').forUpdate().execute();

export async function replaceSealed({ db }: Context, user_id: number, secret: Buffer): Promise<void> {
  await db.updateTable('second_factors').set({ secret }).where('user_id', '=', user_id).execute();
}
