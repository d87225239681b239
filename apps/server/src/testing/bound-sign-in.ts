import { loginWithInstituteCode } from '@abhyas/contract/institute/identity';
import { makeInstituteCode } from '@abhyas/contract/institute/institute-codes';
import type { Story, Visitor } from './story.ts';

/** The person in another browser, signed in with a code of the institute. */
export async function signInWithCode(
  { database, visitor }: Story,
  owner: Visitor,
  institute: string,
  user_id: number,
): Promise<Visitor & { id: number; membership_id: number }> {
  const { id: membership_id } = await database.db
    .updateTable('memberships')
    .set((is) => ({ institute_given_id: is.val(`ROLL-${user_id}`) }))
    .where('user_id', '=', user_id)
    .where('role', '=', 'student')
    .where('institute_id', '=', (is) => is.selectFrom('institutes').where('code', '=', institute).select('id'))
    .returning('id')
    .executeTakeFirstOrThrow();
  const { institute_given_id, otp } = await owner.call(makeInstituteCode, { membership_id });
  const bound = visitor();
  bound.token = (await bound.call(loginWithInstituteCode, { institute_code: institute, institute_given_id, otp })).token;
  return Object.assign(bound, { id: user_id, membership_id });
}
