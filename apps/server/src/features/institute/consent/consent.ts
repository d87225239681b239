import { say } from '@abhyas/exam/institute/sentence';
import { brand } from '@abhyas/contract/institute/brand';
import type { Relation } from '@abhyas/contract/institute/consent';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { SmsFault } from '../../../integrations/sms/sender.ts';
import { writeAudit } from '../audit/audit.ts';
import { checkCode, type Keys, personAgain, shownUser, useCheckedCode } from '../identity/identity.ts';
import * as store from './consent.store.ts';
import { linkDays, openLink, sealLink } from './guardian-link.ts';

interface Guardian {
  guardian_name: string;
  relation: Relation;
}

const nobody = { guardian_phone: null, guardian_name: null, relation: null, institute_id: null, recorded_by: null };

const notNeeded = () => new Problem('not_possible', say`This account needs no consent, or already has it.`);

/** The version of the privacy page to which a person agrees. */
const textNow = () => brand.legal.updated;

/**
 * Stores a person's age. An adult consents for themself; a minor waits for a guardian. Throws `not_possible` if the age would remove the
 * need for a consent that an earlier age requires. Resolves with whether the person has a consent now.
 */
export async function agreeByAge(within: Context, user_id: number, age: number, adult_from: Date): Promise<boolean> {
  const { now } = within;
  const known = await store.findAge(within, user_id);
  if (known.adult_from !== null && known.consented_at === null && known.adult_from > now && adult_from < known.adult_from)
    throw new Problem('not_possible', say`Your age cannot be changed here. Contact us to correct it.`);
  if (known.consented_at !== null) return true;
  if (adult_from > now) return false;
  await store.insertConsent(within, { ...nobody, student_id: user_id, given_by: 'self', age, text_of: textNow(), given_at: now });
  await store.setConsented(within, user_id);
  return true;
}

/** Records the consent of a guardian who enters a code sent to their own phone. Throws `not_possible` if the account needs no consent. */
export async function giveGuardianConsent(
  context: SignedInContext,
  keys: Keys,
  { guardian_phone, guardian_name, relation, ...code }: Guardian & { guardian_phone: string; otp: string; request_id?: string },
) {
  const { id, consent } = context.caller;
  if (consent === 'given') throw notNeeded();
  const checked = await checkCode(context, keys, guardian_phone, code.otp, code.request_id);
  await inTransaction(context, async (within) => {
    await useCheckedCode(within, checked);
    const { age, consented_at } = await store.findAge(within, id);
    // Another guardian may have consented since the call began.
    if (consented_at !== null) throw notNeeded();
    const guardian = { guardian_phone, guardian_name: guardian_name.trim(), relation };
    const row = { ...nobody, ...guardian, student_id: id, given_by: 'guardian', age, text_of: textNow(), given_at: within.now } as const;
    await store.insertConsent(within, row);
    await store.setConsented(within, id);
  });
  context.cookies.set('request', null, 0);
  return { success: true as const, user: shownUser(await personAgain(context, context.caller)) };
}

/** Sends a guardian the link with which they agree. Throws `not_possible` if no consent is needed or no link can be sent. */
export async function askGuardian(context: SignedInContext, { sender, secret, siteUrl = '' }: Keys, guardian_phone: string) {
  const { caller, budgets, now } = context;
  if (caller.consent === 'given') throw notNeeded();
  if (!sender.sendLink)
    throw new Problem('not_possible', say`This site cannot send links. If your parent or guardian is with you, use a code.`);
  if (!budgets.take('guardian_links', caller.id) || !budgets.take('guardian_links_of_number', guardian_phone))
    throw new Problem('too_many_requests');
  const expires_at = new Date(now.getTime() + linkDays * 86_400_000);
  // The token follows the # sign, which browsers send to no server, so that no log contains it.
  const path = `/agree#${sealLink(secret, { student_id: caller.id, guardian_phone, expires_at })}`;
  await sender.sendLink(guardian_phone, `${siteUrl.replace(/\/$/, '')}${path}`).catch((fault: unknown) => {
    if (!(fault instanceof SmsFault)) throw fault;
    context.report(fault.message);
    throw new Problem('code_not_sent', say`The link could not be sent. Try again in a moment.`);
  });
  return { success: true as const, expires_at: expires_at.toISOString(), ...(sender.isShownOnPage ? { demo_link: path } : {}) };
}

function openedLink({ now }: Context, { secret }: Keys, link: string) {
  const opened = openLink(secret, link, now);
  if (!opened) throw new Problem('link_expired');
  return opened;
}

/** Returns who asks the guardian for consent. Throws `link_expired`, also if the student's account was deleted. */
export async function readGuardianLink(context: Context, keys: Keys, link: string) {
  const { student_id, guardian_phone } = openedLink(context, keys, link);
  const student = await store.findAsking(context, student_id);
  if (!student) throw new Problem('link_expired');
  return { student_name: student.name, guardian_phone, has_agreed: student.consented_at !== null };
}

/** Records the consent of the guardian who has the link. Repeating it changes nothing. */
export async function agreeByLink(context: Context, keys: Keys, { link, guardian_name, relation }: Guardian & { link: string }) {
  const { student_id, guardian_phone } = openedLink(context, keys, link);
  await inTransaction(context, async (within) => {
    const student = await store.findAsking(within, student_id);
    if (!student) throw new Problem('link_expired');
    if (student.consented_at !== null) return;
    const guardian = { guardian_phone, guardian_name: guardian_name.trim(), relation };
    const given = { given_by: 'guardian', age: student.age, text_of: textNow(), given_at: within.now } as const;
    await store.insertConsent(within, { ...nobody, ...guardian, student_id, ...given });
    await store.setConsented(within, student_id);
  });
  return { success: true as const };
}

/** Records that the institute has a guardian's consent. Throws `not_found` for a person who is not its student. */
export async function recordConsent(context: StaffContext, student_id: number, { guardian_name, relation }: Guardian) {
  return inTransaction(context, async (within) => {
    const student = await store.setConsentedAt(within, student_id);
    if (!student) throw new Problem('not_found');
    await store.insertConsent(within, {
      student_id,
      given_by: 'institute',
      age: student.age,
      text_of: textNow(),
      guardian_phone: null,
      guardian_name: guardian_name.trim(),
      relation,
      institute_id: within.actor.institute_id,
      recorded_by: within.actor.user_id,
      given_at: within.now,
    });
    await writeAudit(within, { what: 'consent.record', object_type: 'user', object_id: student_id, after: { relation } });
    return { success: true as const };
  });
}
