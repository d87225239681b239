import { brand } from '@abhyas/contract/institute/brand';
import { gstWithin } from '@abhyas/exam/payments/price';
import { INDIA_OFFSET_MS } from '@abhyas/exam/institute/indian-day';
import type { Context } from '../../../context.ts';
import * as store from './payments.store.ts';

/** India's financial year of a moment, from April on: `26-27`. */
function financialYear(at: Date): string {
  const there = new Date(at.getTime() + INDIA_OFFSET_MS);
  const first = there.getUTCMonth() >= 3 ? there.getUTCFullYear() : there.getUTCFullYear() - 1;
  const twoDigits = (year: number) => String(year % 100).padStart(2, '0');
  return `${twoDigits(first)}-${twoDigits(first + 1)}`;
}

/** A number of 16 characters at most, as GST asks, without gaps in its series and year. */
async function numberOf(context: Context, series: 'INV' | 'CRN'): Promise<string> {
  const year = financialYear(context.now);
  return `${series}/${year}/${String(await store.nextNumber(context, series, year)).padStart(6, '0')}`;
}

/** Writes the invoice of an order that was paid, in the transaction that notes the payment. */
export async function issueInvoice(context: Context, order: store.OrderRow): Promise<void> {
  const { company, address } = brand.legal;
  await store.insertInvoice(context, {
    order_id: order.id,
    kind: 'INVOICE',
    number: await numberOf(context, 'INV'),
    seller: { name: company, address, gstin: brand.tax?.gstin ?? null, state: brand.tax?.state ?? null, sac: brand.tax?.sac ?? null },
    buyer_name: await store.findBuyerName(context, order.user_id),
    description: `${order.plan_name}, ${order.number_of_months} months`,
    amount: order.amount,
    gst_percent: order.gst_percent,
    ...gstWithin(order.amount, order.gst_percent),
  });
}

/** Takes an order's invoice back, with the same lines under a number of its own. */
export async function issueCreditNote(context: Context, order: store.OrderRow): Promise<void> {
  const [invoice] = await store.findInvoices(context, [order.id]);
  if (!invoice) return;
  const { id: _id, issued_at: _at, ...lines } = invoice;
  await store.insertInvoice(context, { ...lines, kind: 'CREDIT_NOTE', number: await numberOf(context, 'CRN') });
}
