import { sql } from 'kysely';
import type { Context, StaffContext } from '../../context.ts';

/** Whom an institute calls by this number, among its students. */
export function findStudent({ db }: Context, institute: string, given_id: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .where('institutes.code', '=', institute)
    .where('memberships.role', '=', 'student')
    .where('memberships.institute_given_id', '=', given_id)
    .where('memberships.ended_at', 'is', null)
    .select(['memberships.id as membership_id', 'memberships.user_id'])
    .executeTakeFirst();
}

/** Counts one more try of the student's open code, and returns it. */
export function takeTry({ db, now }: Context, membership_id: number) {
  return db
    .updateTable('institute_sign_in_codes')
    .set({ tries: sql`least(tries + 1, 1000)` })
    .where('membership_id', '=', membership_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst();
}

/** False when somebody else has used it, or staff have revoked it, meanwhile. */
export async function useCode({ db, now }: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('institute_sign_in_codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A student of the actor's institute, by membership. */
export function findMember({ db, actor }: StaffContext, membership_id: number) {
  return db
    .selectFrom('memberships')
    .where('id', '=', membership_id)
    .where('institute_id', '=', actor.institute_id)
    .where('role', '=', 'student')
    .where('ended_at', 'is', null)
    .select(['id', 'institute_given_id'])
    .executeTakeFirst();
}

/** Ends the open code. False where there is none. */
export async function endOpenCode({ db, now }: Context, membership_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('institute_sign_in_codes')
    .set({ ended_at: now })
    .where('membership_id', '=', membership_id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertCode(
  { db, now, actor }: StaffContext,
  code: { membership_id: number; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('institute_sign_in_codes')
    .values({ ...code, made_by: actor.user_id, created_at: now })
    .execute();
}

export async function deleteCodes({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('institute_sign_in_codes').where('expires_at', '<', before).execute();
}
