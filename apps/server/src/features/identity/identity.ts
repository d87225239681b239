import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import { userTypeByRole } from '@abhyas/contract/rights';
import type { CallContext, Context, Membership, Person, SignedInContext, SignInKey } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { makeToken, signInKeyOf } from '../../http/token.ts';
import * as store from './identity.store.ts';

const codeMinutes = 10;
const codeTries = 5;
const secondsBetweenCodes = 30;
const codesPerDay = 10;
/** Sized for a hall of 2,000 students behind one address, three codes each. */
const codesPerAddressAndHour = 6000;
const signInDays = 30;
const dayMs = 86_400_000;

/** Hands a code to the person's phone. The demo's stand-in shows it on the page instead. */
export interface CodeSender {
  isShownOnPage: boolean;
  send(phone: string, code: string): Promise<void>;
}

const hashOfCode = (phone: string, code: string) => createHash('sha256').update(`${phone}:${code}`).digest();

/** A person under one of the memberships; without one, a student of no institute. */
function personOf({ premium_until, ...user }: store.UserRow, membership: Membership | null, now: Date): Person {
  return {
    id: user.id,
    name: user.name,
    phone: user.phone,
    course: user.course,
    has_premium_access: premium_until !== null && premium_until > now,
    memberships: user.memberships,
    membership,
    type: membership ? userTypeByRole[membership.role] : 'Student',
    institute_id: membership?.institute_id ?? null,
    is_institute_student: membership?.is_institute_student ?? false,
    has_only_test_board_access: membership?.has_only_test_board_access ?? false,
    is_higher_education: membership?.is_higher_education ?? false,
  };
}

const shownMembership = ({ id, institute_id, institute_name, role }: Membership) => ({ id, institute_id, institute_name, role });

/** What of a person may leave, by the contract's `User`. */
export function shownUser(person: Person) {
  return {
    id: person.id,
    type: person.type,
    name: person.name,
    phone: person.phone,
    course: person.course,
    institute_id: person.institute_id,
    is_higher_education: person.is_higher_education,
    has_only_test_board_access: person.has_only_test_board_access,
    is_institute_student: person.is_institute_student,
    has_premium_access: person.has_premium_access,
    membership: person.membership && shownMembership(person.membership),
    memberships: person.memberships.map(shownMembership),
  };
}

/**
 * The person whose token this is, under the membership chosen for this sign-in, else the oldest. Null when nobody is signed in with it, and
 * when the chosen membership has ended: who was removed signs in anew.
 */
export async function authenticate(context: Context, signIn: SignInKey): Promise<Person | null> {
  const user = await store.findUserByToken(context, signIn);
  if (!user) return null;
  const { membership_id, memberships } = user;
  const chosen = membership_id === null ? memberships[0] : memberships.find(({ id }) => id === membership_id);
  if (membership_id !== null && !chosen) return null;
  return personOf(user, chosen ?? null, context.now);
}

/** The person as stored now, under a membership. */
async function personAgain(context: Context, id: number, membership_id: number | null): Promise<Person> {
  const user = await store.findUser(context, id);
  if (!user) throw new Problem('not_signed_in');
  const chosen = membership_id === null ? user.memberships[0] : user.memberships.find((membership) => membership.id === membership_id);
  return personOf(user, chosen ?? null, context.now);
}

/** Refuses a code that comes too soon after the last, or is one too many. */
async function requireCodeAllowed(context: Context, phone: string, address: string): Promise<void> {
  const ms = context.now.getTime();
  const recent = await store.countCodes(context, { phone, address, since: new Date(ms - dayMs), hour: new Date(ms - 3_600_000) });
  const wait = recent.last ? Math.ceil(secondsBetweenCodes - (ms - recent.last.getTime()) / 1000) : 0;
  if (wait > 0) throw new Problem('wait_for_code', { seconds: String(wait) }, wait);
  if (recent.of_phone >= codesPerDay || recent.of_address >= codesPerAddressAndHour) throw new Problem('too_many_requests');
}

/** Makes a new code for a number, known or not, and ends the one before. */
export async function requestOtp(context: CallContext, sender: CodeSender, phone: string) {
  const { now, address } = context;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(context, async (within) => {
    // Requests for one number wait for each other, or many at once would each be the first.
    await store.lockPhone(within, phone);
    await requireCodeAllowed(within, phone, address);
    await store.insertCode(within, {
      phone,
      address,
      code_hash: hashOfCode(phone, code),
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    });
  });
  await sender.send(phone, code);
  return { success: true as const, resend_after: secondsBetweenCodes, ...(sender.isShownOnPage ? { demo_otp: code } : {}) };
}

/** Checks the code and signs in; the first sign-in of a number makes its user. */
export async function login(context: CallContext, phone: string, otp: string) {
  // The try is counted in a statement of its own, so that no failure below can give it back.
  const code = await store.takeTry(context, phone);
  if (!code || code.expires_at <= context.now) throw new Problem('code_expired');
  if (code.tries > codeTries) throw new Problem('too_many_requests', 'That code was tried too often. Ask for a new one.');
  if (!timingSafeEqual(code.code_hash, hashOfCode(phone, otp))) throw new Problem('wrong_code');
  const expires_at = new Date(context.now.getTime() + signInDays * dayMs);
  const { token, signIn } = await inTransaction(context, async (within) => {
    if (!(await store.useCode(within, code.id))) throw new Problem('code_expired');
    const { user_id, membership_id } = await store.findOrInsertUser(within, phone);
    const made = makeToken(user_id);
    const key = signInKeyOf(made);
    if (!key) throw new Error('A token was made that is none');
    await store.insertSignIn(within, { ...key, membership_id, expires_at });
    return { token: made, signIn: key };
  });
  const person = await authenticate(context, signIn);
  if (!person) throw new Problem('not_signed_in');
  context.setToken(token);
  const is_new_user = person.name === null || person.course === null;
  return { success: true as const, isLoggedIn: true as const, is_new_user, token, user: shownUser(person), message: 'You are signed in.' };
}

/** Ends this sign-in; without one, nothing happens. */
export async function logout(context: CallContext) {
  if (context.signIn) await store.deleteSignIn(context, context.signIn);
  context.setToken(null);
  return { success: true as const };
}

/** Stores name and course. */
export async function updateProfile(context: SignedInContext, profile: { name: string; course: 'MED' | 'ENG' | 'MED_ENG' }) {
  const { id, membership } = context.caller;
  await store.updateUser(context, id, { name: profile.name.trim(), course: profile.course });
  const person = await personAgain(context, id, membership?.id ?? null);
  return { success: true as const, auth: { user: shownUser(person) }, message: 'Your profile is saved.' };
}

/** Goes on under another membership. Throws `not_found` for one that is not the caller's, or has ended. */
export async function switchMembership(context: SignedInContext, membership_id: number) {
  const { signIn, caller } = context;
  if (!signIn || !caller.memberships.some((membership) => membership.id === membership_id)) throw new Problem('not_found');
  await inTransaction(context, (within) => store.chooseMembership(within, signIn, membership_id));
  return { success: true as const, user: shownUser(await personAgain(context, caller.id, membership_id)) };
}

/** Removes codes and sign-ins that can no longer be used. */
export async function forgetExpired(context: Context): Promise<void> {
  await store.deleteExpired(context, new Date(context.now.getTime() - 2 * dayMs));
}
