import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { CallContext, Context, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { checkCode, type Keys, useCheckedCode } from './codes.ts';
import { forgetNonces } from './google.ts';
import * as store from './identity.store.ts';
import { forgetInstituteCodes } from './institute-codes.ts';
import { personAgain, shownUser } from './persons.ts';
import { beginSignIn } from './sign-ins.ts';

const dayMs = 86_400_000;

/**
 * Checks the code and signs in; the first sign-in of a number makes its account. Throws `several_people`, and leaves the code valid, if
 * several people have the number.
 */
export async function login(context: CallContext, keys: Keys, phone: string, otp: string, given: string | undefined) {
  const code = await checkCode(context, keys, phone, otp, given);
  const answer = await beginSignIn(context, async (within) => {
    const [account, ...others] = await store.findAccounts(within, phone);
    if (others.length > 0) throw new Problem('several_people');
    await useCheckedCode(within, code);
    return account ?? { user_id: await store.insertUser(within, phone), membership_id: null };
  });
  code.rememberDevice();
  return answer;
}

/** Gives a number to a person who has none, by a code sent to it. Throws `phone_taken` for a number that has an account. */
export async function setPhone(
  context: SignedInContext,
  keys: Keys,
  { phone_number, otp, request_id }: { phone_number: string; otp: string; request_id?: string },
) {
  const { id, phone } = context.caller;
  if (phone !== null) throw new Problem('not_possible', say`Your account has a phone number. To change it, contact us.`);
  const code = await checkCode(context, keys, phone_number, otp, request_id);
  await inTransaction(context, async (within) => {
    await useCheckedCode(within, code);
    if (!(await store.setPhone(within, id, phone_number))) throw new Problem('phone_taken');
  });
  code.rememberDevice();
  return { success: true as const, user: shownUser(await personAgain(context, context.caller)) };
}

/** Deletes codes and sign-ins that have expired. */
export async function forgetExpired(context: Context): Promise<void> {
  await store.deleteExpired(context, new Date(context.now.getTime() - 2 * dayMs));
  await forgetNonces(context);
  await forgetInstituteCodes(context);
}

export { checkCode, type Keys, refuseGuess, requestOtp, requireFreshCode, requireGuessAllowed, useCheckedCode } from './codes.ts';
export { beginGoogle, connectGoogle, disconnectGoogle, hasGoogle, loginWithGoogle, standInToken } from './google.ts';
export {
  instituteCodesOf,
  loginWithInstituteCode,
  makeInstituteCode,
  endCodesMadeBy,
  makeInstituteCodes,
  revokeInstituteCode,
} from './institute-codes.ts';
export { authenticate, consentOf, deletedNumbers, isDeleted, personAgain, shownUser, userTypesOf } from './persons.ts';
export { randomLetters } from './random-letters.ts';
export {
  accountPattern,
  exchangeCode,
  findOrInsertPerson,
  loginAs,
  namedAmong,
  personNamed,
  personPattern,
  phoneIn,
} from './shared-phones.ts';
export {
  beginSignIn,
  countSignIns,
  endAllSignIns,
  endEverybodysSignIns,
  endOtherSignIns,
  endSignIn,
  goOn,
  hasSuccessor,
  logout,
  passSecondFactor,
  signInsOf,
  switchMembership,
} from './sign-ins.ts';
