import { allPlans, offerPlan, storePlan } from '../features/payments/pricing/pricing.ts';
import { asOperator, carryOut, type Command, type CommandContext, readFlags } from './command.ts';
import { paiseOf, rupeesOf } from './money.ts';

const usage = `Usage:
  npm run plans -- list
  npm run plans -- set CODE --name "…" --header "…" --price 6000 [--offer 4000] [--months 12] [--reward 200] [--gst 18] [--opens "Title: text; Title: text"]
                                          makes a plan, or changes the given fields; rupees include GST, 2 months by default
  npm run plans -- offer CODE             sells this plan in place of any other
  npm run plans -- offer --none yes       sells nothing`;

const names = ['name', 'header', 'price', 'offer', 'months', 'reward', 'gst', 'opens', 'none'];

const number = (text: string, most: number) => (/^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : null);

/** The given fields of a plan; null if one is not understood. */
function fieldsOf({ name, header, price, offer, months, reward, gst, opens }: Record<string, string | undefined>) {
  const details = opens?.split(';').map((entry) => {
    const [title = '', ...text] = entry.split(':');
    return { title: title.trim(), text: text.join(':').trim() };
  });
  const numbers = {
    ...(price === undefined ? {} : { price: paiseOf(price) }),
    ...(offer === undefined ? {} : { offer_price: paiseOf(offer) }),
    ...(reward === undefined ? {} : { referral_reward: paiseOf(reward) }),
    ...(months === undefined ? {} : { number_of_months: number(months, 60) || null }),
    ...(gst === undefined ? {} : { gst_percent: number(gst, 40) }),
  };
  const isWrong =
    Object.values(numbers).includes(null) || details?.some(({ title }) => title === '') || name?.trim() === '' || header?.trim() === '';
  if (isWrong) return null;
  return {
    ...(numbers as Record<string, number>),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(header === undefined ? {} : { header: header.trim() }),
    ...(details ? { details } : {}),
  };
}

async function list(context: CommandContext): Promise<string> {
  const plans = await allPlans(context);
  const lines = plans.map(
    (plan) =>
      `${plan.is_offered ? '*' : ' '} ${plan.code}  ${plan.name}, ${plan.number_of_months} months  ${rupeesOf(plan.offer_price)} of ${rupeesOf(plan.price)}  referral ${rupeesOf(plan.referral_reward)}  GST ${plan.gst_percent}%`,
  );
  return lines.length > 0 ? [...lines, '* is the plan on sale.'].join('\n') : 'There is no plan yet.';
}

/** The operator's commands for plans and prices. */
export const plans: Command = async (context, args) => {
  const { words, flags } = readFlags(args, names) ?? { words: [], flags: {} };
  const [verb, code, ...rest] = words;
  const actor = asOperator(context);
  if (rest.length === 0 && verb === 'list' && code === undefined) return carryOut(context, () => list(context));
  if (rest.length === 0 && verb === 'offer' && (code !== undefined) !== (flags['none'] === 'yes'))
    return carryOut(context, async () => {
      await offerPlan(actor, code ?? null);
      return code === undefined ? 'No plan is on sale now.' : `${code} is on sale now.`;
    });
  const fields = fieldsOf(flags);
  if (rest.length === 0 && verb === 'set' && /^[a-z0-9-]{1,40}$/.test(code ?? '') && fields !== null)
    return carryOut(context, async () => {
      await storePlan(actor, code ?? '', fields);
      return list(context);
    });
  context.print(usage);
  return 2;
};
