import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import type { CallContext, Context, StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { type Keys, refuseGuess, requireGuessAllowed } from './codes.ts';
import * as store from './institute-codes.store.ts';
import { beginSignIn } from './sign-ins.ts';

/** Letters and digits that nobody takes for one another: 32 of them, 40 bits in a code. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;
const codeDays = 7;
const codeTries = 5;
const dayMs = 86_400_000;

const hashOf = (secret: Buffer, membership_id: number, code: string) =>
  createHmac('sha256', secret).update(`institute sign-in code:${membership_id}:${code}`).digest();

/**
 * Signs a student in with the number and the code that the institute gave out. Unknown institutes and numbers are answered as wrong codes are, and
 * as late.
 */
export async function loginWithInstituteCode(
  context: CallContext,
  keys: Keys,
  given: { institute_code: string; institute_given_id: string; otp: string },
) {
  const institute = given.institute_code.trim().toLowerCase();
  const id = given.institute_given_id.trim();
  const holder = `${institute}/${id}`.slice(0, 200);
  requireGuessAllowed(context, holder, false);
  const student = await store.findStudent(context, institute, id);
  // The try is counted in a statement of its own, so that no failure below can give it back.
  const code = await store.takeTry(context, student?.membership_id ?? 0);
  const hash = hashOf(keys.secret, student?.membership_id ?? 0, given.otp.toUpperCase());
  const isRight = code !== undefined && code.tries <= codeTries && timingSafeEqual(code.code_hash, hash);
  if (!student || !isRight) return refuseGuess(context, keys, holder, new Problem('wrong_institute_code'));
  return beginSignIn(context, async (within) => {
    if (!(await store.useCode(within, code.id))) throw new Problem('wrong_institute_code');
    return student;
  });
}

/** A student of the actor's institute who has a number there. Throws `not_found`, or `not_possible` without a number. */
async function memberOf(context: StaffContext, membership_id: number) {
  const member = await store.findMember(context, membership_id);
  if (!member) throw new Problem('not_found');
  return member;
}

/** Makes a student's code, in place of the one before. It is shown once. */
export async function makeInstituteCode(context: StaffContext, secret: Buffer, membership_id: number) {
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
  const expires_at = new Date(context.now.getTime() + codeDays * dayMs);
  return inTransaction(context, async (within) => {
    const { institute_given_id } = await memberOf(within, membership_id);
    if (institute_given_id === null) throw new Problem('not_possible', 'Give the student an ID of the institute first.');
    await store.endOpenCode(within, membership_id);
    await store.insertCode(within, { membership_id, code_hash: hashOf(secret, membership_id, code), expires_at });
    await writeAudit(within, { what: 'sign_in_code.make', object_type: 'membership', object_id: membership_id });
    return { institute_given_id, otp: code, expires_at: expires_at.toISOString() };
  });
}

/** Takes the code back that a student has not used. Throws `not_found` where there is none. */
export async function revokeInstituteCode(context: StaffContext, membership_id: number) {
  return inTransaction(context, async (within) => {
    await memberOf(within, membership_id);
    if (!(await store.endOpenCode(within, membership_id))) throw new Problem('not_found', 'This student has no open code.');
    await writeAudit(within, { what: 'sign_in_code.revoke', object_type: 'membership', object_id: membership_id });
    return { success: true as const };
  });
}

export const forgetInstituteCodes = (context: Context) => store.deleteCodes(context, new Date(context.now.getTime() - 2 * dayMs));
