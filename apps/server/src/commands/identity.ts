import { Problem } from '@abhyas/contract/problem';
import { personPattern } from '../features/institute/identity/identity.ts';
import { resetByOperator } from '../features/institute/second-factor/second-factor.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run identity -- reset-second-factor 9000000011 --reason "…"   makes a person set up a new second factor; the reason is logged
If several people have the number: 9000000011/NAME.`;

/** The operator's commands for the sign-in of others. */
export const identity: Command = async (context, args) => {
  const [verb, phone = '', flag, reason = '', ...rest] = args;
  const isUnderstood = verb === 'reset-second-factor' && flag === '--reason' && rest.length === 0;
  if (!isUnderstood || !personPattern.test(phone) || reason.trim() === '' || reason.length > 500) {
    context.print(usage);
    return 2;
  }
  try {
    await resetByOperator(context, phone, reason.trim());
    context.print('Reset. The next act as staff asks for a new one.');
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.print(error.message);
    return 1;
  }
};
