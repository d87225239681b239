import { Type } from 'typebox';
import { endpoint, Id, JsonText, Moment, Nullable, reaches, Success } from '../endpoint.ts';
import { InstituteBrand } from './institutes.ts';
import { Consent, CourseType, Language, profileFields, SealedProfile } from './profile.ts';
import { roles } from './rights.ts';

export const userTypes = ['Admin', 'Teacher', 'Guardian', 'Counsellor', 'Student'] as const;
export const UserType = Type.Enum([...userTypes]);

/** Secret of a request for a code. Only the client that has this secret can enter the code. */
export const RequestId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });
export const PhoneNumber = Type.String({ pattern: '^[0-9]{10}$' });

/** The membership of a person in an institute. */
export const Membership = Type.Object({
  id: Id,
  institute_id: Id,
  institute_name: Type.String(),
  role: Type.Enum([...roles]),
});

/** The data of the signed-in person that the site may know. Type, institute and flags are those of the membership in use. */
export const User = Type.Object({
  id: Id,
  type: UserType,
  name: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  course: Nullable(CourseType),
  /** The person's own referral code; null until it is made on `/referral_code`, and for staff and guardians who have none. */
  referral_code: Nullable(Type.String()),
  institute_id: Nullable(Id),
  /** Number on the person's badge at the institute, the id of the membership in use; null for a student of no institute. */
  badge_id: Nullable(Id),
  is_higher_education: Type.Boolean(),
  has_only_test_board_access: Type.Boolean(),
  is_institute_student: Type.Boolean(),
  has_premium_access: Type.Boolean(),
  /** For a student under 18: whether a guardian has agreed, or an institute has recorded one, which gives access to its tests only. */
  consent: Consent,
  /** When the account will be deleted; null if the person has not asked for it. */
  deletion_due_at: Nullable(Moment),
  /** The language in which the person reads the site; null while none was chosen. */
  language: Nullable(Language),
  /** The membership in use; null for a student of no institute. */
  membership: Nullable(Membership),
  memberships: Type.Array(Membership),
  /** The reach of this sign-in. If it is less than the whole account, phone, Premium and other memberships are left out. */
  reach: Type.Enum([...reaches]),
  /** Brand of the institute in use, if it has one. */
  institute_brand: Type.Optional(InstituteBrand),
});

export const requestOtp = endpoint('POST /authentications/request_otp', {
  summary: 'Send a sign-in code to a phone number',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, request_id: Type.Optional(RequestId) }),
  response: Type.Object({
    ...Success,
    /** Seconds until the caller may ask for another code. */
    resend_after: Type.Integer(),
    /** The code itself; in the demo only. */
    demo_otp: Type.Optional(Type.String()),
    /** For programs; a browser keeps it in a cookie. */
    request_id: Type.Optional(RequestId),
  }),
  refusals: ['too_many_requests', 'wait_for_code', 'code_not_sent'],
});

export const SignedIn = Type.Object({
  ...Success,
  isLoggedIn: Type.Literal(true),
  is_new_user: Type.Boolean(),
  token: Type.String(),
  user: User,
  message: Type.String(),
});

/** A code that was sent to a number, with the secret of its request. */
export const freshCode = { otp: Type.String({ pattern: '^[0-9]{6}$' }), request_id: Type.Optional(RequestId) };
export const freshCodeRefusals = ['wrong_code', 'code_expired', 'too_many_requests'] as const;

export const login = endpoint('POST /authentications/login', {
  summary: 'Sign in with the code',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, ...freshCode }),
  response: SignedIn,
  refusals: [...freshCodeRefusals, 'several_people'],
});

/**
 * A name in lower case with single blanks, the same as `plain_name` in the database. Two people with one phone number never have the same
 * plain name.
 */
export const plainName = (name: string | null): string => (name ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

export const exchangeCode = endpoint('POST /authentications/exchange_code', {
  summary: 'Exchange a code for the list of people who share the number, after `login` refused with several_people',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, ...freshCode }),
  response: Type.Object({
    ...Success,
    /** Ticket with which one of the people signs in; works once, within five minutes. */
    ticket: Type.String(),
    /** First names; full names if two people have the same first name. */
    people: Type.Array(Type.Object({ id: Id, name: Nullable(Type.String()), course: Nullable(CourseType) })),
  }),
  refusals: freshCodeRefusals,
});

export const loginAs = endpoint('POST /authentications/login_as', {
  summary: 'Sign in one of the people who share a number, with the ticket of `exchange_code`',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, ticket: Type.String({ pattern: '^[A-Za-z0-9_-]{32}$' }), user_id: Id }),
  response: SignedIn,
  refusals: ['code_expired', 'too_many_requests'],
});

export const getSignInWays = endpoint('GET /authentications/get_sign_in_ways', {
  summary: 'List the ways to sign in beside a phone number',
  access: 'anyone',
  response: Type.Object({ has_google: Type.Boolean() }),
});

/** An ID token from the script of Google. */
const IdToken = Type.String({ minLength: 10, maxLength: 4000, pattern: '^[A-Za-z0-9_.-]+$' });

export const beginGoogle = endpoint('POST /authentications/begin_google', {
  summary: 'Begin a sign-in with Google: make a nonce for this browser',
  access: 'anyone',
  body: Type.Object({}),
  response: Type.Object({
    client_id: Type.String(),
    /** Nonce that the token must contain; works once, within ten minutes. */
    nonce: Type.String(),
    /** In the demo only: accounts of the stand-in for Google. */
    stand_in_accounts: Nullable(Type.Array(Type.Object({ subject: Type.String(), name: Type.String() }))),
  }),
  refusals: ['not_found'],
});

export const makeStandInToken = endpoint('POST /authentications/make_stand_in_token', {
  summary: "Sign a token in Google's place; in the demo only",
  access: 'anyone',
  body: Type.Object({ subject: Type.String({ minLength: 1, maxLength: 60 }), nonce: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: Type.Object({ id_token: Type.String() }),
  refusals: ['not_found'],
});

/** A Google account is identified by its `sub` claim only. If the account is not connected to anybody, a new person is created. */
export const loginWithGoogle = endpoint('POST /authentications/google', {
  summary: 'Sign in with a token of Google',
  access: 'anyone',
  body: Type.Object({ id_token: IdToken }),
  response: SignedIn,
  refusals: ['google_failed'],
});

export const connectGoogle = endpoint('POST /users/connect_google', {
  summary: "Connect a Google account, with a fresh code to the person's own number",
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({ id_token: IdToken, ...freshCode }),
  response: Type.Object({ ...Success }),
  refusals: [...freshCodeRefusals, 'google_failed', 'google_taken', 'phone_needed'],
});

export const disconnectGoogle = endpoint('POST /users/disconnect_google', {
  summary: 'Disconnect the Google account',
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({}),
  response: Type.Object({ ...Success }),
  refusals: ['phone_needed'],
});

/** A code that an institute gave its student: letters and digits; works once, within seven days. */
export const loginWithInstituteCode = endpoint('POST /authentications/institute_login', {
  summary: 'Sign in with the ID and OTP given by the institute',
  access: 'anyone',
  body: Type.Object({
    institute_code: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
    institute_given_id: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    otp: Type.String({ pattern: '^[A-Za-z0-9]{8}$' }),
  }),
  response: SignedIn,
  refusals: ['wrong_institute_code', 'too_many_requests'],
});

export const setPhone = endpoint('POST /users/set_phone', {
  summary: 'Add a phone number to an account without one, by a code to that number',
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({ phone_number: PhoneNumber, ...freshCode }),
  response: Type.Object({ ...Success, user: User }),
  refusals: [...freshCodeRefusals, 'phone_taken', 'not_possible'],
});

export const getSignIns = endpoint('GET /users/get_sign_ins', {
  summary: 'List where the person is signed in, this device first',
  access: 'signed_in',
  response: Type.Object({
    sign_ins: Type.Array(
      Type.Object({
        id: Id,
        /** 'Chrome on Android'. */
        device: Type.String(),
        /** The institute with whose code the person signed in; null for other sign-ins. */
        code_of_institute: Nullable(Type.String()),
        is_current: Type.Boolean(),
        began_at: Moment,
        last_seen_at: Moment,
      }),
    ),
  }),
});

export const endSignIn = endpoint('POST /users/sign_ins/{id}/end', {
  summary: 'Sign out on another device',
  id: 'The sign-in.',
  access: 'signed_in',
  isBeforeConsent: true,
  response: Type.Object({ ...Success }),
});

export const endOtherSignIns = endpoint('POST /users/end_other_sign_ins', {
  summary: 'Sign out on all other devices',
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({}),
  response: Type.Object({ ...Success }),
});

export const logout = endpoint('POST /authentications/logout', {
  summary: 'End this sign-in',
  access: 'anyone',
  body: Type.Object({}),
  response: Type.Object({ ...Success }),
});

export const getMe = endpoint('GET /users/me', {
  summary: 'Tell who is signed in',
  access: 'signed_in',
  reach: 'membership',
  response: Type.Object({ user: User }),
});

export const chooseLanguage = endpoint('POST /users/choose_language', {
  summary: 'Choose the language of the site for the account',
  access: 'signed_in',
  isBeforeConsent: true,
  reach: 'only_way',
  body: Type.Object({ language: Language }),
  response: Type.Object({ ...Success, user: User }),
});

/** Changes to another membership of the person ('Switch Membership'), for this sign-in and later ones. */
export const switchUserType = endpoint('POST /authentications/switch_user_type', {
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({ ...Success, user: User }),
});

export const updateProfile = endpoint('POST /users/update_profile', {
  summary: 'Store the profile of the person: name, course and more',
  description:
    'The fields are sent in `secret`, encrypted under the key of `GET /users/get_profile_key`; only the demo accepts them in plain text. With `is_onboarding` name and course are needed.',
  access: 'signed_in',
  isBeforeConsent: true,
  reach: 'membership',
  body: Type.Object({ secret: Type.Optional(JsonText(SealedProfile, 4000)), ...profileFields, is_onboarding: Type.Boolean() }),
  response: Type.Object({ ...Success, auth: Type.Object({ user: User }), message: Type.String() }),
  refusals: ['damaged_profile', 'old_profile_key', 'invalid_input', 'not_possible'],
});

/** The memberships that 'Switch Membership' offers. */
export const getUserTypes = endpoint('GET /authentications/get_user_types', {
  summary: 'List the memberships of the person',
  access: 'signed_in',
  response: Type.Object({ user_types: Type.Array(Type.Object({ ...Membership.properties, type: UserType, is_current: Type.Boolean() })) }),
});
