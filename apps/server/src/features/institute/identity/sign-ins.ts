// Contents: beginning and ending a sign-in · renewing its token · the list of a person's sign-ins
import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import type { CallContext, Context, Person, SignedInContext, SignInKey } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { makeToken, signInKeyOf } from '../../../http/token.ts';
import { deviceOfAgent } from './device.ts';
import { authenticate, personAgain, shownUser, staffHours } from './persons.ts';
import * as memberships from './identity.store.ts';
import * as store from './sign-ins.store.ts';

const dayMs = 86_400_000;
const signInDays = 30;
/** After this many days a person signs in again, even if the token was renewed. */
const longestDays = 180;
/** A token older than this is renewed at the next visit. */
const tokenDays = 1;
/** Several pages of one browser may call at the same time: within this pause only one call renews the token. */
const renewalPauseMs = 60_000;

/** Staff see data of others, so they sign in for a working day only. */
const isStaff = ({ type }: Person) => type !== 'Student' && type !== 'Guardian';
const staffEnd = (now: Date) => new Date(now.getTime() + (staffHours / 24) * dayMs);

function newToken(user_id: number): { token: string; key: SignInKey } {
  const token = makeToken(user_id);
  const key = signInKeyOf(token);
  if (!key) throw new Error('The new token has no valid form');
  return { token, key };
}

/** The hash of the token that this browser had, or that was just refused. */
function formerOf({ signIn, cookies }: CallContext): Buffer | null {
  if (signIn) return signIn.token_hash;
  const former = cookies.get('former') ?? '';
  return /^[\w-]{43}$/.test(former) ? Buffer.from(former, 'base64url') : null;
}

/**
 * Signs a person in, under the given membership or the first one, and sets the cookie. `within` may be the transaction of a larger act.
 * With `is_bound` the sign-in reaches this membership only, and never switches. It ends at `ends_at`, or after 30 days.
 */
export async function beginSignIn(
  context: CallContext,
  findPerson: (within: Context) => Promise<{ user_id: number; membership_id: number | null; is_bound?: boolean; ends_at?: Date }>,
) {
  const { now } = context;
  const { token, key, expires_at } = await inTransaction(context, async (within) => {
    const usualEnd = new Date(now.getTime() + signInDays * dayMs);
    const { user_id, membership_id, is_bound = false, ends_at: expires_at = usualEnd } = await findPerson(within);
    const made = newToken(user_id);
    await store.insertSignIn(within, {
      ...made.key,
      membership_id,
      is_bound,
      former_hash: formerOf(context),
      device: deviceOfAgent(context.userAgent),
      expires_at,
    });
    return { ...made, expires_at };
  });
  const person = await authenticate(context, key);
  if (!person) throw new Problem('not_signed_in');
  if (isStaff(person)) await store.shorten(context, key, staffEnd(now));
  context.cookies.set('token', token, isStaff(person) ? staffHours * 3600 : Math.floor((expires_at.getTime() - now.getTime()) / 1000));
  context.note('signed_in', person.id);
  const is_new_user = person.name === null || person.course === null;
  return {
    success: true as const,
    isLoggedIn: true as const,
    is_new_user,
    token,
    user: shownUser(person),
    message: say`You are signed in.`.text,
  };
}

/** Ends this sign-in. A caller without a sign-in gets the same response. */
export async function logout(context: CallContext) {
  if (context.signIn) await store.deleteSignIn(context, context.signIn);
  context.cookies.set('token', null, 0);
  context.note('signed_out');
  return { success: true as const };
}

/** Switches to another membership. Throws `not_found` for one that is not the caller's or has ended. */
export async function switchMembership(context: SignedInContext, membership_id: number) {
  const { signIn, caller } = context;
  if (!signIn || !caller.memberships.some((membership) => membership.id === membership_id)) throw new Problem('not_found');
  await inTransaction(context, (within) => memberships.chooseMembership(within, signIn, membership_id));
  const person = await personAgain(context, caller, membership_id);
  if (isStaff(person)) await store.shorten(context, signIn, staffEnd(context.now));
  return { success: true as const, user: shownUser(person) };
}

/**
 * Records the use of a sign-in and, once a day, gives its browser another token. The old token stays valid until the new one is used: a
 * lost answer signs nobody out.
 */
export async function goOn(context: SignedInContext): Promise<void> {
  const { signIn, now, caller } = context;
  if (!signIn) return;
  const row = await inTransaction(context, async (within) => {
    const locked = await store.lockSignIn(within, signIn);
    if (locked) await store.touch(within, signIn);
    return locked;
  });
  if (!row) return;
  // Only cookies are renewed: a program keeps the token that it was given.
  const isRenewed =
    context.cookies.get('token') !== undefined && !isStaff(caller) && now.getTime() - row.created_at.getTime() >= tokenDays * dayMs;
  if (row.replaces_hash || isRenewed) await inTransaction(context, (within) => renew(within, signIn, isRenewed));
}

/** Ends the token that this one replaced and, with `isRenewed`, gives the browser another one. */
async function renew(within: SignedInContext, signIn: SignInKey, isRenewed: boolean): Promise<void> {
  const { now } = within;
  // Before the row, as in the calls that sign devices out: they would miss a token that is stored meanwhile.
  await store.lockSignIns(within, signIn.user_id);
  const row = await store.lockSignIn(within, signIn);
  if (!row) return;
  if (row.replaces_hash) await store.endReplaced(within, signIn, row.replaces_hash);
  if (!isRenewed) return;
  const replacement = await store.findReplacement(within, signIn);
  if (replacement && now.getTime() - replacement.getTime() < renewalPauseMs) return;
  const ends = Math.min(now.getTime() + signInDays * dayMs, row.began_at.getTime() + longestDays * dayMs);
  const { token, key } = newToken(signIn.user_id);
  await store.replace(within, signIn, key.token_hash, new Date(ends));
  within.cookies.set('token', token, Math.max(1, Math.floor((ends - now.getTime()) / 1000)));
}

/** The devices on which the person is signed in, this one first. */
export async function signInsOf(context: SignedInContext) {
  const rows = context.signIn ? await store.findSignIns(context, context.signIn) : [];
  const sign_ins = rows.map(({ id, device, code_of_institute, began_at, last_seen_at, is_current }) => ({
    id,
    device,
    code_of_institute,
    is_current,
    began_at: began_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
  return { sign_ins };
}

/** Signs out one other device. Throws `not_found` for a sign-in that is not the caller's. */
export async function endSignIn(context: SignedInContext, id: number) {
  if (!(await inTransaction(context, (within) => store.endSignIn(within, context.caller.id, id)))) throw new Problem('not_found');
  context.note('signed_out', context.caller.id);
  return { success: true as const };
}

/** Signs out all devices except this one. */
export async function endOtherSignIns(context: SignedInContext) {
  if (context.signIn)
    await inTransaction(context, (within) => store.endOthers(within, context.signIn ?? { user_id: 0, token_hash: Buffer.alloc(0) }));
  context.note('signed_out', context.caller.id);
  return { success: true as const };
}

export const { countAll: countSignIns, endAll: endAllSignIns, endEverybodys: endEverybodysSignIns, hasSuccessor, passSecondFactor } = store;
