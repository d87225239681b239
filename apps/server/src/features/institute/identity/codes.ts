import { say } from '@abhyas/exam/institute/sentence';
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import { budgets as limits, holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context } from '../../../context.ts';
import { secretsOf } from '../../../integrations/secret.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { type CodeSender, SmsFault } from '../../../integrations/sms/sender.ts';
import * as store from './codes.store.ts';

const codeMinutes = 10;
const codeTries = 5;
const secondsBetweenCodes = 30;
const codesPerNumberAndAddress = 10;
const codesPerNumber = 30;
const codesPerDevice = 5;
/** Sized for a hall of 2,000 students behind one address, with three codes each. */
const codesPerAddressAndHour = 6000;
/** The longest time that browsers keep a cookie. */
const deviceDays = 400;
const dayMs = 86_400_000;

/** A phone number and a code of six digits are quickly guessed: the hash is keyed, so that it reveals nothing. */
const hashOfCode = (secret: Buffer, request_id: string, phone: string, code: string) =>
  createHmac('sha256', secret).update(`sign-in code:${request_id}:${phone}:${code}`).digest();
const hashOfRequest = (request_id: string) => createHash('sha256').update(request_id).digest();

/** A request for a code, or the entry of one. */
interface Request {
  phone: string;
  address: string;
  /** The hash of the request that this one replaces. */
  request_hash: Buffer | null;
  /** The device, if it has signed in with the number before. */
  device: string | null;
}

/** The cookie of a device that signed in with a number contains its name and this proof, which is valid for that number only. */
const proofOfDevice = (secret: Buffer, device: string, phone: string) =>
  createHmac('sha256', secret).update(`device:${device}:${phone}`).digest('base64url');

export function deviceOf({ cookies }: CallContext, secret: Buffer, phone: string): string | null {
  const [device = '', proof = ''] = cookies.get('device')?.split('.') ?? [];
  const given = Buffer.from(proof);
  const isProved = secretsOf(secret).some((one) => {
    const right = Buffer.from(proofOfDevice(one, device, phone));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isProved ? device : null;
}

/**
 * Refuses a code that is requested too soon after the last, or above a limit. Resolves with the device if the code counts against the
 * device's own limit.
 */
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
 * Creates a code for a number, known or not, and ends the code that the same request got before. Codes of other requests stay valid, so
 * that a stranger who requests a code ends no code of anybody else.
 */
export async function requestOtp(context: CallContext, { sender, secret }: Keys, phone: string, earlier: string | undefined) {
  const { now, address, cookies } = context;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const request_id = randomBytes(16).toString('base64url');
  const before = earlier ?? cookies.get('request');
  const request = { phone, address, request_hash: before ? hashOfRequest(before) : null, device: deviceOf(context, secret, phone) };
  await inTransaction(context, async (within) => {
    // Requests for one number wait for each other. Otherwise many parallel requests would each count as the first.
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

/** The services and settings that sign-in needs. `wait` delays the response to a wrong code. */
export interface Keys {
  sender: CodeSender;
  secret: Buffer;
  /** The address of the site in links; undefined in a demo that has none. */
  siteUrl?: string | undefined;
  wait: (ms: number) => Promise<unknown>;
}

const longestWaitMs = 4000;
const waitPerWrongCodeMs = 20;
/** The students of a hall share an address, so a wrong guess counts this many times less for the address than for the number. */
const wrongCodesOfHall = 20;

/**
 * Counts a wrong guess against the number (or another key in `phone`) and the address, and delays the response longer after each
 * wrong guess. If `phone` is null, it counts against the address only: a caller without a request could otherwise lock any number.
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

/** Throws when there were too many wrong guesses for this number or from this address. Correct guesses are not counted. */
export function requireGuessAllowed({ budgets, address }: CallContext, phone: string, isKnownDevice: boolean): void {
  const isSpent = (budget: 'wrong_codes_of_address' | 'wrong_codes_of_number', holder: string) =>
    budgets.spent(budget, holder) >= limits[budget].most;
  if (isSpent('wrong_codes_of_address', holderOfAddress(address)) || (!isKnownDevice && isSpent('wrong_codes_of_number', phone)))
    throw new Problem('too_many_requests');
}

/** A code that was entered correctly and is not used up yet. */
export interface CheckedCode {
  id: number;
  /** Marks this browser as one that has signed in with the number. */
  rememberDevice(): void;
}

/** Throws unless this is the code that the request got for the number. Each call counts as a try; `useCheckedCode` uses the code up. */
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
  // The try is counted in its own statement, so that no later failure undoes the count.
  const code = request_id === undefined ? undefined : await store.takeTry(context, phone, hashOfRequest(request_id));
  if (!code || request_id === undefined) return refuseGuess(context, keys, null, new Problem('code_expired'));
  if (code.expires_at <= context.now) return refuse(new Problem('code_expired'));
  if (code.tries > codeTries) return refuse(new Problem('too_many_requests', say`That code was tried too often. Ask for a new one.`));
  const isRight = secretsOf(keys.secret).some((secret) => timingSafeEqual(code.code_hash, hashOfCode(secret, request_id, phone, otp)));
  if (!isRight) return refuse(new Problem('wrong_code'));
  const device = known ?? randomBytes(16).toString('base64url');
  const rememberDevice = () => {
    context.cookies.set('request', null, 0);
    context.cookies.set('device', `${device}.${proofOfDevice(keys.secret, device, phone)}`, deviceDays * (dayMs / 1000));
  };
  return { id: code.id, rememberDevice };
}

/** Uses up the code. Throws `code_expired` if another request has used it meanwhile. */
export async function useCheckedCode(within: Context, { id }: CheckedCode): Promise<void> {
  if (!(await store.useCode(within, id))) throw new Problem('code_expired');
}

/** Checks a new code sent to the person's own number, which is then no longer valid. */
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
