import type { Context } from '../../../context.ts';

export async function insertNonce({ db, now }: Context, nonce_hash: Buffer): Promise<void> {
  await db.insertInto('google_nonces').values({ nonce_hash, created_at: now }).execute();
}

/** Uses up a nonce made after `since`. False if there is no such nonce. */
export async function useNonce({ db }: Context, nonce_hash: Buffer, since: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('google_nonces')
    .where('nonce_hash', '=', nonce_hash)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function deleteNonces({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('google_nonces').where('created_at', '<', before).execute();
}

export async function findUserOf({ db }: Context, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export async function insertUser({ db }: Context, name: string | null): Promise<number> {
  return (await db.insertInto('users').values({ phone: null, name, course: null }).returning('id').executeTakeFirstOrThrow()).id;
}

/** Binds a Google account to a person; false if it is bound already, or if the person already has one. */
export async function insertIdentity({ db, now }: Context, user_id: number, subject: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('user_identities')
    .values({ provider: 'google', subject, user_id, created_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteIdentity({ db }: Context, user_id: number): Promise<void> {
  await db.deleteFrom('user_identities').where('user_id', '=', user_id).where('provider', '=', 'google').execute();
}

export async function hasIdentity({ db }: Context, user_id: number): Promise<boolean> {
  return (await db.selectFrom('user_identities').where('user_id', '=', user_id).select('subject').executeTakeFirst()) !== undefined;
}
