import type { Reach } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { userTypeByRole } from '@abhyas/contract/institute/rights';
import type { Context, Membership, Person, SignInKey } from '../../../context.ts';
import * as store from './identity.store.ts';

/**
 * The reach of a student's consent: everything, for an adult or with a guardian's consent, or only the tests of an institute that recorded
 * a consent.
 */
export function consentOf(
  { adult_from, consented_at }: Pick<store.UserRow, 'adult_from' | 'consented_at'>,
  membership: Pick<Membership, 'role' | 'has_consent'> | null,
  now: Date,
): Person['consent'] {
  if (adult_from === null || adult_from <= now || consented_at !== null) return 'given';
  if (membership && membership.role !== 'student') return 'given';
  return membership?.has_consent ? 'institute' : 'missing';
}

/** The person as one membership shows them: without other memberships and without data of the account. */
const boundTo = (membership: Membership | null, user: store.UserRow): store.UserRow => ({
  ...user,
  phone: null,
  referral_code: null,
  premium_until: null,
  deletion_due_at: null,
  memberships: membership ? [membership] : [],
});

/** A person under one of their memberships; without a membership, a student of no institute. */
function personOf({ now, isPremiumOpen = false }: Context, stored: store.UserRow, membership: Membership | null, reach: Reach): Person {
  const user = reach === 'account' ? stored : boundTo(membership, stored);
  const { premium_until } = user;
  const consent = consentOf(user, membership, now);
  // A consent that an institute has recorded covers its tests only: the student gets the access of one who has only the test board.
  const hasTestsOnly = consent === 'institute';
  return {
    id: user.id,
    name: user.name,
    phone: user.phone,
    course: user.course,
    has_premium_access: isPremiumOpen || (premium_until !== null && premium_until > now),
    consent,
    deletion_due_at: user.deletion_due_at,
    language: user.language,
    referral_code: user.referral_code,
    memberships: user.memberships,
    membership,
    type: membership ? userTypeByRole[membership.role] : 'Student',
    institute_id: membership?.institute_id ?? null,
    is_institute_student: hasTestsOnly || (membership?.is_institute_student ?? false),
    has_only_test_board_access: hasTestsOnly || (membership?.has_only_test_board_access ?? false),
    is_higher_education: !hasTestsOnly && (membership?.is_higher_education ?? false),
    reach,
  };
}

type Brand = NonNullable<Membership['brand']>;

const shownMembership = ({ id, institute_id, institute_name, role }: Membership) => ({ id, institute_id, institute_name, role });

/** The institute's own brand as the site shows it; empty if the institute has set none. */
function shownBrand({ tagline = '', support_phone = '', support_email = '', logo = null, accent = null, accent_dark = null }: Brand) {
  if (![tagline, support_phone, support_email, logo, accent].some(Boolean)) return {};
  return { institute_brand: { tagline, support_phone, support_email, logo, accent, accent_dark } };
}

/** The fields of a person that the contract's `User` shows. The referral code belongs to the whole account. */
export function shownUser(person: Person) {
  return {
    id: person.id,
    type: person.type,
    name: person.name,
    phone: person.phone,
    course: person.course,
    referral_code: person.referral_code,
    institute_id: person.institute_id,
    badge_id: person.membership?.id ?? null,
    is_higher_education: person.is_higher_education,
    has_only_test_board_access: person.has_only_test_board_access,
    is_institute_student: person.is_institute_student,
    has_premium_access: person.has_premium_access,
    consent: person.consent,
    deletion_due_at: person.deletion_due_at?.toISOString() ?? null,
    language: person.language,
    membership: person.membership && shownMembership(person.membership),
    memberships: person.memberships.map(shownMembership),
    reach: person.reach,
    ...shownBrand(person.membership?.brand ?? {}),
  };
}

/** The hours after which staff sign in again. A student who is also staff stays signed in, but passes the second factor again. */
export const staffHours = 12;

/** The numbers that replace deleted people. They begin far above the ids that the database generates. */
export const deletedNumbers = { least: 2 ** 46, most: 2 ** 47 };
export const isDeleted = (user_id: number): boolean => user_id >= deletedNumbers.least;

/**
 * The person of this token, under the membership chosen for this sign-in or else the oldest. Null if the token is unknown, and if the
 * chosen membership has ended: a removed member signs in again.
 */
export async function authenticate(context: Context, signIn: SignInKey): Promise<Person | null> {
  const user = await store.findUserByToken(context, signIn);
  if (!user) return null;
  const { membership_id, memberships, reach } = user;
  const chosen = membership_id === null ? memberships[0] : memberships.find(({ id }) => id === membership_id);
  if (membership_id !== null && !chosen) return null;
  // An institute code is for students only: a student who has become staff signs in another way.
  if (reach !== 'account' && chosen?.role !== 'student') return null;
  const hasSecondFactor =
    user.second_factor_at !== null && context.now.getTime() - user.second_factor_at.getTime() < staffHours * 3_600_000;
  return { ...personOf(context, user, chosen ?? null, reach), hasSecondFactor };
}

/** The person as stored now, under the current membership or another. */
export async function personAgain(
  context: Context,
  { id, membership, reach }: Pick<Person, 'id' | 'membership' | 'reach'>,
  membership_id = membership?.id ?? null,
): Promise<Person> {
  const user = await store.findUser(context, id);
  if (!user) throw new Problem('not_signed_in');
  const chosen = membership_id === null ? user.memberships[0] : user.memberships.find((membership) => membership.id === membership_id);
  return personOf(context, user, chosen ?? null, reach);
}

/** The roles of the person, and their institutes. */
export const userTypesOf = ({ memberships, membership }: Person) => ({
  user_types: memberships.map((one) => ({
    ...shownMembership(one),
    type: userTypeByRole[one.role],
    is_current: one.id === membership?.id,
  })),
});
