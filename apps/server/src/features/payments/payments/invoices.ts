import { brand } from '@abhyas/contract/institute/brand';
import { gstWithin } from '@abhyas/exam/payments/price';
import { INDIA_OFFSET_MS } from '@abhyas/exam/institute/indian-day';
import type { Context } from '../../../context.ts';
import * as store from './payments.store.ts';

/** India's financial year, which begins in April: `26-27`. */
function financialYear(at: Date): string {
  const there = new Date(at.getTime() + INDIA_OFFSET_MS);
  const first = there.getUTCMonth() >= 3 ? there.getUTCFullYear() : there.getUTCFullYear() - 1;
  const twoDigits = (year: number) => String(year % 100).padStart(2, '0');
  return `${twoDigits(first)}-${twoDigits(first + 1)}`;
}

/** The next invoice number: at most 16 characters, as GST requires, and without gaps in its series and year. */
async function numberOf(context: Context, series: 'INV' | 'CRN'): Promise<string> {
  const year = financialYear(context.now);
  return `${series}/${year}/${String(await store.nextNumber(context, series, year)).padStart(6, '0')}`;
}

/** Writes the invoice of a paid order, in the transaction that records the payment. */
export async function issueInvoice(context: Context, order: store.OrderRow): Promise<void> {
  const { company, address } = brand.legal;
  await store.insertInvoice(context, {
    order_id: order.id,
    kind: 'INVOICE',
    number: await numberOf(context, 'INV'),
    seller: { name: company, address, gstin: brand.tax?.gstin ?? null, state: brand.tax?.state ?? null, sac: brand.tax?.sac ?? null },
    buyer_name: await store.findBuyerName(context, order.user_id),
    buyer_address: order.buyer_address,
    buyer_gstin: order.buyer_gstin,
    description: `${order.plan_name}, ${order.number_of_months} months`,
    amount: order.amount,
    gst_percent: order.gst_percent,
    ...gstWithin(order.amount, order.gst_percent),
  });
}

/** Cancels an order's invoice by a credit note with the same lines and its own number. */
export async function issueCreditNote(context: Context, order: store.OrderRow): Promise<void> {
  const [invoice] = await store.findInvoices(context, [order.id]);
  if (!invoice) return;
  const { id: _id, issued_at: _at, ...lines } = invoice;
  await store.insertInvoice(context, { ...lines, kind: 'CREDIT_NOTE', number: await numberOf(context, 'CRN') });
}
