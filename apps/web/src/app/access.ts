import { brand } from '@abhyas/contract/brand';
import { getMe } from '@abhyas/contract/identity';
import { Problem } from '@abhyas/contract/problem';
import { redirect } from '@tanstack/react-router';
import { call } from '../platform/call.ts';
import { currentUser, isTrainee, rememberUser, type User } from '../platform/user.ts';

/**
 * Who may open a screen: `anyone`; `student`, who is signed in and registered; `trainee`, a student whose menu has Train and Test too
 * (spec 1, section 6: not higher education, not test-board-only); `staff` of an institute; `guardian` of students;
 * `member`, all of these.
 */
export type Access = 'anyone' | 'student' | 'trainee' | 'staff' | 'guardian' | 'member';

/** Which screens a person has. */
export const sideOf = ({ type }: User) => (type === 'Student' ? 'student' : type === 'Guardian' ? 'guardian' : 'staff');

/** Where a person lands after sign-in and from `/` (spec 1, section 2.2). */
export function landingOf(user: User): string {
  const side = sideOf(user);
  if (side === 'guardian') return brand.parentPortal;
  if (side === 'staff') return brand.instituteSite;
  if (user.name === null || user.course === null) return '/login';
  if (user.is_higher_education) return '/virtual_meeting';
  if (user.has_only_test_board_access) return '/institute?type=test';
  return '/home';
}

/** Has tests and assignments of an institute in the menu. */
export const hasInstitute = (user: User): boolean =>
  user.institute_id !== null || user.is_institute_student || user.has_only_test_board_access;

/** Has classes, files and sheets of an institute: not an institute-type student, not with tests only. */
export const hasClasses = ({ institute_id, is_institute_student, has_only_test_board_access }: User): boolean =>
  institute_id !== null && !is_institute_student && !has_only_test_board_access;

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

/** To an address of this site or of another of the institute. */
function leaveFor(address: string): never {
  throw redirect({ href: address, replace: true });
}

/** Lets a person through to a screen, or throws the redirect to where they belong. */
export async function guard(access: Access, address: string): Promise<void> {
  if (access === 'anyone') return;
  const known = currentUser();
  const answer = askWhoIsSignedIn();
  if (!known) await answer;
  const user = currentUser();
  if (!user) throw redirect({ to: '/login', search: { to: address }, replace: true });
  const landing = landingOf(user);
  if (landing === '/login') throw redirect({ to: '/login', search: { to: address }, replace: true });
  if (access === 'member') return;
  if (sideOf(user) !== (access === 'trainee' ? 'student' : access) || (access === 'trainee' && !isTrainee(user))) leaveFor(landing);
}

/** `/` and the sign-in page are for visitors; everybody else is led to where they belong. */
export function leaveVisitorPage(path: string): void {
  const user = currentUser();
  if (user && landingOf(user) !== path) leaveFor(landingOf(user));
}
