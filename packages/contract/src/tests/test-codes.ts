import { Type } from 'typebox';
import { endpoint, Id } from '../endpoint.ts';

const Otp = Type.String({ pattern: '^[0-9]{6}$' });

/**
 * Locks a lockable test, because the student left its window, until a code of the institute unlocks it. The clock keeps running. `id` is
 * the paper.
 */
export const lockTestByOtp = endpoint('POST /student_app/lock_test_by_otp', {
  isOfTest: true,
  summary: 'Lock a test whose window was left',
  reach: 'membership',
  body: Type.Object({ id: Id }),
  response: Type.Object({ is_otp_required: Type.Boolean() }),
  refusals: ['not_an_active_test'],
});

export const unlockTestByOtp = endpoint('POST /student_app/unlock_test_by_otp', {
  isOfTest: true,
  summary: "Unlock a test with the institute's code",
  reach: 'membership',
  body: Type.Object({ id: Id, otp: Otp }),
  response: Type.Object({ is_otp_required: Type.Boolean(), message: Type.String() }),
  refusals: ['not_an_active_test', 'wrong_code', 'too_many_requests'],
});
