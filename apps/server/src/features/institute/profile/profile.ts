import { isRegistered } from '@abhyas/contract/institute/access';
import { Problem } from '@abhyas/contract/problem';
import { say } from '@abhyas/exam/institute/sentence';
import type { Value } from '@abhyas/contract/endpoint';
import { type Language, ProfileFields, SealedProfile } from '@abhyas/contract/institute/profile';
import type { Context, SignedInContext } from '../../../context.ts';
import { readJsonText } from '../../../http/json-text.ts';
import { compileCheck } from '../../../http/validator.ts';
import type { ProfileKeys } from '../../../integrations/profile-keys.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { agreeByAge } from '../consent/consent.ts';
import { hasGoogle, personAgain, shownUser } from '../identity/identity.ts';
import * as store from './profile.store.ts';

type Profile = Value<typeof ProfileFields>;

/** The services and settings that profiles need. */
export interface ProfileParts {
  keys: ProfileKeys;
  /** Whether unsealed fields are taken, as in the demo. */
  takesPlain: boolean;
}

export const adultAge = 18;

const checkProfile = compileCheck(ProfileFields);
const checkSealed = compileCheck(SealedProfile);

function parsed(text: string): unknown {
  try {
    return readJsonText(text);
  } catch {
    throw new Problem('damaged_profile');
  }
}

function unsealed({ keys }: ProfileParts, secret: string): Profile {
  const sealed = parsed(secret);
  if (!checkSealed.isGood(sealed)) throw new Problem('damaged_profile');
  const opened = keys.open(sealed);
  if ('fault' in opened) throw new Problem(opened.fault === 'no_key' ? 'old_profile_key' : 'damaged_profile');
  const fields = parsed(opened.text);
  if (!checkProfile.isGood(fields) || opened.text.includes('\\u0000'))
    throw new Problem('invalid_input', say`That request was not understood: ${checkProfile.faultOf(fields) ?? 'secret'}.`);
  return fields;
}

/** The day on which a person of this age has certainly turned 18; the exact birthday is unknown. */
export function adultFrom(age: number, now: Date): Date {
  const from = new Date(now);
  from.setUTCFullYear(from.getUTCFullYear() + Math.max(0, adultAge - age));
  return from;
}

/** Stores the given fields of name, course, age, exam and year. Throws `invalid_input` if onboarding lacks a required field. */
export async function updateProfile(
  context: SignedInContext,
  parts: ProfileParts,
  { secret, is_onboarding, ...plain }: Profile & { secret?: string; is_onboarding: boolean },
) {
  if (secret === undefined && !parts.takesPlain) throw new Problem('damaged_profile');
  const { name, course, age, exam, exam_year } = secret === undefined ? plain : unsealed(parts, secret);
  const { id, type, reach } = context.caller;
  // A person who signed in by institute code may register, to take its tests, and can change nothing afterwards.
  if (reach !== 'account' && isRegistered(context.caller)) throw new Problem('beyond_institute_code');
  if (is_onboarding && (name === undefined || course === undefined))
    throw new Problem('invalid_input', say`That request was not understood: ${name === undefined ? 'name' : 'course'}.`);
  // The age decides whether a guardian must consent. Unsealed fields, which only programs of the demo send, may omit it.
  if (is_onboarding && type === 'Student' && secret !== undefined && age === undefined)
    throw new Problem('invalid_input', say`Give your age.`);
  const adult_from = age === undefined ? undefined : adultFrom(age, context.now);
  await inTransaction(context, async (within) => {
    const isAgreed =
      age === undefined || adult_from === undefined
        ? context.caller.consent !== 'missing'
        : (await agreeByAge(within, id, age, adult_from)) || context.caller.consent === 'institute';
    const isNameFree = await store.updateProfile(within, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(course === undefined ? {} : { course }),
      ...(age === undefined || adult_from === undefined ? {} : { age, adult_from }),
      // Signing in needs neither, so they wait for the consent.
      ...(exam === undefined || !isAgreed ? {} : { exam }),
      ...(exam_year === undefined || !isAgreed ? {} : { exam_year }),
    });
    if (!isNameFree)
      throw new Problem(
        'not_possible',
        say`Somebody with your phone number has this name already. Log in again to choose that account, or give another name.`,
      );
  });
  const person = await personAgain(context, context.caller);
  return { success: true as const, auth: { user: shownUser(person) }, message: say`Your profile is saved.`.text };
}

export async function chooseLanguage(context: SignedInContext, language: Value<typeof Language>) {
  await store.updateProfile(context, context.caller.id, { language });
  return { success: true as const, user: shownUser({ ...context.caller, language }) };
}

/** The further profile fields of a person, which pages do not load with every visit. */
export async function profileOf(context: Context, user_id: number) {
  return { ...(await store.findProfile(context, user_id)), has_google: await hasGoogle(context, user_id) };
}
