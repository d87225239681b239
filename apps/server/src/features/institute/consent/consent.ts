import { brand } from '@abhyas/contract/institute/brand';
import type { Relation } from '@abhyas/contract/institute/consent';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { checkCode, type Keys, personAgain, shownUser, useCheckedCode } from '../identity/identity.ts';
import * as store from './consent.store.ts';

interface Guardian {
  guardian_name: string;
  relation: Relation;
}

const nobody = { guardian_phone: null, guardian_name: null, relation: null, institute_id: null, recorded_by: null };

/** The version of the privacy page to which a person agrees. */
const textNow = () => brand.legal.updated;

/**
 * Stores a person's age. An adult consents for themself; a minor waits for a guardian. Throws `not_possible` if the age would remove the
 * need for a consent that an earlier age requires.
 */
export async function agreeByAge(within: Context, user_id: number, age: number, adult_from: Date): Promise<void> {
  const { now } = within;
  const known = await store.findAge(within, user_id);
  if (known.adult_from !== null && known.consented_at === null && known.adult_from > now && adult_from < known.adult_from)
    throw new Problem('not_possible', 'Your age is stored. To correct it, contact us.');
  if (adult_from > now || known.consented_at !== null) return;
  await store.insertConsent(within, { ...nobody, student_id: user_id, given_by: 'self', age, text_of: textNow(), given_at: now });
  await store.setConsented(within, user_id);
}

/** Records the consent of a guardian who enters a code sent to their own phone. Throws `not_possible` if the account needs no consent. */
export async function giveGuardianConsent(
  context: SignedInContext,
  keys: Keys,
  { guardian_phone, guardian_name, relation, ...code }: Guardian & { guardian_phone: string; otp: string; request_id?: string },
) {
  const { id, consent } = context.caller;
  if (consent === 'given') throw new Problem('not_possible', 'This account needs no consent, or already has it.');
  const checked = await checkCode(context, keys, guardian_phone, code.otp, code.request_id);
  await inTransaction(context, async (within) => {
    await useCheckedCode(within, checked);
    const { age } = await store.findAge(within, id);
    const guardian = { guardian_phone, guardian_name: guardian_name.trim(), relation };
    const row = { ...nobody, ...guardian, student_id: id, given_by: 'guardian', age, text_of: textNow(), given_at: within.now } as const;
    await store.insertConsent(within, row);
    await store.setConsented(within, id);
  });
  context.cookies.set('request', null, 0);
  return { success: true as const, user: await shownUser(context, await personAgain(context, context.caller)) };
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
