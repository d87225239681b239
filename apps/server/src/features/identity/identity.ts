import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import type { Context } from '../../database/transaction.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { CallContext, SignedInContext } from '../../http/serve.ts';
import * as store from './identity.store.ts';

export type Student = store.UserRow & { has_premium_access: boolean };

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
const withPremium = (user: store.UserRow, now: Date): Student => ({
  ...user,
  has_premium_access: user.premium_until !== null && user.premium_until > now,
});

/** What of a person may leave, by the contract's `User`. */
export function shownUser(student: Student) {
  const {
    id,
    type,
    name,
    phone,
    course,
    institute_id,
    is_higher_education,
    has_only_test_board_access,
    is_institute_student,
    has_premium_access,
  } = student;
  return {
    id,
    type,
    name,
    phone,
    course,
    institute_id,
    is_higher_education,
    has_only_test_board_access,
    is_institute_student,
    has_premium_access,
  };
}

/** The person whose token this is. Throws `not_signed_in`. */
export async function findSignedIn(context: Context, tokenHash: Buffer | null): Promise<Student> {
  const user = tokenHash && (await store.findUserByToken(context, tokenHash));
  if (!user) throw new Problem('not_signed_in');
  return withPremium(user, context.now);
}

/** Throws unless the person is a student who has given name and course. */
export function requireStudent({ type, name, course }: { type: string; name: string | null; course: string | null }): void {
  if (type !== 'Student') throw new Problem('not_allowed');
  if (name === null || course === null) throw new Problem('not_registered');
}

/** Refuses a code that comes too soon after the last, or is one too many. */
async function requireCodeAllowed(context: Context, phone: string, address: string): Promise<void> {
  const ms = context.now.getTime();
  const recent = await store.countCodes(context, { phone, address, since: new Date(ms - dayMs), hour: new Date(ms - 3_600_000) });
  if (recent.last && ms - recent.last.getTime() < secondsBetweenCodes * 1000) throw new Problem('wait_for_code');
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
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest();
  const expires_at = new Date(context.now.getTime() + signInDays * dayMs);
  const user = await store.useCode(context, code.id, { phone, token_hash, expires_at });
  if (!user) throw new Problem('code_expired');
  context.setToken(token);
  const student = withPremium(user, context.now);
  const is_new_user = user.name === null || user.course === null;
  return { success: true as const, isLoggedIn: true as const, is_new_user, token, user: shownUser(student), message: 'You are signed in.' };
}

/** Ends this sign-in; without one, nothing happens. */
export async function logout(context: CallContext) {
  if (context.tokenHash) await store.deleteSignIn(context, context.tokenHash);
  context.setToken(null);
  return { success: true as const };
}

/** Stores name and course. */
export async function updateProfile(context: SignedInContext, profile: { name: string; course: 'MED' | 'ENG' | 'MED_ENG' }) {
  const user = await store.updateUser(context, context.student.id, { name: profile.name.trim(), course: profile.course });
  return { success: true as const, auth: { user: shownUser(withPremium(user, context.now)) }, message: 'Your profile is saved.' };
}

/** Removes codes and sign-ins that can no longer be used. */
export async function forgetExpired(context: Context): Promise<void> {
  await store.deleteExpired(context, new Date(context.now.getTime() - 2 * dayMs));
}
