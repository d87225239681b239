import { latestOrders, refundOrder } from '../features/payments/payments/payments.ts';
import { asOperator, carryOut, type Command, type CommandContext, readFlags } from './command.ts';
import { rupeesOf } from './money.ts';

const usage = `Usage:
  npm run payments -- list [--phone 9000000001] [--most 50]   orders, newest first, with the ids of their people
  npm run payments -- refund ORDER --reason "…"               refunds an order in full; its subscription ends once the provider confirms`;

const mostAtOnce = 1000;

async function list(context: CommandContext, phone: string | null, most: number): Promise<string> {
  const lines = (await latestOrders(context, phone, most)).map((order) =>
    [
      `${order.id}  ${order.created_at.toISOString()}  person ${order.user_id}  ${rupeesOf(order.amount)}  ${order.status}`,
      order.code === null ? '' : `coupon ${order.code}`,
      order.referrer_id === null ? '' : `referred by person ${order.referrer_id}`,
      order.provider_order_id ?? '',
      order.payment_id ?? '',
      order.refund === null ? '' : `refund ${order.refund}`,
      order.odd === null ? '' : `NEEDS A LOOK: ${order.odd}`,
    ]
      .filter(Boolean)
      .join('  '),
  );
  return lines.length > 0 ? lines.join('\n') : 'There are no orders.';
}

/** The operator's commands for payments. */
export const payments: Command = async (context, args) => {
  const { words, flags } = readFlags(args, ['phone', 'most', 'reason']) ?? { words: [], flags: {} };
  const [verb, id = '', ...rest] = words;
  const most = Number(flags['most'] ?? '50');
  const { phone, reason = '' } = flags;
  const isCount = Number.isInteger(most) && most >= 1 && most <= mostAtOnce;
  if (verb === 'list' && id === '' && isCount && (phone === undefined || /^\d{10}$/.test(phone)))
    return carryOut(context, () => list(context, phone ?? null, most));
  const isRefund = verb === 'refund' && rest.length === 0 && /^\d{1,15}$/.test(id) && reason.trim() !== '' && reason.length <= 500;
  const { payments: provider } = context;
  if (isRefund && provider)
    return carryOut(context, async () => {
      const state = await refundOrder(asOperator(context), provider, Number(id), reason.trim());
      return {
        refunded: 'Refunded; its subscription has ended.',
        'on its way': 'The refund is on its way; its subscription ends once it is done.',
        failed: 'The provider could not make the refund; nothing has changed. Look at its dashboard, then run the command again.',
      }[state];
    });
  context.print(isRefund ? 'No provider of payments is set up.' : usage);
  return isRefund ? 1 : 2;
};
