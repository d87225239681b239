// Contents: context of functions · callers · context of handlers · refusals by caller
import { type Audience, audiences } from '@abhyas/contract/institute/access';
import type { Reach, Value } from '@abhyas/contract/endpoint';
import type { InstituteBrand } from '@abhyas/contract/institute/institutes';
import { Problem } from '@abhyas/contract/problem';
import type { consents } from '@abhyas/contract/institute/profile';
import { hasRight, needsSecondFactor, type Right, type Role, type StaffRole } from '@abhyas/contract/institute/rights';
import type { Budgets } from './budgets/budgets.ts';
import type { Database } from './database/open.ts';

/** The context of every function of a feature: the database (or the transaction under way), the time, and randomness. */
export interface Context {
  db: Database;
  now: Date;
  /** A uniformly random number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Whether the installation opens Premium to every student, because it sells none. */
  isPremiumOpen?: boolean;
}

/** The membership of a person in an institute. */
export interface Membership {
  id: number;
  institute_id: number;
  institute_name: string;
  role: Role;
  is_institute_student: boolean;
  has_only_test_board_access: boolean;
  is_higher_education: boolean;
  /** The institute's own brand; empty fields follow the site. */
  brand?: Partial<Value<typeof InstituteBrand>>;
  /** Whether the institute has recorded a guardian's consent. */
  has_consent?: boolean;
  /** The institute's rules on how its students use the site. */
  settings?: { only_mobile_access?: boolean; domain?: string; forces_pending_test?: boolean };
}

/** A signed-in person. Type, institute and flags are those of the membership in use. */
export interface Person {
  id: number;
  name: string | null;
  phone: string | null;
  course: 'MED' | 'ENG' | 'MED_ENG' | null;
  has_premium_access: boolean;
  /** Consent for a minor. Without it, calls for students are refused; with an institute's consent, all except calls of its tests. */
  consent: (typeof consents)[number];
  /** When the account will be deleted at the person's request. */
  deletion_due_at: Date | null;
  /** The chosen language of the site; null for none. */
  language: 'en' | 'hi' | null;
  /** Null until it is made, and for a sign-in that reaches one membership only. */
  referral_code: string | null;
  memberships: readonly Membership[];
  /** The membership in use; null for a student of no institute. */
  membership: Membership | null;
  type: 'Admin' | 'Teacher' | 'Guardian' | 'Counsellor' | 'Student';
  institute_id: number | null;
  is_institute_student: boolean;
  has_only_test_board_access: boolean;
  is_higher_education: boolean;
  /** The reach of this sign-in. */
  reach: Reach;
  /** Whether this sign-in has passed the second factor. */
  hasSecondFactor?: boolean;
  /** Whether staff need a second factor before they act; not in the demo. */
  requiresSecondFactor?: boolean;
}

/** A caller who is a registered student, with name and course. */
export type Student = Person;

/** The person and institute for which a staff function acts. */
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

/** The context of a staff function that may act for the shared bank too. */
export interface ActorContext extends Context {
  actor: Actor;
}

/** The context of a staff function. Its institute is the actor's, never a field of the call. */
export interface StaffContext extends Context {
  actor: StaffActor;
}

/** Cookies that no script can read. */
export interface Cookies {
  get(name: CookieName): string | undefined;
  /** Null removes the cookie. */
  set(name: CookieName, value: string | null, seconds: number): void;
}
export type CookieName = 'token' | 'former' | 'request' | 'device' | 'google';

/** Names of security events in the log. */
export type SecurityEvent = 'signed_in' | 'signed_out' | 'code_sent';

/** Identifies a sign-in: the user id in the token, and the SHA-256 of the token. */
export interface SignInKey {
  user_id: number;
  token_hash: Buffer;
}

/** The context of a handler. */
export interface CallContext extends Context {
  /** Null if nobody is signed in, and if the handler's own statement checks the sign-in. */
  caller: Person | null;
  /** Identifies the sign-in of the caller's token; null without one. */
  signIn: SignInKey | null;
  /** The caller's User-Agent. */
  userAgent: string | undefined;
  /** IP address of the caller. */
  address: string;
  /** Key of the budgets that the call draws on: the student if known, otherwise the sign-in. */
  holder: string;
  budgets: Budgets;
  cookies: Cookies;
  /** Logs a security event: who, from where, what; never a code, a token, a phone number or a name. */
  note(event: SecurityEvent, person?: number): void;
  /** Logs a failure outside the process; never a phone number, a code or a name. */
  report(fault: string): void;
  /** Whether the caller is a program without cookies, not a page. */
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

/** Throws unless the person is a student with name and course, and with a guardian's consent if that is needed. */
export function requireStudent({ type, name, course, consent }: Pick<Person, 'type' | 'name' | 'course' | 'consent'>): void {
  if (type !== 'Student') throw new Problem('not_allowed');
  if (name === null || course === null) throw new Problem('not_registered');
  if (consent === 'missing') throw new Problem('consent_needed');
}

/** Throws unless the person belongs to the audience; for students with the checks of `requireStudent`. */
export function requireAudience(person: Person, audience: Audience): void {
  if (person.type === 'Student') requireStudent(person);
  if (!audiences[audience](person)) throw new Problem('not_allowed');
}

/**
 * The person as an actor for the institute in use. Throws `not_allowed` if the membership lacks the right, and `second_factor_needed`
 * before the second factor.
 */
export function requireRight({ id, membership, hasSecondFactor, requiresSecondFactor }: Person, right: Right): StaffActor {
  if (!membership || !hasRight(membership.role, right)) throw new Problem('not_allowed');
  if (requiresSecondFactor && needsSecondFactor(right) && !hasSecondFactor) throw new Problem('second_factor_needed');
  return { user_id: id, role: membership.role, institute_id: membership.institute_id, reason: null };
}
