import * as contract from '@abhyas/contract/payments/payments';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { type Route, serve } from '../../../http/serve.ts';
import { ForgedPaymentHook, type PaymentProvider } from '../../../integrations/payments/payments.ts';
import * as payments from './payments.ts';
import { isReturnReason, takeEvent } from './settling.ts';

/** `provider` is null if online payment is not configured. */
export const paymentRoutes = (provider: PaymentProvider | null): Route[] => [
  serve(contract.getSubscriptionDetails, async (_input, context) => ({
    success: true as const,
    details: await payments.subscriptionDetails(context, provider),
  })),
  serve(contract.validateCoupon, ({ coupon }, context) => payments.checkCoupon(context, coupon)),
  serve(contract.validateReferral, ({ referral_code }, context) => payments.checkReferral(context, referral_code)),
  serve(contract.getReferralCode, (_input, context) => payments.ownReferralCode(context)),
  serve(contract.createOrder, (wish, context) => payments.makeOrder(context, provider, wish)),
  serve(contract.updateUserSubscription, (signed, context) => payments.bringPayment(context, provider, signed)),
  serve(contract.getOrder, ({ id }, context) => payments.orderState(context, provider, id)),
  serve(contract.payAtStandIn, (input, context) => payments.payStandIn(context, provider, input)),
  serve(contract.getInvoice, ({ id }, context) => payments.invoiceOf(context, id)),
];

const mostBytes = 64 * 1024;

/**
 * Accepts the provider's hooks at `/hooks/{provider}`. A signature over the raw bytes authenticates them, so they need no sign-in and no
 * Origin. Each event is processed once.
 */
export function registerPaymentHooks(app: FastifyInstance, provider: PaymentProvider, contextOf: () => Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) => done(null, body));
  app.post(`/hooks/${provider.name}`, { bodyLimit: mostBytes }, async (request) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    try {
      const event = provider.readHook({ body, headers });
      const outcome = await takeEvent(contextOf(), provider, event);
      if (isReturnReason(outcome)) request.log.warn({ provider: provider.name, kind: event.kind, outcome }, 'a payment is returned');
      return { success: true };
    } catch (error) {
      if (!(error instanceof ForgedPaymentHook)) throw error;
      request.log.warn({ provider: provider.name, why: error.message }, 'hook refused');
      throw new Problem('not_allowed');
    }
  });
}
