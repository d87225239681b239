import { type Endpoint, type Reach, reaches, type Value } from '../endpoint.ts';
import type { User } from './identity.ts';

/** The facts about a person that decide which screens and calls are open to them. */
export type Flags = Pick<
  Value<typeof User>,
  | 'type'
  | 'name'
  | 'course'
  | 'consent'
  | 'institute_id'
  | 'is_higher_education'
  | 'has_only_test_board_access'
  | 'is_institute_student'
  | 'reach'
>;

/** Whether a sign-in with the reach `of` may make the call. Staff calls and calls without `reach` need the whole account. */
export const isWithinReach = ({ access, reach }: Pick<Endpoint, 'access' | 'reach'>, of: Reach): boolean =>
  access === 'anyone' || reaches.indexOf(of) <= reaches.indexOf(reach);

/** `reach` is absent if the device stored the person before this field existed. */
const hasAccount = ({ reach }: Flags) => reach !== 'membership' && reach !== 'only_way';

/** Whether the person has given the data required at the first visit. Staff and guardians need to give none. */
export const isRegistered = ({ type, name, course }: Flags): boolean => type !== 'Student' || (name !== null && course !== null);

/** Whether the person is of age, a guardian has agreed, or an institute has recorded a consent, which opens its own tests. */
const isStudent = (flags: Flags) => flags.type === 'Student' && isRegistered(flags) && flags.consent !== 'missing';

/**
 * The audiences of screens and calls (docs/product.md). The server uses this table to refuse calls, the site to redirect and to hide links.
 */
export const audiences = {
  /** Everybody who is signed in, even if not registered: an invited guardian answers before registering. */
  person: () => true,
  /** Everybody who is signed in and registered. */
  member: isRegistered,
  /** Everybody whose sign-in gives access to the whole account, not only to one membership by an institute's code. */
  account: hasAccount,
  student: isStudent,
  /** Students who use the site's own Train and Test. */
  trainee: (flags: Flags) => isStudent(flags) && hasAccount(flags) && !flags.is_higher_education && !flags.has_only_test_board_access,
  /** People with notifications: everybody except students who have only the test board. */
  notified: (flags: Flags) => isRegistered(flags) && hasAccount(flags) && !flags.has_only_test_board_access,
  /** Students with bookmarks and a subscription: all except those who have only the test board. */
  subscriber: (flags: Flags) => isStudent(flags) && hasAccount(flags) && !flags.has_only_test_board_access,
  /** Students with classes, files and sheets of an institute: not institute-type students, and not those with tests only. */
  attendee: (flags: Flags) =>
    isStudent(flags) &&
    !flags.has_only_test_board_access &&
    !flags.is_institute_student &&
    (flags.institute_id !== null || flags.is_higher_education),
  /** Minors whose guardian has not agreed on this site. */
  ward: (flags: Flags) => flags.type === 'Student' && isRegistered(flags) && flags.consent !== 'given' && flags.reach !== 'membership',
  staff: ({ type }: Flags) => type === 'Admin' || type === 'Teacher' || type === 'Counsellor',
  guardian: ({ type }: Flags) => type === 'Guardian',
} as const satisfies Record<string, (flags: Flags) => boolean>;

export type Audience = keyof typeof audiences;

/**
 * The address to which a person is led after sign-in and from `/`: an address of this site, or the brand's address for staff or guardians.
 */
export function landingPlace(flags: Flags): `/${string}` | 'institute site' | 'parent portal' {
  if (audiences.guardian(flags)) return 'parent portal';
  if (audiences.staff(flags)) return 'institute site';
  if (!isRegistered(flags)) return '/login';
  if (flags.consent === 'missing') return audiences.ward(flags) ? '/consent' : '/profile';
  if (flags.is_higher_education) return '/virtual_meeting';
  return flags.has_only_test_board_access || !hasAccount(flags) ? '/institute?type=test' : '/home';
}

/** Whether the site may redirect to this address: one of its own, or one on a listed host. */
export function mayLeadTo(address: string, hosts: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(address)) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hosts.includes(host);
}
