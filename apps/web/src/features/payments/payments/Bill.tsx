import { GSTIN_PATTERN } from '@abhyas/contract/institute/brand';
import { Problem } from '@abhyas/contract/problem';
import { billOf } from '@abhyas/exam/payments/price';
import { Trans } from '@lingui/react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n, named } from '../../../platform/language.ts';
import { useOnline } from '../../../platform/online.ts';
import { notePaid } from '../../../platform/paid-note.ts';
import card from '../../../ui/card.module.css';

import classes from './Bill.module.css';
import { type AppliedCode, CodeField } from './CodeField.tsx';
import { askAgain, askCoupon, askReferral, type Plan, useMakeOrder } from './payments.queries.ts';
import { formatCut, formatRupees } from './rupees.ts';

const GSTIN_FAULT = /*i18n*/ 'This is not a GSTIN, for example 29ABCDE1234F1Z5.';

/** The bill, updated at once with every code, and one button that pays exactly the shown amount. */
export function Bill({ plan }: { plan: Plan }) {
  const [coupon, setCoupon] = useState<AppliedCode | null>(null);
  const [referral, setReferral] = useState<AppliedCode | null>(null);
  const [buyer, setBuyer] = useState({ address: '', gstin: '' });
  const [refused, setRefused] = useState<'coupon' | 'referral' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const isOnline = useOnline();
  const makeOrder = useMakeOrder();
  const prices = { price: plan.price, offer_price: plan.offer_price, referral_reward: referral?.amount ?? plan.referralReward };
  const bill = billOf(prices, coupon, referral !== null);

  function fail(error: Error) {
    const code = error instanceof Problem ? error.code : null;
    if (code === 'invalid_coupon') setCoupon(null);
    if (code === 'invalid_referral') setReferral(null);
    setRefused(code === 'invalid_coupon' ? 'coupon' : code === 'invalid_referral' ? 'referral' : null);
    setFailure(
      code === 'invalid_coupon' || code === 'invalid_referral'
        ? i18n.t('A code is no longer valid. Check the bill again.')
        : messageOf(error),
    );
    if (code === 'price_changed') void askAgain();
  }

  const isGstinWrong = buyer.gstin !== '' && !new RegExp(GSTIN_PATTERN).test(buyer.gstin);

  function pay() {
    if (isGstinWrong) {
      setFailure(i18n.t(GSTIN_FAULT));
      return;
    }
    setFailure(null);
    makeOrder.mutate(
      {
        amount: bill.to_pay,
        ...(coupon ? { coupon: coupon.code } : {}),
        ...(referral ? { referral_code: referral.code } : {}),
        ...(buyer.address.trim() === '' ? {} : { buyer_address: buyer.address.trim() }),
        ...(buyer.gstin === '' ? {} : { buyer_gstin: buyer.gstin }),
      },
      {
        onError: fail,
        onSuccess: ({ order }) => {
          setLeaving(true);
          if (order.status === 'PAID') notePaid();
          // A full load, because only the policy of the checkout's page allows the provider's script, and because Premium changes the
          // answers of calls.
          location.assign(order.status === 'PAID' ? '/home' : `/payment/order/${order.id}?pay=true`);
        },
      },
    );
  }

  const label = bill.to_pay === 0 ? i18n.t('Open Premium') : i18n.t('Pay {amount}', { amount: formatRupees(bill.to_pay) });
  const button = (
    <Button size="lg" fullWidth onClick={pay} loading={makeOrder.isPending || isLeaving} disabled={!isOnline} aria-describedby="pay-says">
      {label}
    </Button>
  );

  return (
    <section className={`${card.card} grid gap-12 ${classes.bill}`} aria-labelledby="bill">
      <h2 id="bill" className="text-16">
        {i18n.t('Your bill')}
      </h2>
      <CodeField
        label={i18n.t('Coupon')}
        appliedWords={i18n.t('Coupon Applied')}
        invalidWords={i18n.t('Invalid Coupon Code')}
        applied={coupon}
        isRefused={refused === 'coupon'}
        ask={askCoupon}
        onChange={(applied) => {
          setCoupon(applied);
          setRefused(null);
          setFailure(null);
        }}
      />
      <CodeField
        label={i18n.t('Referral code')}
        appliedWords={i18n.t('Referral Applied')}
        invalidWords={i18n.t('Invalid Referral Code')}
        applied={referral}
        isRefused={refused === 'referral'}
        ask={askReferral}
        onChange={(applied) => {
          setReferral(applied);
          setRefused(null);
          setFailure(null);
        }}
      />
      <details className={classes.buyer}>
        <summary>{i18n.t('Address and GSTIN on the invoice')}</summary>
        <div className="grid gap-12">
          <Textarea
            label={i18n.t('Your address')}
            value={buyer.address}
            onChange={({ currentTarget: { value: address } }) => setBuyer((before) => ({ ...before, address }))}
            maxLength={300}
            rows={2}
            autoComplete="street-address"
          />
          <TextInput
            label={i18n.t('GSTIN')}
            description={i18n.t('15 letters and digits, if a business pays.')}
            value={buyer.gstin}
            onChange={({ currentTarget: { value } }) =>
              setBuyer((before) => ({ ...before, gstin: value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') }))
            }
            error={isGstinWrong && buyer.gstin.length === 15 ? i18n.t(GSTIN_FAULT) : undefined}
            maxLength={15}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
      </details>
      <dl className={`grid gap-8 pt-16 border-t border-line ${classes.lines} tabular`} aria-live="polite">
        <div>
          <dt>
            {i18n.t('{name}, {number_of_months, plural, one {# month} other {# months}}', {
              name: named(plan.name),
              number_of_months: plan.number_of_months,
            })}
          </dt>
          <dd>{formatRupees(bill.price)}</dd>
        </div>
        {bill.offer > 0 && (
          <div>
            <dt>{i18n.t('Offer')}</dt>
            <dd className={classes.cut}>{formatCut(bill.offer)}</dd>
          </div>
        )}
        {coupon && (
          <div>
            <dt>
              {i18n.t('Coupon {code}', { code: coupon.code })}
              {coupon.percent !== null && `, ${coupon.percent}%`}
            </dt>
            <dd className={classes.cut}>{formatCut(bill.coupon)}</dd>
          </div>
        )}
        {referral && (
          <div>
            <dt>{i18n.t('Referral {code}', { code: referral.code })}</dt>
            <dd className={classes.cut}>{formatCut(bill.referral)}</dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>{i18n.t('To pay')}</dt>
          <dd>{formatRupees(bill.to_pay)}</dd>
        </div>
      </dl>
      <div className={`print:hidden! ${classes.pay}`}>
        <p id="pay-says" className={`text-14 text-incorrect ${classes.failure}`} role={failure ? 'alert' : undefined}>
          {isOnline ? failure : i18n.t('You are offline. Paying needs a network.')}
        </p>
        <span className={classes.barTotal} aria-hidden>
          <Trans
            id="To pay<0>{to_pay}</0>"
            components={{ 0: <strong className="tabular" /> }}
            values={{ to_pay: formatRupees(bill.to_pay) }}
          />
        </span>
        {button}
      </div>
      <p className={`${classes.terms} text-center text-13 text-ink-soft`}>
        <Trans id="Paying means you agree to the <0>terms</0>." components={{ 0: <Link to="/terms" /> }} />
      </p>
    </section>
  );
}
