import { Type } from 'typebox';
import { endpoint, Id, JsonText, Nullable, Success } from './endpoint.ts';
import { CourseType, profileFields, SealedProfile } from './profile.ts';
import { roles } from './rights.ts';

export const userTypes = ['Admin', 'Teacher', 'Guardian', 'Counsellor', 'Student'] as const;
export const UserType = Type.Enum([...userTypes]);

/** Names the request that asked for a code, which nobody else can then enter. */
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });
const PhoneNumber = Type.String({ pattern: '^[0-9]{10}$' });

/** What a person is in an institute. */
export const Membership = Type.Object({
  id: Id,
  institute_id: Id,
  institute_name: Type.String(),
  role: Type.Enum([...roles]),
});

/** The person who is signed in, as the site may know them. Type, institute and flags are those of the membership in use. */
export const User = Type.Object({
  id: Id,
  type: UserType,
  name: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  course: Nullable(CourseType),
  institute_id: Nullable(Id),
  is_higher_education: Type.Boolean(),
  has_only_test_board_access: Type.Boolean(),
  is_institute_student: Type.Boolean(),
  has_premium_access: Type.Boolean(),
  /** The one in use; null for a student of no institute. */
  membership: Nullable(Membership),
  memberships: Type.Array(Membership),
});

export const requestOtp = endpoint('POST /authentications/request_otp', {
  summary: 'Send a sign-in code to a phone number',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, request_id: Type.Optional(RequestId) }),
  response: Type.Object({
    ...Success,
    /** Seconds until another code may be asked for. */
    resend_after: Type.Integer(),
    /** The code itself; in the demo only. */
    demo_otp: Type.Optional(Type.String()),
    /** For programs; a browser keeps it in a cookie. */
    request_id: Type.Optional(RequestId),
  }),
  refusals: ['too_many_requests', 'wait_for_code'],
});

export const login = endpoint('POST /authentications/login', {
  summary: 'Sign in with the code',
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, otp: Type.String({ pattern: '^[0-9]{6}$' }), request_id: Type.Optional(RequestId) }),
  response: Type.Object({
    ...Success,
    isLoggedIn: Type.Literal(true),
    is_new_user: Type.Boolean(),
    token: Type.String(),
    user: User,
    message: Type.String(),
  }),
  refusals: ['wrong_code', 'code_expired', 'too_many_requests'],
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
  response: Type.Object({ user: User }),
});

/** Goes on under another membership of the person ('Switch Membership'), on this sign-in and on those to come. */
export const switchUserType = endpoint('POST /authentications/switch_user_type', {
  access: 'signed_in',
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({ ...Success, user: User }),
});

export const updateProfile = endpoint('POST /users/update_profile', {
  summary: 'Store name, course and what else a person says of themself',
  description:
    'The fields travel in `secret`, sealed under the key of `GET /users/get_profile_key`. The demo alone takes them as they are. With `is_onboarding` name and course are needed.',
  access: 'signed_in',
  body: Type.Object({ secret: Type.Optional(JsonText(SealedProfile, 4000)), ...profileFields, is_onboarding: Type.Boolean() }),
  response: Type.Object({ ...Success, auth: Type.Object({ user: User }), message: Type.String() }),
  refusals: ['damaged_profile', 'old_profile_key', 'invalid_input'],
});

/** The memberships that 'Switch Membership' offers. */
export const getUserTypes = endpoint('GET /authentications/get_user_types', {
  summary: 'List what the person is, and where',
  access: 'signed_in',
  response: Type.Object({ user_types: Type.Array(Type.Object({ ...Membership.properties, type: UserType, is_current: Type.Boolean() })) }),
});
