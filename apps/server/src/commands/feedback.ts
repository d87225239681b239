import { latestFeedback } from '../features/institute/feedback/feedback.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run feedback -- list [--most 50]   feedback on the product, newest first`;

const mostAtOnce = 1000;

/** The operator's list of feedback. */
export const feedback: Command = async (context, args) => {
  const [verb, flag, count = '50', ...rest] = args;
  const most = Number(count);
  const isUnderstood = verb === 'list' && rest.length === 0 && (flag === undefined || flag === '--most');
  if (!isUnderstood || !Number.isInteger(most) || most < 1 || most > mostAtOnce) {
    context.print(usage);
    return 2;
  }
  const found = await latestFeedback(context, most);
  for (const { user_id, rating, message, created_at } of found)
    context.print(`${created_at.toISOString()}  ${rating} of 5  person ${user_id}  ${message ?? ''}`.trimEnd());
  if (found.length === 0) context.print('There is no feedback yet.');
  return 0;
};
