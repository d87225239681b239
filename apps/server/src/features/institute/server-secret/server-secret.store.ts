import type { Context } from '../../../context.ts';

export async function findFingerprint({ db }: Context): Promise<Buffer | undefined> {
  return (await db.selectFrom('server_secret').select('fingerprint').executeTakeFirst())?.fingerprint;
}

/** Stores the fingerprint if none is stored yet. If several servers start simultaneously, the first one counts. */
export async function insertFingerprint({ db }: Context, fingerprint: Buffer): Promise<void> {
  await db
    .insertInto('server_secret')
    .values({ fingerprint })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function replaceFingerprint({ db }: Context, fingerprint: Buffer): Promise<void> {
  await db.updateTable('server_secret').set({ fingerprint }).execute();
}
