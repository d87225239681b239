import { type Audience, audiences, landingPlace, mayLeadTo } from '@abhyas/contract/institute/access';
import { brand, leadableHosts } from '@abhyas/contract/institute/brand';
import { getMe } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import { redirect } from '@tanstack/react-router';
import { call } from '../platform/call.ts';
import { currentUser, rememberUser, type User } from '../platform/user.ts';

/** Who may open a screen: everybody, or one audience of the contract's table. */
export type Access = 'anyone' | Audience;

/** The side of the site that a person uses. */
export const sideOf = ({ type }: User) => (type === 'Student' ? 'student' : type === 'Guardian' ? 'guardian' : 'staff');

/** The page that `/` and the sign-in lead a person to. */
export function landingOf(user: User): string {
  const place = landingPlace(user);
  if (place !== 'institute site' && place !== 'parent portal') return place;
  return place === 'institute site' ? brand.instituteSite : brand.parentPortal;
}

/** Whether the menu shows tests and assignments of an institute. */
export const hasInstitute = (user: User): boolean =>
  user.institute_id !== null || user.is_institute_student || user.has_only_test_board_access;

/** Whether the menu shows classes, files and sheets of an institute. */
export const hasClasses = (user: User): boolean => audiences.attendee(user);

let asked: Promise<void> | null = null;

/** Fetches the signed-in person once per visit. If the device has stored the person, the screen does not wait for the response. */
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

/** Opens an address of this site, or of another listed host; any other address leads to the start. */
function leaveFor(address: string): never {
  throw redirect({ href: mayLeadTo(address, leadableHosts()) ? address : '/', replace: true });
}

/** The address to which a person without access to a screen is redirected; null if the person has access. */
export function leadAway(access: Access, user: User | null, address: string): string | null {
  if (access === 'anyone') return null;
  const toSignIn = `/login?to=${encodeURIComponent(address)}`;
  if (!user) return toSignIn;
  if (audiences[access](user)) return null;
  const landing = landingOf(user);
  return landing === '/login' ? toSignIn : landing;
}

/**
 * Lets a person through to a screen, or throws the redirect to another. The account page waits for the server's answer: its calls depend on
 * how much the present sign-in reaches, which the stored person may not show.
 */
export async function guard(access: Access, address: string): Promise<void> {
  if (access === 'anyone') return;
  const known = currentUser();
  const answer = askWhoIsSignedIn();
  if (!known || /^\/profile\b/.test(address)) await answer;
  const other = leadAway(access, currentUser(), address);
  if (other !== null) leaveFor(other);
}

/** Keeps `/` and the sign-in page for visitors; a signed-in person is redirected to their own start page. */
export function leaveVisitorPage(path: string): void {
  const user = currentUser();
  if (!user) return;
  const landing = landingOf(user);
  // A person who has yet to register may stay, because they register there.
  if (landing !== path && !(landing === '/login' && path === '/user_registration')) leaveFor(landing);
}
