import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import { userTypeByRole } from '@abhyas/contract/rights';
import { budgets as limits, holderOfAddress } from '../../budgets/budgets.ts';
import type { CallContext, Context, Membership, Person, SignedInContext, SignInKey } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { makeToken, signInKeyOf } from '../../http/token.ts';
import * as store from './identity.store.ts';

const codeMinutes = 10;
const codeTries = 5;
const secondsBetweenCodes = 30;
const codesPerNumberAndAddress = 10;
const codesPerNumber = 30;
const codesPerDevice = 5;
/** Sized for a hall of 2,000 students behind one address, three codes each. */
const codesPerAddressAndHour = 6000;
const signInDays = 30;
/** As long as browsers keep a cookie. */
const deviceDays = 400;
const dayMs = 86_400_000;

/** Hands a code to the person's phone. The demo's stand-in shows it on the page instead. */
export interface CodeSender {
  isShownOnPage: boolean;
  send(phone: string, code: string): Promise<void>;
}

/** A number of ten digits and a code of six are soon tried out: without the key their hash says nothing. */
const hashOfCode = (secret: Buffer, request_id: string, phone: string, code: string) =>
  createHmac('sha256', secret).update(`sign-in code:${request_id}:${phone}:${code}`).digest();
const hashOfRequest = (request_id: string) => createHash('sha256').update(request_id).digest();
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
export async function personAgain(context: Context, id: number, membership_id: number | null): Promise<Person> {
  const user = await store.findUser(context, id);
  if (!user) throw new Problem('not_signed_in');
  const chosen = membership_id === null ? user.memberships[0] : user.memberships.find((membership) => membership.id === membership_id);
  return personOf(user, chosen ?? null, context.now);
}

/** What asks for a code or enters one. */
interface Request {
  phone: string;
  address: string;
  /** The request for a code before this one, which it takes the place of. */
  request_hash: Buffer | null;
  /** The device, where it has signed in with the number before. */
  device: string | null;
}

/** A device that signed in with a number carries its name and the proof of it, which is of no use for another number. */
const proofOfDevice = (secret: Buffer, device: string, phone: string) =>
  createHmac('sha256', secret).update(`device:${device}:${phone}`).digest('base64url');

function deviceOf({ cookies }: CallContext, secret: Buffer, phone: string): string | null {
  const [device = '', proof = ''] = cookies.get('device')?.split('.') ?? [];
  const right = Buffer.from(proofOfDevice(secret, device, phone));
  const given = Buffer.from(proof);
  return given.length === right.length && timingSafeEqual(given, right) ? device : null;
}

/** Refuses a code that comes too soon after the last, or is one too many. Resolves with the device if the code is one of its own. */
async function requireCodeAllowed(context: Context, request: Request): Promise<string | null> {
  const ms = context.now.getTime();
  const recent = await store.countCodes(context, { ...request, since: new Date(ms - dayMs), hour: new Date(ms - 3_600_000) });
  const wait = recent.last ? Math.ceil(secondsBetweenCodes - (ms - recent.last.getTime()) / 1000) : 0;
  if (wait > 0) throw new Problem('wait_for_code', { seconds: String(wait) }, wait);
  if (recent.of_address >= codesPerAddressAndHour) throw new Problem('too_many_requests');
  if (request.device !== null && recent.of_device < codesPerDevice) return request.device;
  if (recent.of_pair >= codesPerNumberAndAddress || recent.of_phone >= codesPerNumber) throw new Problem('too_many_requests');
  return null;
}

/**
 * Makes a new code for a number, known or not, and ends the one that the same request got before. Codes of other requests stand: whoever asks
 * for somebody else's number ends nothing.
 */
export async function requestOtp(context: CallContext, { sender, secret }: Keys, phone: string, earlier: string | undefined) {
  const { now, address, cookies } = context;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const request_id = randomBytes(16).toString('base64url');
  const before = earlier ?? cookies.get('request');
  const request = { phone, address, request_hash: before ? hashOfRequest(before) : null, device: deviceOf(context, secret, phone) };
  await inTransaction(context, async (within) => {
    // Requests for one number wait for each other, or many at once would each be the first.
    await store.lockPhone(within, phone);
    const device = await requireCodeAllowed(within, request);
    await store.insertCode(within, request.request_hash, {
      phone,
      address,
      device,
      request_hash: hashOfRequest(request_id),
      code_hash: hashOfCode(secret, request_id, phone, code),
      expires_at: new Date(now.getTime() + codeMinutes * 60_000),
    });
  });
  await sender.send(phone, code);
  cookies.set('request', request_id, codeMinutes * 60);
  context.note('code_sent');
  return {
    success: true as const,
    resend_after: secondsBetweenCodes,
    ...(sender.isShownOnPage ? { demo_otp: code } : {}),
    ...(context.isProgram ? { request_id } : {}),
  };
}

/** What sign-in needs of the installation. `wait` lets time pass before a wrong guess is answered. */
export interface Keys {
  sender: CodeSender;
  secret: Buffer;
  wait: (ms: number) => Promise<unknown>;
}

const longestWaitMs = 4000;
const waitPerWrongCodeMs = 20;
/** Many students mistype behind the address of a hall; nobody else has a number's code to enter. */
const wrongCodesOfHall = 20;

/** Counts a wrong guess, and answers it the later the more there were. */
async function refuseGuess({ budgets, address }: CallContext, { wait }: Keys, phone: string, problem: Problem): Promise<never> {
  budgets.take('wrong_codes_of_address', holderOfAddress(address));
  budgets.take('wrong_codes_of_number', phone);
  const wrong =
    budgets.spent('wrong_codes_of_number', phone) + budgets.spent('wrong_codes_of_address', holderOfAddress(address)) / wrongCodesOfHall;
  await wait(Math.min(longestWaitMs, Math.round(wrong * waitPerWrongCodeMs)));
  throw problem;
}

/** Too many were wrong, for this number or from here. What was right does not count. */
function requireGuessAllowed({ budgets, address }: CallContext, phone: string, isKnownDevice: boolean): void {
  const isSpent = (budget: 'wrong_codes_of_address' | 'wrong_codes_of_number', holder: string) =>
    budgets.spent(budget, holder) >= limits[budget].most;
  if (isSpent('wrong_codes_of_address', holderOfAddress(address)) || (!isKnownDevice && isSpent('wrong_codes_of_number', phone)))
    throw new Problem('too_many_requests');
}

/** Checks the code and signs in; the first sign-in of a number makes its user. */
export async function login(context: CallContext, keys: Keys, phone: string, otp: string, given: string | undefined) {
  const request_id = given ?? context.cookies.get('request');
  const known = deviceOf(context, keys.secret, phone);
  requireGuessAllowed(context, phone, known !== null);
  const refuse = (problem: Problem) => refuseGuess(context, keys, phone, problem);
  // The try is counted in a statement of its own, so that no failure below can give it back.
  const code = request_id === undefined ? undefined : await store.takeTry(context, phone, hashOfRequest(request_id));
  if (!code || request_id === undefined || code.expires_at <= context.now) return refuse(new Problem('code_expired'));
  if (code.tries > codeTries) return refuse(new Problem('too_many_requests', 'That code was tried too often. Ask for a new one.'));
  if (!timingSafeEqual(code.code_hash, hashOfCode(keys.secret, request_id, phone, otp))) return refuse(new Problem('wrong_code'));
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
  const device = known ?? randomBytes(16).toString('base64url');
  context.cookies.set('token', token, signInDays * (dayMs / 1000));
  context.cookies.set('request', null, 0);
  context.cookies.set('device', `${device}.${proofOfDevice(keys.secret, device, phone)}`, deviceDays * (dayMs / 1000));
  context.note('signed_in', person.id);
  const is_new_user = person.name === null || person.course === null;
  return { success: true as const, isLoggedIn: true as const, is_new_user, token, user: shownUser(person), message: 'You are signed in.' };
}

/** Ends this sign-in; without one, nothing happens. */
export async function logout(context: CallContext) {
  if (context.signIn) await store.deleteSignIn(context, context.signIn);
  context.cookies.set('token', null, 0);
  context.note('signed_out');
  return { success: true as const };
}

/** What the person is, and where. */
export const userTypesOf = ({ memberships, membership }: Person) => ({
  user_types: memberships.map((one) => ({
    ...shownMembership(one),
    type: userTypeByRole[one.role],
    is_current: one.id === membership?.id,
  })),
});

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
