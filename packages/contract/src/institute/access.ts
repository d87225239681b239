import { type Endpoint, type Reach, reaches, type Value } from '../endpoint.ts';
import type { User } from './identity.ts';

/** What of a person decides which screens and calls are theirs. */
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

/** Whether a call is open to a sign-in that reaches so far. Calls of staff, and those that do not say otherwise, ask for the whole account. */
export const isWithinReach = ({ access, reach }: Pick<Endpoint, 'access' | 'reach'>, of: Reach): boolean =>
  access === 'anyone' || reaches.indexOf(of) <= reaches.indexOf(reach);

/** A person whom a device remembers from before says nothing of it. */
const hasAccount = ({ reach }: Flags) => reach !== 'membership' && reach !== 'only_way';

/** Has what the first visit asks for. Staff and guardians are asked nothing. */
export const isRegistered = ({ type, name, course }: Flags): boolean => type !== 'Student' || (name !== null && course !== null);

/** Is of age, or a guardian has agreed; or an institute has recorded it, for its own tests. */
const isStudent = (flags: Flags) => flags.type === 'Student' && isRegistered(flags) && flags.consent !== 'missing';

/**
 * The one table of whom screens and calls are for (spec 1, sections 2.2, 2.3 and 6; spec 2, section 6). The server refuses by it, the site leads
 * and hides by it.
 */
export const audiences = {
  /** Everybody who is signed in, registered or not: a guardian to be answers before that. */
  person: () => true,
  /** Everybody who is signed in and registered. */
  member: isRegistered,
  /** Has the whole account, not one membership by the code of its institute. */
  account: hasAccount,
  student: isStudent,
  /** Has Train and Test of the site itself. */
  trainee: (flags: Flags) => isStudent(flags) && hasAccount(flags) && !flags.is_higher_education && !flags.has_only_test_board_access,
  /** Has notifications: all but who has the test board only. */
  notified: (flags: Flags) => isRegistered(flags) && hasAccount(flags) && !flags.has_only_test_board_access,
  /** Has bookmarks and a subscription: students but who has the test board only. */
  subscriber: (flags: Flags) => isStudent(flags) && hasAccount(flags) && !flags.has_only_test_board_access,
  /** Has classes, files and sheets of an institute: not an institute-type student, not with tests only. */
  attendee: (flags: Flags) =>
    isStudent(flags) &&
    !flags.has_only_test_board_access &&
    !flags.is_institute_student &&
    (flags.institute_id !== null || flags.is_higher_education),
  /** A minor whose guardian has not agreed here. */
  ward: (flags: Flags) => flags.type === 'Student' && isRegistered(flags) && flags.consent !== 'given' && flags.reach !== 'membership',
  staff: ({ type }: Flags) => type === 'Admin' || type === 'Teacher' || type === 'Counsellor',
  guardian: ({ type }: Flags) => type === 'Guardian',
} as const satisfies Record<string, (flags: Flags) => boolean>;

export type Audience = keyof typeof audiences;

/** Where a person lands after sign-in and from `/`: an address of the site, or what the brand names for staff and guardians. */
export function landingPlace(flags: Flags): `/${string}` | 'institute site' | 'parent portal' {
  if (audiences.guardian(flags)) return 'parent portal';
  if (audiences.staff(flags)) return 'institute site';
  if (!isRegistered(flags)) return '/login';
  if (flags.consent === 'missing') return audiences.ward(flags) ? '/consent' : '/profile';
  if (flags.is_higher_education) return '/virtual_meeting';
  return flags.has_only_test_board_access || !hasAccount(flags) ? '/institute?type=test' : '/home';
}

/** Whether the site may lead there: to an address of its own, or to one on a host that is listed. */
export function mayLeadTo(address: string, hosts: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(address)) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hosts.includes(host);
}
