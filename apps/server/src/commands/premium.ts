import { giveByOperator, subscriptionsOfNumber, takeByOperator } from '../features/payments/subscriptions/subscriptions.ts';
import { personPattern } from '../features/institute/identity/identity.ts';
import { asOperator, carryOut, type Command, type CommandContext, readFlags } from './command.ts';

const usage = `Usage:
  npm run premium -- show 9000000001                              a person's present and past subscriptions
  npm run premium -- give 9000000001 --months 2 --reason "…"      gives Premium without a payment, after the present subscriptions
  npm run premium -- take 9000000001 --reason "…"                 ends given Premium; for paid Premium use npm run payments -- refund
If several people have the number: 9000000001/NAME.`;

async function show(context: CommandContext, phone: string): Promise<string> {
  const lines = (await subscriptionsOfNumber(context, phone)).map(
    ({ starts_at, ends_at, order_id, reason }) =>
      `${starts_at.toISOString()} to ${ends_at.toISOString()}  ${order_id === null ? `given: ${reason ?? ''}` : `order ${order_id}`}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'No subscriptions yet.';
}

/** Gives and takes Premium as the operator. */
export const premium: Command = async (context, args) => {
  const { words, flags } = readFlags(args, ['months', 'reason']) ?? { words: [], flags: {} };
  const [verb, phone = '', ...rest] = words;
  const reason = flags['reason']?.trim() ?? '';
  const months = Number(flags['months']);
  const isUnderstood = rest.length === 0 && personPattern.test(phone);
  const isReasoned = isUnderstood && reason !== '' && reason.length <= 500;
  const actor = asOperator(context);
  if (isUnderstood && verb === 'show') return carryOut(context, () => show(context, phone));
  if (isReasoned && verb === 'give' && Number.isInteger(months) && months >= 1 && months <= 60)
    return carryOut(context, async () => {
      await giveByOperator(actor, phone, months, reason);
      return show(context, phone);
    });
  if (isReasoned && verb === 'take')
    return carryOut(context, async () => {
      await takeByOperator(actor, phone, reason);
      return show(context, phone);
    });
  context.print(usage);
  return 2;
};
