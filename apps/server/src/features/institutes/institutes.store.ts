import type { Role } from '@abhyas/contract/rights';
import type { Context } from '../../context.ts';

/** Adds an institute and returns its id; undefined where the code is taken. */
export async function insertInstitute({ db, now }: Context, institute: { code: string; name: string }): Promise<number | undefined> {
  const row = await db
    .insertInto('institutes')
    .values({ ...institute, created_at: now })
    .onConflict((on) => on.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The person with this number, who is made where there is none. */
export async function findOrInsertUser({ db }: Context, phone: string): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ phone })
    .onConflict((on) => on.column('phone').doUpdateSet({ phone }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertMembership({ db, now }: Context, membership: { user_id: number; institute_id: number; role: Role }) {
  await db
    .insertInto('memberships')
    .values({ ...membership, joined_at: now })
    .execute();
}
