// Contents: settings · signatures · reading · the provider
import { createHash, createHmac } from 'node:crypto';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { isSame } from '../meetings/signed.ts';
import { ForgedPaymentHook, type Payment, type PaymentEvent, PaymentFault, type PaymentProvider, type Refund } from './payments.ts';

export interface RazorpaySettings {
  key_id: string;
  key_secret: string;
  /** The secret that signs hooks; the operator chooses it when setting up the hook. */
  hook_secret: string;
  /** The address of a gateway between this server and Razorpay, if there is one. */
  address?: string | undefined;
}

const callMs = 10_000;
const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex');

/** The signature that Razorpay's checkout gives to the page. */
export const checkoutSignature = (key_secret: string, order_id: string, payment_id: string) =>
  hmac(key_secret, `${order_id}|${payment_id}`);

/** The signature of a hook, over its bytes as sent. */
export const hookSignature = hmac;

type Fields = Record<string, unknown>;
const part = (fields: unknown, name: string): Fields => ((fields as Fields | null)?.[name] ?? {}) as Fields;
const entity = (payload: Fields, name: string) => part(part(payload, name), 'entity');
const text = (fields: Fields, name: string) => (typeof fields[name] === 'string' ? beginningOf(fields[name], 100) : '');
const paise = (fields: Fields, name: string) => (Number.isSafeInteger(fields[name]) ? (fields[name] as number) : -1);

function paymentOf(fields: Fields): Payment {
  const status = text(fields, 'status');
  return {
    payment_id: text(fields, 'id'),
    amount: paise(fields, 'amount'),
    currency: text(fields, 'currency'),
    state: status === 'captured' || status === 'failed' || status === 'refunded' ? status : 'waiting',
  };
}

function refundOf(fields: Fields): Refund {
  const status = text(fields, 'status');
  return {
    refund_id: text(fields, 'id'),
    amount: paise(fields, 'amount'),
    state: status === 'processed' ? 'processed' : status === 'failed' ? 'failed' : 'waiting',
  };
}

/**
 * Reads a hook in Razorpay's form. Throws unless these bytes are signed. The id of the event is their hash, because headers are not signed.
 */
export function readRazorpayHook(body: Buffer, signature: string, hook_secret: string): PaymentEvent {
  if (!isSame(signature, hookSignature(hook_secret, body))) throw new ForgedPaymentHook('The signature is wrong');
  let read: unknown;
  try {
    read = JSON.parse(body.toString());
  } catch {
    throw new ForgedPaymentHook('The body cannot be read');
  }
  const kind = text((read ?? {}) as Fields, 'event');
  const payload = part(read, 'payload');
  const named = { event_id: createHash('sha256').update(body).digest('hex'), kind };
  const payment = entity(payload, 'payment');
  if (kind.startsWith('refund.')) {
    const refund = entity(payload, 'refund');
    const payment_id = text(refund, 'payment_id');
    if (text(refund, 'id') === '' || payment_id === '') return { ...named, of: 'other' };
    const isWhole = text(payment, 'status') === 'refunded';
    return { ...named, of: 'refund', order_id: text(payment, 'order_id') || null, payment_id, refund: refundOf(refund), isWhole };
  }
  const isOfPayment = kind.startsWith('payment.') || kind === 'order.paid';
  if (!isOfPayment || text(payment, 'order_id') === '' || text(payment, 'id') === '') return { ...named, of: 'other' };
  return { ...named, of: 'payment', order_id: text(payment, 'order_id'), payment: paymentOf(payment) };
}

/** Razorpay's Orders, Payments and Refunds. Tried against recorded requests only, never on the real service. */
export function razorpay({ key_id, key_secret, hook_secret, address = 'https://api.razorpay.com' }: RazorpaySettings): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`;

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Fields> {
    const response = await fetch(`${address}/v1${path}`, {
      method,
      headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(callMs),
      redirect: 'error',
    }).catch(() => {
      throw new PaymentFault('Razorpay could not be reached.');
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new PaymentFault(`Razorpay answered ${response.status}.`);
    if (typeof answer !== 'object' || answer === null) throw new PaymentFault('Razorpay sent an unreadable answer.');
    return answer as Fields;
  }
  const listOf = ({ items }: Fields) => (Array.isArray(items) ? (items as Fields[]) : []);

  return {
    name: 'razorpay',
    key_id,
    standIn: null,
    async createOrder({ amount, receipt, notes }) {
      const made = await call('POST', '/orders', { amount, currency: 'INR', receipt, notes });
      const id = text(made, 'id');
      if (id === '' || paise(made, 'amount') !== amount)
        throw new PaymentFault('Razorpay made an order that differs from the requested one.');
      return id;
    },
    isSigned: (order_id, payment_id, signature) => isSame(signature, checkoutSignature(key_secret, order_id, payment_id)),
    async paymentsOf(order_id, amount) {
      const items = listOf(await call('GET', `/orders/${encodeURIComponent(order_id)}/payments`));
      const isTaken = items.some((item) => paymentOf(item).state === 'captured');
      const waiting = items.findIndex((item) => text(item, 'status') === 'authorized' && paise(item, 'amount') === amount);
      const id = text(items[waiting] ?? {}, 'id');
      // Needed if the account does not capture payments by itself.
      if (!isTaken && id !== '')
        items[waiting] = await call('POST', `/payments/${encodeURIComponent(id)}/capture`, { amount, currency: 'INR' });
      return items.map(paymentOf);
    },
    async refund(payment_id, amount, receipt) {
      const path = `/payments/${encodeURIComponent(payment_id)}`;
      const known = listOf(await call('GET', `${path}/refunds`))
        .map(refundOf)
        .filter(({ state }) => state !== 'failed');
      const sum = known.reduce((paid, refund) => paid + refund.amount, 0);
      // Several refunds are complete once all of them are.
      const last = known.find(({ state }) => state === 'waiting') ?? known[0];
      if (last && sum >= amount) return last;
      return refundOf(await call('POST', `${path}/refund`, { amount: amount - sum, speed: 'normal', receipt }));
    },
    readHook: ({ body, headers }) => readRazorpayHook(body, headers['x-razorpay-signature'] ?? '', hook_secret),
  };
}
