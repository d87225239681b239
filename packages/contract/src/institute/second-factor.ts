import { Type } from 'typebox';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';

/** Six digits of the app, or a recovery code. */
const Code = Type.String({ pattern: '^([0-9]{6}|[A-Za-z2-9]{5}-?[A-Za-z2-9]{5})$' });

export const getSecondFactor = endpoint('GET /users/get_second_factor', {
  summary: 'Tell how it stands with the second factor',
  access: 'signed_in',
  response: Type.Object({
    is_set_up: Type.Boolean(),
    /** On this sign-in. */
    is_passed: Type.Boolean(),
    recovery_codes_left: Type.Integer(),
    /** What the app would show now; in the demo only. */
    demo_code: Nullable(Type.String()),
  }),
});

export const beginSecondFactor = endpoint('POST /users/begin_second_factor', {
  summary: 'Make the secret of a second factor, which counts once a code of it was right',
  access: 'signed_in',
  body: Type.Object({}),
  response: Type.Object({ secret: Type.String(), otpauth_uri: Type.String() }),
  refusals: ['not_possible'],
});

export const passSecondFactor = endpoint('POST /users/pass_second_factor', {
  summary: 'Enter a code of the second factor, or a recovery code, for this sign-in',
  access: 'signed_in',
  body: Type.Object({ code: Code }),
  response: Type.Object({
    ...Success,
    /** Ten, shown once, when the second factor begins to count. */
    recovery_codes: Nullable(Type.Array(Type.String())),
  }),
  refusals: ['wrong_second_factor', 'too_many_requests', 'not_possible'],
});

export const resetSecondFactor = endpoint('POST /institutes/reset_second_factor', {
  summary: 'Have a colleague set up a new second factor',
  access: { staff: 'settings.manage' },
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({ ...Success }),
  refusals: ['not_possible'],
});
