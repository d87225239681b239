import { Trans } from '@lingui/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import type { SignedPayment } from '../../../platform/razorpay.ts';
import { type Order, payInDemo } from './payments.queries.ts';
import { formatRupees } from './rupees.ts';

const ways = [
  ['paid', /*i18n*/ 'Pay'],
  ['paid_late', /*i18n*/ 'Pay; the bank takes 20 seconds'],
  ['failed', /*i18n*/ 'Let the payment fail'],
] as const;

interface Props {
  order: Order;
  /** Null where the person closed the checkout, or the payment failed. */
  onDone: (payment: SignedPayment | null) => void;
  onFailure: (words: string) => void;
}

/** The checkout of the demo, which replaces the provider's. No money is moved. */
export function StandInCheckout({ order, onDone, onFailure }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  async function choose(outcome: (typeof ways)[number][0]) {
    setChosen(outcome);
    try {
      onDone(await payInDemo(order.id, outcome));
    } catch (error) {
      setChosen(null);
      onFailure(messageOf(error));
    }
  }
  return (
    <div className="grid gap-12 mt-20 pt-20 border-t border-line" role="group" aria-label={i18n.t('Demo checkout')}>
      <p>
        <Trans id="<0>Demo:</0> no payment service is asked and no money moves. Choose what happens." components={{ 0: <strong /> }} />
      </p>
      {ways.map(([outcome, words]) => (
        <Button
          key={outcome}
          size="md"
          variant={outcome === 'paid' ? 'filled' : 'default'}
          loading={chosen === outcome}
          disabled={chosen !== null && chosen !== outcome}
          onClick={() => void choose(outcome)}
        >
          {outcome === 'paid' ? i18n.t('Pay {amount}', { amount: formatRupees(order.amount) }) : i18n.t(words)}
        </Button>
      ))}
      <Button size="md" variant="subtle" disabled={chosen !== null} onClick={() => onDone(null)}>
        {i18n.t('Close the checkout')}
      </Button>
    </div>
  );
}
