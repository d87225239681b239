import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import { budgets as limits, holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { type CodeSender, SmsFault } from '../../../integrations/sms/sender.ts';
import * as store from './codes.store.ts';

const codeMinutes = 10;
const codeTries = 5;
const secondsBetweenCodes = 30;
const codesPerNumberAndAddress = 10;
const codesPerNumber = 30;
const codesPerDevice = 5;
/** Sized for a hall of 2,000 students behind one address, three codes each. */
const codesPerAddressAndHour = 6000;
/** As long as browsers keep a cookie. */
const deviceDays = 400;
const dayMs = 86_400_000;

/** A number of ten digits and a code of six are soon tried out: without the key their hash says nothing. */
const hashOfCode = (secret: Buffer, request_id: string, phone: string, code: string) =>
  createHmac('sha256', secret).update(`sign-in code:${request_id}:${phone}:${code}`).digest();
const hashOfRequest = (request_id: string) => createHash('sha256').update(request_id).digest();

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

export function deviceOf({ cookies }: CallContext, secret: Buffer, phone: string): string | null {
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
  await sender.send(phone, code).catch((fault: unknown) => {
    if (!(fault instanceof SmsFault)) throw fault;
    context.report(fault.message);
    throw new Problem('code_not_sent');
  });
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

/**
 * Counts a wrong guess of a number's code, or of what else `phone` stands for, and answers it the later the more there were. With null it counts
 * against the address alone: who has asked for no code guesses none, and could lock anybody's number.
 */
export async function refuseGuess(
  { budgets, address }: CallContext,
  { wait }: Pick<Keys, 'wait'>,
  phone: string | null,
  problem: Problem,
): Promise<never> {
  budgets.take('wrong_codes_of_address', holderOfAddress(address));
  if (phone !== null) budgets.take('wrong_codes_of_number', phone);
  const wrong =
    (phone === null ? 0 : budgets.spent('wrong_codes_of_number', phone)) +
    budgets.spent('wrong_codes_of_address', holderOfAddress(address)) / wrongCodesOfHall;
  await wait(Math.min(longestWaitMs, Math.round(wrong * waitPerWrongCodeMs)));
  throw problem;
}

/** Too many were wrong, for this number or from here. What was right does not count. */
export function requireGuessAllowed({ budgets, address }: CallContext, phone: string, isKnownDevice: boolean): void {
  const isSpent = (budget: 'wrong_codes_of_address' | 'wrong_codes_of_number', holder: string) =>
    budgets.spent(budget, holder) >= limits[budget].most;
  if (isSpent('wrong_codes_of_address', holderOfAddress(address)) || (!isKnownDevice && isSpent('wrong_codes_of_number', phone)))
    throw new Problem('too_many_requests');
}

/** A code that was right, and is yet to be used up. */
export interface CheckedCode {
  id: number;
  /** Takes down at this browser that the number is known here. */
  rememberDevice(): void;
}

/** Throws unless this is the code that the request got for the number. Each call is a try; `useCheckedCode` makes it the last. */
export async function checkCode(
  context: CallContext,
  keys: Keys,
  phone: string,
  otp: string,
  given: string | undefined,
): Promise<CheckedCode> {
  const request_id = given ?? context.cookies.get('request');
  const known = deviceOf(context, keys.secret, phone);
  requireGuessAllowed(context, phone, known !== null);
  const refuse = (problem: Problem) => refuseGuess(context, keys, phone, problem);
  // The try is counted in a statement of its own, so that no failure below can give it back.
  const code = request_id === undefined ? undefined : await store.takeTry(context, phone, hashOfRequest(request_id));
  if (!code || request_id === undefined) return refuseGuess(context, keys, null, new Problem('code_expired'));
  if (code.expires_at <= context.now) return refuse(new Problem('code_expired'));
  if (code.tries > codeTries) return refuse(new Problem('too_many_requests', 'That code was tried too often. Ask for a new one.'));
  if (!timingSafeEqual(code.code_hash, hashOfCode(keys.secret, request_id, phone, otp))) return refuse(new Problem('wrong_code'));
  const device = known ?? randomBytes(16).toString('base64url');
  const rememberDevice = () => {
    context.cookies.set('request', null, 0);
    context.cookies.set('device', `${device}.${proofOfDevice(keys.secret, device, phone)}`, deviceDays * (dayMs / 1000));
  };
  return { id: code.id, rememberDevice };
}

/** Uses the code up. Throws `code_expired` when somebody else has, meanwhile. */
export async function useCheckedCode(within: Context, { id }: CheckedCode): Promise<void> {
  if (!(await store.useCode(within, id))) throw new Problem('code_expired');
}

/** Checks a fresh code to the person's own number and uses it up. */
export async function requireFreshCode(
  context: CallContext,
  keys: Keys,
  phone: string,
  { otp, request_id }: { otp: string; request_id?: string },
): Promise<void> {
  const code = await checkCode(context, keys, phone, otp, request_id);
  await inTransaction(context, (within) => useCheckedCode(within, code));
  context.cookies.set('request', null, 0);
}
