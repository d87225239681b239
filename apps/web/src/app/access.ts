import { type Audience, audiences, landingPlace, mayLeadTo } from '@abhyas/contract/institute/access';
import { brand, leadableHosts } from '@abhyas/contract/institute/brand';
import { getMe } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import { redirect } from '@tanstack/react-router';
import { call } from '../platform/call.ts';
import { currentUser, rememberUser, type User } from '../platform/user.ts';

/** Whom a screen is for: everybody, or an audience of the one table. */
export type Access = 'anyone' | Audience;

/** Which screens a person has. */
export const sideOf = ({ type }: User) => (type === 'Student' ? 'student' : type === 'Guardian' ? 'guardian' : 'staff');

/** Where a person lands after sign-in and from `/` (spec 1, section 2.2). */
export function landingOf(user: User): string {
  const place = landingPlace(user);
  if (place !== 'institute site' && place !== 'parent portal') return place;
  return place === 'institute site' ? brand.instituteSite : brand.parentPortal;
}

/** Has tests and assignments of an institute in the menu. */
export const hasInstitute = (user: User): boolean =>
  user.institute_id !== null || user.is_institute_student || user.has_only_test_board_access;

/** Has classes, files and sheets of an institute. */
export const hasClasses = (user: User): boolean => audiences.attendee(user);

let asked: Promise<void> | null = null;

/** Asks once a visit who is signed in. A stored person is shown at once meanwhile; nobody stored means waiting. */
export function askWhoIsSignedIn(): Promise<void> {
  asked ??= call(getMe, {}).then(
    ({ user }) => rememberUser(user),
    (failure: unknown) => {
      if (failure instanceof Problem && failure.status === 401) rememberUser(null);
      else asked = null;
    },
  );
  return asked;
}

/** To an address of this site, or of another that is listed; else to the start. */
function leaveFor(address: string): never {
  throw redirect({ href: mayLeadTo(address, leadableHosts()) ? address : '/', replace: true });
}

/** Where a person is led who asks for a screen at an address; null lets them through. */
export function leadAway(access: Access, user: User | null, address: string): string | null {
  if (access === 'anyone') return null;
  const toSignIn = `/login?to=${encodeURIComponent(address)}`;
  if (!user) return toSignIn;
  if (audiences[access](user)) return null;
  const landing = landingOf(user);
  return landing === '/login' ? toSignIn : landing;
}

/** Lets a person through to a screen, or throws the redirect to where they belong. */
export async function guard(access: Access, address: string): Promise<void> {
  if (access === 'anyone') return;
  const known = currentUser();
  const answer = askWhoIsSignedIn();
  if (!known) await answer;
  const other = leadAway(access, currentUser(), address);
  if (other !== null) leaveFor(other);
}

/** `/` and the sign-in page are for visitors; everybody else is led to where they belong. */
export function leaveVisitorPage(path: string): void {
  const user = currentUser();
  if (!user) return;
  const landing = landingOf(user);
  // Who is yet to register does so there.
  if (landing !== path && !(landing === '/login' && path === '/user_registration')) leaveFor(landing);
}
