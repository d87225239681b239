import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import { holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { GooglePerson, GoogleSignIn } from '../../../integrations/google/google.ts';
import { type Keys, requireFreshCode } from './codes.ts';
import * as store from './google.store.ts';
import { beginSignIn } from './sign-ins.ts';

const nonceMinutes = 10;
const hashOf = (text: string) => createHash('sha256').update(text).digest();
/** Google gets only this hash; the cookie itself must come back together with the token. */
const nonceOf = (binder: string) => hashOf(`google nonce:${binder}`).toString('base64url');

/** Creates a nonce for one sign-in in this browser. Throws `not_found` if Google is not offered. */
export async function beginGoogle(context: CallContext, google: GoogleSignIn | null) {
  if (!google) throw new Problem('not_found');
  const binder = randomBytes(16).toString('base64url');
  const nonce = nonceOf(binder);
  await store.insertNonce(context, hashOf(nonce));
  context.cookies.set('google', binder, nonceMinutes * 60);
  return { client_id: google.client_id, nonce, stand_in_accounts: google.standIn ? [...google.standIn.accounts] : null };
}

/** A token of the stand-in. Throws `not_found` if the server has no stand-in. */
export async function standInToken({ now }: CallContext, google: GoogleSignIn | null, subject: string, nonce: string) {
  const id_token = await google?.standIn?.issue(subject, nonce, now);
  if (!id_token) throw new Problem('not_found');
  return { id_token };
}

/** The person whom a Google token names. The token must contain this browser's nonce, which is used up. Throws `google_failed`. */
async function personOfToken(context: CallContext, google: GoogleSignIn | null, id_token: string): Promise<GooglePerson> {
  const binder = context.cookies.get('google');
  context.cookies.set('google', null, 0);
  const fail = (): never => {
    context.budgets.take('wrong_codes_of_address', holderOfAddress(context.address));
    throw new Problem('google_failed');
  };
  if (!google) throw new Problem('google_failed');
  if (binder === undefined) return fail();
  const nonce = nonceOf(binder);
  const since = new Date(context.now.getTime() - nonceMinutes * 60_000);
  if (!(await store.useNonce(context, hashOf(nonce), since))) return fail();
  return (await google.verify(id_token, nonce, context.now)) ?? fail();
}

/**
 * Signs in with a token of Google. An unlinked Google account creates a new person; it is never matched to an account by e-mail address or
 * name.
 */
export async function loginWithGoogle(context: CallContext, google: GoogleSignIn | null, id_token: string) {
  const { subject, name } = await personOfToken(context, google, id_token);
  return beginSignIn(context, async (within) => {
    const known = await store.findUserOf(within, subject);
    if (known !== undefined) return { user_id: known, membership_id: null };
    const user_id = await store.insertUser(within, name);
    // Another request signed in with the same account simultaneously.
    if (!(await store.insertIdentity(within, user_id, subject))) throw new Problem('google_failed');
    return { user_id, membership_id: null };
  });
}

/** Links a Google account to the person, who proves by a new code that the number is theirs. */
export async function connectGoogle(
  context: SignedInContext,
  keys: Keys,
  google: GoogleSignIn | null,
  { id_token, ...code }: { id_token: string; otp: string; request_id?: string },
) {
  const { id, phone } = context.caller;
  if (phone === null) throw new Problem('phone_needed');
  await requireFreshCode(context, keys, phone, code);
  const { subject } = await personOfToken(context, google, id_token);
  const isBound = await inTransaction(context, (within) => store.insertIdentity(within, id, subject));
  if (!isBound) throw new Problem('google_taken');
  return { success: true as const };
}

/** Unlinks the Google account. Throws `phone_needed` if the person could then no longer sign in. */
export async function disconnectGoogle(context: SignedInContext) {
  if (context.caller.phone === null) throw new Problem('phone_needed');
  await inTransaction(context, (within) => store.deleteIdentity(within, context.caller.id));
  return { success: true as const };
}

export const hasGoogle = (context: Context, user_id: number) => store.hasIdentity(context, user_id);
export const forgetNonces = (context: Context) => store.deleteNonces(context, new Date(context.now.getTime() - 3_600_000));
