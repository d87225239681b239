import { lockTestByOtp, unlockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { type Route, serve } from '../../../http/serve.ts';
import { lockTest, unlockTest } from './test-codes.ts';

export const testCodeRoutes = (secret: Buffer): Route[] => [
  serve(lockTestByOtp, ({ id }, context) => lockTest(context, context.student, id)),
  serve(unlockTestByOtp, ({ id, otp }, context) => unlockTest(context, context.student, secret, id, otp)),
];
