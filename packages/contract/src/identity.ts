import { Type } from 'typebox';
import { endpoint, Id, Nullable, Success } from './endpoint.ts';

export const courseTypes = ['MED', 'ENG', 'MED_ENG'] as const;
export const CourseType = Type.Enum([...courseTypes]);
export const userTypes = ['Admin', 'Teacher', 'Guardian', 'Counsellor', 'Student'] as const;
export const UserType = Type.Enum([...userTypes]);

const PhoneNumber = Type.String({ pattern: '^[0-9]{10}$' });

/** The person who is signed in, as the site may know them. */
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
});

export const requestOtp = endpoint('POST /authentications/request_otp', {
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber }),
  response: Type.Object({
    ...Success,
    /** Seconds until another code may be asked for. */
    resend_after: Type.Integer(),
    /** The code itself; in the demo only. */
    demo_otp: Type.Optional(Type.String()),
  }),
  refusals: ['too_many_requests', 'wait_for_code'],
});

export const login = endpoint('POST /authentications/login', {
  access: 'anyone',
  body: Type.Object({ phone_number: PhoneNumber, otp: Type.String({ pattern: '^[0-9]{6}$' }) }),
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
  access: 'anyone',
  body: Type.Object({}),
  response: Type.Object({ ...Success }),
});

export const getMe = endpoint('GET /users/me', { access: 'signed_in', response: Type.Object({ user: User }) });

export const updateProfile = endpoint('POST /users/update_profile', {
  access: 'signed_in',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
    course: CourseType,
    is_onboarding: Type.Boolean(),
  }),
  response: Type.Object({ ...Success, auth: Type.Object({ user: User }), message: Type.String() }),
});
