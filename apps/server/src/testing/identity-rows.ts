import { randomBytes } from 'node:crypto';
import type { Story } from './story.ts';

/** Rows of a student's ways to sign in, with the canary of the institute. */
export async function haveIdentity({ database, now }: Story, user_id: number, institute_id: number, canary: string): Promise<void> {
  const { db } = database;
  await db
    .insertInto('user_identities')
    .values({ provider: 'google', subject: `${canary}-${user_id}`, user_id, created_at: now })
    .execute();
  await db
    .insertInto('second_factors')
    .values({ user_id, secret: randomBytes(48), created_at: now })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id, code_hash: randomBytes(32) })
    .execute();
  const { id: membership_id } = await db
    .selectFrom('memberships')
    .where('user_id', '=', user_id)
    .where('institute_id', '=', institute_id)
    .select('id')
    .executeTakeFirstOrThrow();
  const code = {
    membership_id,
    code_hash: randomBytes(32),
    made_by: null,
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  };
  await db.insertInto('institute_sign_in_codes').values(code).execute();
  const guardian = { guardian_phone: null, guardian_name: canary, relation: 'mother' } as const;
  await db
    .insertInto('consents')
    .values({
      ...guardian,
      student_id: user_id,
      given_by: 'institute',
      age: 16,
      text_of: canary,
      institute_id,
      recorded_by: null,
      given_at: now,
    })
    .execute();
}
