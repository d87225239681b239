// Contents: what every function works in · who calls · what a call works in · refusals by who calls
import { type Audience, audiences } from '@abhyas/contract/institute/access';
import type { Reach, Value } from '@abhyas/contract/endpoint';
import type { InstituteBrand } from '@abhyas/contract/institute/institutes';
import { Problem } from '@abhyas/contract/problem';
import type { consents } from '@abhyas/contract/institute/profile';
import { hasRight, type Right, type Role, type StaffRole } from '@abhyas/contract/institute/rights';
import type { Budgets } from './budgets/budgets.ts';
import type { Database } from './database/open.ts';

/** What every function of a feature works in: the database (or the transaction that is under way), the moment, and chance. */
export interface Context {
  db: Database;
  now: Date;
  /** A number from 0 up to 1, drawn evenly. */
  random: () => number;
}

/** What a person is in an institute. */
export interface Membership {
  id: number;
  institute_id: number;
  institute_name: string;
  role: Role;
  is_institute_student: boolean;
  has_only_test_board_access: boolean;
  is_higher_education: boolean;
  /** What the institute shows of itself; empty where nothing is its own. */
  brand?: Partial<Value<typeof InstituteBrand>>;
  /** The institute has recorded a guardian's consent. */
  has_consent?: boolean;
  /** What the institute asks of how its students use the site. */
  settings?: { only_mobile_access?: boolean; domain?: string; forces_pending_test?: boolean };
}

/** A person who is signed in. Type, institute and flags are those of the membership in use. */
export interface Person {
  id: number;
  name: string | null;
  phone: string | null;
  course: 'MED' | 'ENG' | 'MED_ENG' | null;
  has_premium_access: boolean;
  /** Of a minor: without one, the site's calls for students are refused; of an institute, all but those of its tests. */
  consent: (typeof consents)[number];
  /** When the account is deleted, as the person asked. */
  deletion_due_at: Date | null;
  memberships: readonly Membership[];
  /** The one in use; null for a student of no institute. */
  membership: Membership | null;
  type: 'Admin' | 'Teacher' | 'Guardian' | 'Counsellor' | 'Student';
  institute_id: number | null;
  is_institute_student: boolean;
  has_only_test_board_access: boolean;
  is_higher_education: boolean;
  /** What this sign-in opens. */
  reach: Reach;
  /** This sign-in has passed the second factor. */
  hasSecondFactor?: boolean;
}

/** A person who calls as a student, with name and course. */
export type Student = Person;

/** For whom a staff verb acts. */
export interface Actor {
  /** Null for the operator of the installation. */
  user_id: number | null;
  role: StaffRole;
  /** Null for the shared bank. */
  institute_id: number | null;
  /** Why the operator enters the institute; the log shows it with each act. Null for members, who need none. */
  reason: string | null;
}

/** A member of an institute's staff, or the operator within that institute. */
export interface StaffActor extends Actor {
  institute_id: number;
}

/** What a verb works in that may act for the shared bank too. */
export interface ActorContext extends Context {
  actor: Actor;
}

/** What a staff verb works in: its institute is the actor's, never a field of the call. */
export interface StaffContext extends Context {
  actor: StaffActor;
}

/** Cookies that no script can read. */
export interface Cookies {
  get(name: CookieName): string | undefined;
  /** Null takes the cookie away. */
  set(name: CookieName, value: string | null, seconds: number): void;
}
export type CookieName = 'token' | 'former' | 'request' | 'device' | 'google';

/** What bears on security, as the log calls it. */
export type SecurityEvent = 'signed_in' | 'signed_out' | 'code_sent';

/** Names a sign-in: whose the token says it is, and the SHA-256 of the token. */
export interface SignInKey {
  user_id: number;
  token_hash: Buffer;
}

/** What a handler works in. */
export interface CallContext extends Context {
  /** Null where nobody is signed in, and where the handler's own statement checks the sign-in. */
  caller: Person | null;
  /** Where the sign-in of the caller's token is kept; null without one. */
  signIn: SignInKey | null;
  /** What the caller's browser says of itself. */
  userAgent: string | undefined;
  /** Address of the caller. */
  address: string;
  /** Whose budgets the call draws on: the student, as far as known, else the sign-in. */
  holder: string;
  budgets: Budgets;
  cookies: Cookies;
  /** Writes down what bears on security: who, from where, what; never a code, a token, a number or a name. */
  note(event: SecurityEvent, person?: number): void;
  /** Writes down what went wrong beyond the process; never a number, a code or a name. */
  report(fault: string): void;
  /** A program asks, not a page: it keeps no cookies. */
  isProgram: boolean;
}

export interface SignedInContext extends CallContext {
  caller: Person;
}

export interface StudentContext extends SignedInContext {
  /** The caller. */
  student: Student;
}

export interface StaffCallContext extends SignedInContext, StaffContext {}

/** Throws unless the person is a student who has given name and course, and whose guardian has agreed where that is needed. */
export function requireStudent({ type, name, course, consent }: Pick<Person, 'type' | 'name' | 'course' | 'consent'>): void {
  if (type !== 'Student') throw new Problem('not_allowed');
  if (name === null || course === null) throw new Problem('not_registered');
  if (consent === 'missing') throw new Problem('consent_needed');
}

/** Throws unless the person is of the audience, for a student as `requireStudent` does. */
export function requireAudience(person: Person, audience: Audience): void {
  if (person.type === 'Student') requireStudent(person);
  if (!audiences[audience](person)) throw new Problem('not_allowed');
}

/** The person as who acts for the institute of the membership in use. Throws `not_allowed` where that has no such right. */
export function requireRight({ id, membership }: Person, right: Right): StaffActor {
  if (!membership || !hasRight(membership.role, right)) throw new Problem('not_allowed');
  return { user_id: id, role: membership.role, institute_id: membership.institute_id, reason: null };
}
