// Contents: the word and its pass · the checks · bank, plan and institute
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import {
  type CheckName,
  checkNames,
  type enterFirstDay,
  type Finding,
  type getFirstDay,
  type loadBank,
  type offerFirstPlan,
  type openFirstInstitute,
  type tryCheck,
} from '@abhyas/contract/site/first-day';
import type { Actor, CallContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { type CodeSender, SmsFault } from '../../../integrations/sms/sender.ts';
import { foldersOfBank, importContent } from '../../bank/content/content.ts';
import { randomLetters } from '../../institute/identity/identity.ts';
import { createInstitute } from '../../institute/institutes/institutes.ts';
import { offeredPlan, offerPlan, storePlan } from '../../payments/pricing/pricing.ts';
import { endOfPass, groupedWord, judgeWord, plainWord } from './first-day-word.ts';
import * as store from './first-day.store.ts';

/** The state of a check, and its sentence. */
export type Found = Pick<Value<typeof Finding>, 'state' | 'words'>;
export type Checks = Readonly<Record<CheckName, () => Promise<Found>>>;

/** The services and settings that the calls of the first day need besides the database. */
export interface FirstDayParts {
  checks: Checks;
  /** Folder of the bank's content. */
  contentFolder: string;
  sender: CodeSender;
  secret: Buffer;
}

/** 16 letters of 5 bits each, which nobody can guess in five tries. */
const wordLetters = 16;

const hashOf = (secret: Buffer, kind: 'word' | 'pass', text: string) =>
  createHmac('sha256', secret).update(`first day ${kind} ${text}`).digest();
const isSameAs = (hash: Buffer) => (other: Buffer) => timingSafeEqual(hash, other);

/**
 * Makes and publishes the word with which an installation without an institute is set up. It replaces any earlier word and its pass. Once
 * an institute has an owner, there is no word any more, and null is published.
 */
export async function makeFirstDayWord(context: Context, secret: Buffer, publish: (word: string | null) => void): Promise<void> {
  await inTransaction(context, async (within) => {
    if (await store.hasOwner(within)) {
      await store.removeWord(within);
      return publish(null);
    }
    const word = randomLetters(wordLetters);
    await store.replaceWord(within, hashOf(secret, 'word', word));
    // Published within the transaction: if several processes start at once, the word that is published last is the stored one.
    return publish(groupedWord(word));
  });
}

/** Exchanges the word for a pass, once. Throws `wrong_word`, which gives no reason. */
export async function enter(context: Context, { secret }: FirstDayParts, typed: string): Promise<Answer<typeof enterFirstDay>> {
  const hash = hashOf(secret, 'word', plainWord(typed));
  // The count of wrong tries is kept, although the try is refused.
  const pass = await inTransaction(context, async (within) => {
    const stored = await store.lockWord(within);
    if (!stored || (await store.hasOwner(within))) return null;
    const judgement = judgeWord(stored, isSameAs(hash), within.now);
    if (judgement === 'wrong') await store.addWrongTry(within);
    if (judgement !== 'right') return null;
    const made = randomBytes(32).toString('base64url');
    await store.storePass(within, hashOf(secret, 'pass', made));
    return made;
  });
  if (pass === null) throw new Problem('wrong_word');
  return { pass, until: (await requirePass(context, secret, pass)).toISOString() };
}

/** The moment until which the pass is valid. Throws `wrong_word` for any other pass, and once an institute has an owner. */
async function requirePass(context: Context, secret: Buffer, pass: string, isLocked = false): Promise<Date> {
  const stored = await (isLocked ? store.lockWord(context) : store.findWord(context));
  const until = stored && endOfPass(stored, isSameAs(hashOf(secret, 'pass', pass)), context.now);
  if (!until || (await store.hasOwner(context))) throw new Problem('wrong_word');
  return until;
}

/** The checks, and the plan on sale. */
export async function overview(
  context: Context,
  { secret, checks }: FirstDayParts,
  { pass }: Input<typeof getFirstDay>,
): Promise<Answer<typeof getFirstDay>> {
  const until = await requirePass(context, secret, pass);
  const found = await Promise.all(checkNames.map(async (name) => ({ name, ...(await checks[name]()) })));
  const plan = await offeredPlan(context);
  return { checks: found, plan_name: plan?.name ?? null, until: until.toISOString() };
}

/** Sends a message with a code that signs nobody in, so that the operator sees whether it arrives. */
async function tryMessages({ budgets, report }: CallContext, sender: CodeSender, phone: string): Promise<Found> {
  if (!budgets.take('first_day_messages', 'installation')) throw new Problem('too_many_requests');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  try {
    await sender.send(phone, code);
    return { state: 'good', words: `The provider took a message with the code ${code}. It should arrive within a minute.` };
  } catch (error) {
    if (!(error instanceof SmsFault)) throw error;
    report(error.message);
    return { state: 'bad', words: `${error.message} Compare the keys in the environment with the provider’s console.` };
  }
}

/** Makes one check again. */
export async function tryAgain(
  context: CallContext,
  { secret, checks, sender }: FirstDayParts,
  { pass, name, phone }: Input<typeof tryCheck>,
): Promise<Answer<typeof tryCheck>> {
  await requirePass(context, secret, pass);
  const found = name === 'messages' && phone !== undefined ? await tryMessages(context, sender, phone) : await checks[name]();
  return { name, ...found };
}

const operator: Actor = { user_id: null, role: 'operator', institute_id: null, reason: 'The first day.' };
const mostFaults = 20;

/** A loading that began longer ago has ended with its process. */
const longestLoadingMs = 10 * 60_000;

/** Loads the bank's folder for the shared bank; repeating it changes nothing. Returns the faults, for which nothing was loaded. */
async function load({ report, ...context }: CallContext, contentFolder: string): Promise<string[]> {
  const places = foldersOfBank.map((folder) => join(contentFolder, folder));
  try {
    const { faults } = await importContent({ ...context, actor: operator }, places, contentFolder, { isServing: true });
    return faults.slice(0, mostFaults).map(({ file, line, what }) => `${file}:${line}: ${what}`);
  } catch (error) {
    report(`The bank could not be loaded: ${String(error)}`);
    return ['The loading broke off. The log of the server says why.'];
  }
}

/**
 * Returns the state of the loading of the bank's folder. Begins the loading if that is requested and none is under way, because it takes
 * longer than a call may.
 */
export async function bankFolder(
  context: CallContext,
  { secret, contentFolder }: FirstDayParts,
  { pass, begins }: Input<typeof loadBank>,
): Promise<Answer<typeof loadBank>> {
  await requirePass(context, secret, pass);
  const staleBefore = new Date(context.now.getTime() - longestLoadingMs);
  if (begins && (await store.beginLoading(context, staleBefore)))
    void load(context, contentFolder)
      .then((faults) => store.endLoading(context, faults))
      .catch((error: unknown) => context.report(`The end of the loading could not be stored: ${String(error)}`));
  const { loading_since = null, load_faults = [] } = (await store.findLoading(context)) ?? {};
  const is_loading = loading_since !== null && loading_since >= staleBefore;
  return { is_loading, faults: load_faults, ...(await store.countBank(context)) };
}

/** The code of the plan that the first day makes. */
const planCode = 'premium';

/** Makes or changes the plan of Premium, and puts it on sale. */
export async function offerPremium(
  context: Context,
  { secret }: FirstDayParts,
  { pass, ...plan }: Input<typeof offerFirstPlan>,
): Promise<Answer<typeof offerFirstPlan>> {
  return inTransaction(context, async (within) => {
    await requirePass(within, secret, pass);
    const acting = { ...within, actor: operator };
    await storePlan(acting, planCode, { ...plan, offer_price: plan.price });
    await offerPlan(acting, planCode);
    return { success: true };
  });
}

/** Makes the first institute and its owner. From then on, every word and every pass of the first day is refused. */
export async function openInstitute(
  context: Context,
  { secret }: FirstDayParts,
  { pass, name, ...institute }: Input<typeof openFirstInstitute>,
): Promise<Answer<typeof openFirstInstitute>> {
  if (name.trim() === '') throw new Problem('invalid_input');
  return inTransaction(context, async (within) => {
    // The word is locked, so that the second of two simultaneous calls finds none.
    await requirePass(within, secret, pass, true);
    await createInstitute(within, { ...institute, name: name.trim() });
    await store.removeWord(within);
    return { success: true };
  });
}
