import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';
import { SignedIn } from '../institute/identity.ts';

/** The most seconds that the moves of one test give back. */
export const MOST_GIVEN_SECONDS = 900;
/** Letters and digits of a code. */
export const MOVE_CODE_LENGTH = 10;

export const makeMoveCode = endpoint('POST /staff/tests/{id}/move', {
  summary: 'Make the code with which a student goes on at another machine',
  description:
    'The code is valid for 10 minutes and once. A new code ends the earlier one; until the code is used, the test stays where it is.',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({
    student_id: Id,
    /** Whether the student gets the time since the last upload back, 15 minutes at most in all. */
    gives_back: Type.Boolean(),
    reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  }),
  response: Type.Object({
    /** Shown only once, because only a hash is stored. */
    code: Type.String(),
    expires_at: Moment,
    /** Seconds that would be given back now; null in a test whose clock stands meanwhile. */
    would_give: Nullable(Type.Integer()),
  }),
  refusals: ['not_possible'],
});

export const continueTest = endpoint('POST /authentications/continue_test', {
  summary: 'Go on with a running test at this machine, with the code of the invigilator',
  description: 'Signs the student in here, for this institute only, and out everywhere else.',
  access: 'anyone',
  body: Type.Object({ code: Type.String({ pattern: '^[A-Za-z0-9]{10}$' }) }),
  response: Type.Object({
    ...SignedIn.properties,
    paper_id: Id,
    is_assignment: Type.Boolean(),
    /** Seconds that the move gave back. */
    given_seconds: Type.Integer(),
  }),
  refusals: ['wrong_move_code', 'too_many_requests', 'not_possible'],
});
