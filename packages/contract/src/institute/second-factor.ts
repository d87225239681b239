import { Type } from 'typebox';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';

/** Six digits from the authenticator app, or a recovery code. */
const Code = Type.String({ pattern: '^([0-9]{6}|[A-Za-z2-9]{5}-?[A-Za-z2-9]{5})$' });

export const getSecondFactor = endpoint('GET /users/get_second_factor', {
  summary: 'Show the state of the second factor',
  access: 'signed_in',
  response: Type.Object({
    is_set_up: Type.Boolean(),
    /** Whether the person has entered the second factor for this sign-in. */
    is_passed: Type.Boolean(),
    recovery_codes_left: Type.Integer(),
    /** The code that an authenticator app would show now; in the demo only. */
    demo_code: Nullable(Type.String()),
  }),
});

export const beginSecondFactor = endpoint('POST /users/begin_second_factor', {
  summary: 'Make the secret of a second factor, which is required once a first code was right',
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
    /** Ten recovery codes, shown only once, when the second factor begins to be required. */
    recovery_codes: Nullable(Type.Array(Type.String())),
  }),
  refusals: ['wrong_second_factor', 'too_many_requests', 'not_possible'],
});

export const resetSecondFactor = endpoint('POST /institutes/reset_second_factor', {
  summary: 'Reset the second factor of a colleague, who then sets up a new one',
  access: { staff: 'settings.manage' },
  body: Type.Object({ membership_id: Id }),
  response: Type.Object({ ...Success }),
  refusals: ['not_possible'],
});
