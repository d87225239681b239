import { addCoupon, allCoupons, endCoupon } from '../features/payments/pricing/pricing.ts';
import { asOperator, carryOut, type Command, type CommandContext, readFlags } from './command.ts';
import { dayOf, paiseOf, rupeesOf } from './money.ts';

const usage = `Usage:
  npm run coupons -- list
  npm run coupons -- add NEET27 --percent 10 | --amount 500 [--from 2027-01-01] [--until 2027-03-31] [--uses 100]
                                     six letters and digits; percent is of the offer price, amount in rupees; the last day counts;
                                     each person may use it once
  npm run coupons -- end NEET27      it can no longer be used`;

const dayMs = 86_400_000;

function couponOf(code: string, { percent, amount, from, until, uses }: Record<string, string | undefined>) {
  const [paise, first, last] = [paiseOf(amount), from === undefined ? null : dayOf(from), until === undefined ? null : dayOf(until)];
  const isNumber = (text: string | undefined, most: number) => /^[1-9]\d{0,6}$/.test(text ?? '') && Number(text) <= most;
  const isUnderstood =
    /^[A-Z0-9]{6}$/.test(code) &&
    (percent === undefined) !== (amount === undefined) &&
    (percent === undefined ? paise !== null && paise > 0 : isNumber(percent, 100)) &&
    (from === undefined || first !== null) &&
    (until === undefined || last !== null) &&
    (uses === undefined || isNumber(uses, 1_000_000));
  if (!isUnderstood) return null;
  return {
    code,
    percent: percent === undefined ? null : Number(percent),
    amount: amount === undefined ? null : paise,
    starts_at: first,
    ends_at: last && new Date(last.getTime() + dayMs),
    most_uses: uses === undefined ? null : Number(uses),
  };
}

async function list(context: CommandContext): Promise<string> {
  const found = await allCoupons(context);
  const lines = found.map((one) => {
    const cut = one.amount === null ? `${one.percent}%` : rupeesOf(one.amount);
    const from = one.starts_at ? `  from ${one.starts_at.toISOString()}` : '';
    const until = one.ends_at ? `  until ${one.ends_at.toISOString()}` : '';
    return `${one.code}  ${cut}  used ${one.uses ?? 0}${one.most_uses === null ? '' : ` of ${one.most_uses}`}${from}${until}`;
  });
  return lines.length > 0 ? lines.join('\n') : 'There is no coupon yet.';
}

/** The operator's commands for coupons. */
export const coupons: Command = async (context, args) => {
  const { words, flags } = readFlags(args, ['percent', 'amount', 'from', 'until', 'uses']) ?? { words: [], flags: {} };
  const [verb, code = '', ...rest] = words;
  const actor = asOperator(context);
  if (rest.length === 0 && verb === 'list' && code === '') return carryOut(context, () => list(context));
  if (rest.length === 0 && verb === 'end' && code !== '')
    return carryOut(context, async () => {
      await endCoupon(actor, code);
      return `${code.toUpperCase()} can no longer be used.`;
    });
  const coupon = couponOf(code.toUpperCase(), flags);
  if (rest.length === 0 && verb === 'add' && coupon)
    return carryOut(context, async () => {
      await addCoupon(actor, coupon);
      return list(context);
    });
  context.print(usage);
  return 2;
};
