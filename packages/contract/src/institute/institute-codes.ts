import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Most students of a batch that get codes in one go. */
export const CODES_AT_ONCE = 2000;

/** A code that an institute gave its student. `ended`: taken back, or replaced. */
export const codeStates = ['open', 'used', 'expired', 'ended'] as const;

export const getInstituteCodes = endpoint('GET /institutes/get_sign_in_codes', {
  summary: 'Tell how it stands with the codes that students of a batch, or one student, sign in with; never a code itself',
  access: { staff: 'people.manage' },
  query: Type.Object({ classroom_id: Type.Optional(Id), student_id: Type.Optional(Id) }),
  response: Type.Object({
    institute: Type.Object({ name: Type.String(), code: Type.String() }),
    /** The batch that was asked for. */
    classroom_name: Nullable(Type.String()),
    students: Type.Array(
      Type.Object({
        membership_id: Id,
        user_id: Id,
        name: Nullable(Type.String()),
        /** Without one there is no code. */
        given_id: Nullable(Type.String()),
        /** The latest, while it is remembered. */
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
  summary: 'Make the OTP that a student signs in with, in place of the one before',
  access: { staff: 'people.manage' },
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({
    institute_given_id: Type.String(),
    /** Shown once: only a hash of it is kept. */
    otp: Type.String(),
    expires_at: Moment,
  }),
  refusals: ['not_possible'],
});

export const makeInstituteCodes = endpoint('POST /institutes/make_sign_in_codes', {
  summary: 'Make codes for the students of a batch: for all, or for those who have none that is open',
  access: { staff: 'people.manage' },
  body: Type.Object({ classroom_id: Id, replaces_open: Type.Boolean() }),
  response: Type.Object({
    ...Success,
    expires_at: Moment,
    /** Shown once: only hashes are kept. */
    codes: Type.Array(Type.Object({ name: Type.String(), institute_given_id: Type.String(), otp: Type.String() })),
    /** Students who have no ID of the institute, and so got none. */
    without_id: Type.Integer(),
    /** The same as a file for a spreadsheet. */
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
