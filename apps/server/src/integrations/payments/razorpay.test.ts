import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForgedPaymentHook, PaymentFault } from './payments.ts';
import { razorpay } from './razorpay.ts';

/** A Razorpay on this machine, which stores the requests that it gets and answers by method and path. */
let server: Server;
let address: string;
let heard: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let answers: Record<string, { status?: number; body: object | string }>;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      const { status = 200, body: answer } = answers[`${request.method} ${request.url}`] ?? { status: 404, body: {} };
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  heard = [];
  answers = {};
});

const keys = { key_id: 'rzp_test_1DP5mmOlF5G5ag', key_secret: 'the-key-secret', hook_secret: 'the-hook-secret' };
const provider = () => razorpay({ ...keys, address });
const now = new Date('2027-01-10T04:00:00Z');
const plan = { amount: 360_000, receipt: 'order-7', notes: { split_token: 'token', number_of_months: '12' } };
const payment = { id: 'pay_DESp9bgForNoUd', entity: 'payment', amount: 360_000, currency: 'INR', status: 'captured', order_id: 'order_1' };

test('an order is made with amount in paise, currency, receipt and notes, under the account’s keys', async () => {
  answers['POST /v1/orders'] = {
    body: { id: 'order_DaZlswtdcn9UNV', entity: 'order', amount: 360_000, currency: 'INR', status: 'created' },
  };
  expect(await provider().createOrder(plan)).toBe('order_DaZlswtdcn9UNV');
  expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`${keys.key_id}:${keys.key_secret}`).toString('base64')}`);
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ ...plan, currency: 'INR' });
});

test('payments of an order are fetched, and an uncaptured one is captured', async () => {
  answers['GET /v1/orders/order_1/payments'] = {
    body: {
      entity: 'collection',
      count: 2,
      items: [
        { ...payment, id: 'pay_1', status: 'failed' },
        { ...payment, id: 'pay_2', status: 'authorized' },
      ],
    },
  };
  answers['POST /v1/payments/pay_2/capture'] = { body: { ...payment, id: 'pay_2' } };
  expect(await provider().paymentsOf('order_1', 360_000, now)).toEqual([
    { payment_id: 'pay_1', amount: 360_000, currency: 'INR', state: 'failed' },
    { payment_id: 'pay_2', amount: 360_000, currency: 'INR', state: 'captured' },
  ]);
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({ amount: 360_000, currency: 'INR' });
});

test.each([
  ['of another amount', { ...payment, status: 'authorized', amount: 100 }, 'waiting'],
  ['that was refunded', { ...payment, status: 'refunded' }, 'refunded'],
  ['that has just begun', { ...payment, status: 'created' }, 'waiting'],
])('a payment %s is not captured and counts as not paid', async (_what, item, state) => {
  answers['GET /v1/orders/order_1/payments'] = { body: { items: [item] } };
  expect(await provider().paymentsOf('order_1', 360_000, now)).toMatchObject([{ state }]);
  expect(heard).toHaveLength(1);
});

test('a refund is requested once: an amount that was already refunded is not refunded again', async () => {
  answers['GET /v1/payments/pay_1/refunds'] = { body: { items: [] } };
  answers['POST /v1/payments/pay_1/refund'] = {
    body: { id: 'rfnd_1', entity: 'refund', amount: 360_000, payment_id: 'pay_1', status: 'pending' },
  };
  expect(await provider().refund('pay_1', 360_000, 'refund-1')).toEqual({ refund_id: 'rfnd_1', amount: 360_000, state: 'waiting' });
  expect(JSON.parse(heard[1]?.body ?? '')).toEqual({ amount: 360_000, speed: 'normal', receipt: 'refund-1' });
  answers['GET /v1/payments/pay_1/refunds'] = { body: { items: [{ id: 'rfnd_1', amount: 360_000, status: 'processed' }] } };
  expect(await provider().refund('pay_1', 360_000, 'refund-1')).toEqual({ refund_id: 'rfnd_1', amount: 360_000, state: 'processed' });
  expect(heard.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  ['refuses', { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR' } } }],
  ['fails', { status: 502, body: 'oops' }],
  ['redirects', { status: 302, body: '' }],
  ['sends an unreadable answer', { body: '<html>' }],
  ['makes an order of another amount', { body: { id: 'order_1', amount: 1 } }],
])('a Razorpay that %s causes a fault whose message contains no key', async (_what, answer) => {
  answers['POST /v1/orders'] = answer;
  const fault: unknown = await provider()
    .createOrder(plan)
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(PaymentFault);
  expect(String(fault)).not.toMatch(/the-key-secret|rzp_test/);
});

test('a Razorpay that cannot be reached causes a fault', async () => {
  await expect(razorpay({ ...keys, address: 'http://127.0.0.1:1' }).createOrder(plan)).rejects.toThrow(PaymentFault);
});

test('the checkout’s signature is the HMAC-SHA256 of order and payment under the key secret', () => {
  const signature = createHmac('sha256', keys.key_secret).update('order_1|pay_1').digest('hex');
  expect(provider().isSigned('order_1', 'pay_1', signature)).toBe(true);
  for (const [order, paid, given] of [
    ['order_1', 'pay_2', signature],
    ['order_2', 'pay_1', signature],
    ['order_1', 'pay_1', signature.toUpperCase()],
    ['order_1', 'pay_1', ''],
    ['order_1|pay_1', '', signature],
  ] as const)
    expect(provider().isSigned(order, paid, given)).toBe(false);
});

describe('a hook', () => {
  const read = (event: object | string, secret = keys.hook_secret) => {
    const body = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
    return provider().readHook({ body, headers: { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') } });
  };
  const captured = { entity: 'event', event: 'payment.captured', contains: ['payment'], payload: { payment: { entity: payment } } };

  test('names order, amount and state of a payment', () => {
    const payload = { order_id: 'order_1', payment: { payment_id: payment.id, amount: 360_000, currency: 'INR', state: 'captured' } };
    expect(read(captured)).toMatchObject({ kind: 'payment.captured', of: 'payment', ...payload });
    expect(read({ ...captured, event: 'order.paid' })).toMatchObject({ of: 'payment', ...payload });
  });

  test('names the payment of a refund, and the order if the hook has it', () => {
    const refund = { id: 'rfnd_1', amount: 360_000, payment_id: 'pay_1', status: 'processed' };
    const event = { event: 'refund.processed', payload: { refund: { entity: refund }, payment: { entity: payment } } };
    const told = { of: 'refund', payment_id: 'pay_1', refund: { refund_id: 'rfnd_1', amount: 360_000, state: 'processed' } };
    expect(read(event)).toMatchObject({ ...told, order_id: 'order_1' });
    expect(read({ ...event, payload: { refund: { entity: refund } } })).toMatchObject({ ...told, order_id: null });
  });

  test('is identified by its signed bytes: the same bytes are the same event, whatever its headers say', () => {
    expect(read(captured).event_id).toBe(read(captured).event_id);
    expect(read(captured).event_id).not.toBe(read({ ...captured, created_at: 1 }).event_id);
  });

  test.each([
    ['signed by another sender', captured, 'another-secret'],
    ['signed with the key of the checkout', captured, keys.key_secret],
    ['that is not JSON', 'payment.captured', undefined],
  ])('%s is refused', (_what, event, secret) => {
    expect(() => read(event, secret)).toThrow(ForgedPaymentHook);
  });

  test.each([
    [null],
    [[]],
    [{}],
    [{ event: 'payment.captured' }],
    [{ event: 'invoice.paid', payload: {} }],
    [{ event: 7, payload: 'x' }],
    ['"text"'],
  ])('belongs to no payment if it is signed and concerns none of our orders: %j', (event) => {
    expect(read(event === null ? 'null' : event)).toMatchObject({ of: 'other' });
  });
});
