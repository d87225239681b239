import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** The most students of a batch who get codes in one call. */
export const CODES_AT_ONCE = 2000;

/** State of a code that an institute gave its student. `ended`: the institute took it back or replaced it. */
export const codeStates = ['open', 'used', 'expired', 'ended'] as const;

export const getInstituteCodes = endpoint('GET /institutes/get_sign_in_codes', {
  summary: 'Show the states of the sign-in codes of a batch, or of one student; never a code itself',
  access: { staff: 'people.manage' },
  query: Type.Object({ classroom_id: Type.Optional(Id), student_id: Type.Optional(Id) }),
  response: Type.Object({
    institute: Type.Object({ name: Type.String(), code: Type.String() }),
    /** The requested batch. */
    classroom_name: Nullable(Type.String()),
    students: Type.Array(
      Type.Object({
        membership_id: Id,
        user_id: Id,
        name: Nullable(Type.String()),
        /** The ID that the institute gave the student. Without it the student can get no code. */
        given_id: Nullable(Type.String()),
        /** The latest code; null if there is none or it was deleted. */
        code: Nullable(
          Type.Object({
            state: Type.Enum([...codeStates]),
            made_at: Moment,
            expires_at: Moment,
            used_at: Nullable(Moment),
            tries: Type.Integer(),
          }),
        ),
      }),
    ),
  }),
  refusals: ['not_possible'],
});

export const makeInstituteCode = endpoint('POST /institutes/make_sign_in_code', {
  summary: 'Make an OTP with which a student signs in; it replaces the earlier one',
  access: { staff: 'people.manage' },
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({
    institute_given_id: Type.String(),
    /** Shown only once, because only a hash is stored. */
    otp: Type.String(),
    expires_at: Moment,
  }),
  refusals: ['not_possible'],
});

export const makeInstituteCodes = endpoint('POST /institutes/make_sign_in_codes', {
  summary: 'Make codes for the students of a batch: for all, or for those without an open code',
  access: { staff: 'people.manage' },
  body: Type.Object({ classroom_id: Id, replaces_open: Type.Boolean() }),
  response: Type.Object({
    ...Success,
    expires_at: Moment,
    /** Shown only once, because only hashes are stored. */
    codes: Type.Array(Type.Object({ name: Type.String(), institute_given_id: Type.String(), otp: Type.String() })),
    /** Number of students who got no code, because the institute has given them no ID. */
    without_id: Type.Integer(),
    /** The codes as a file for a spreadsheet. */
    file_name: Type.String(),
    csv: Type.String(),
  }),
  refusals: ['not_possible'],
});

export const revokeInstituteCode = endpoint('POST /institutes/revoke_sign_in_code', {
  summary: 'Take back the OTP that a student has not used',
  access: { staff: 'people.manage' },
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({ ...Success }),
});
