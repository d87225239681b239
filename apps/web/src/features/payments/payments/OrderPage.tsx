import { Button, Loader, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCreditCardOff, IconReceiptRefund, IconTicket } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n, named } from '../../../platform/language.ts';
import { useOnline } from '../../../platform/online.ts';
import { notePaid } from '../../../platform/paid-note.ts';
import { isLoadedHere, openRazorpay, type SignedPayment } from '../../../platform/razorpay.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { type Checkout, lookAtOrder, type Order, useBringPayment, useOrder } from './payments.queries.ts';
import { formatRupees } from './rupees.ts';
import { StandInCheckout } from './StandInCheckout.tsx';

/** An order: its checkout, then the state of its payment. */
export default function OrderPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useOrder(id);
  const order = query.data?.order;
  const wasOpen = useRef(false);

  useEffect(() => {
    if (order && order.status !== 'PAID') wasOpen.current = true;
    // Only the page that saw the payment leads home; a later visit to a paid order shows the order.
    if (order?.status !== 'PAID' || !wasOpen.current) return;
    notePaid();
    // A full load fetches everything that Premium opens.
    location.replace('/home');
  }, [order]);

  return (
    <>
      <PageTitle back={{ link: { to: '/payment' }, label: i18n.t('Back to Subscription') }}>{i18n.t('Payment')}</PageTitle>
      <div className="max-w-480">
        <Loaded query={query} skeleton={<Skeleton height={320} radius="lg" />}>
          {(data) => (data.checkout ? <Payable order={data.order} checkout={data.checkout} /> : <Outcome order={data.order} />)}
        </Loaded>
      </div>
    </>
  );
}

/** An order to be paid: its contents, and the provider's checkout. */
function Payable({ order, checkout }: { order: Order; checkout: Checkout }) {
  const { pay } = useSearch({ from: '/payment/order/$id' });
  const navigate = useNavigate({ from: '/payment/order/$id' });
  const bring = useBringPayment();
  const isOnline = useOnline();
  // The checkout is open from the beginning if the person pressed Pay on the page before.
  const [isOpen, setOpen] = useState(pay === true);
  const [failure, setFailure] = useState<string | null>(null);
  // A payment that the provider has confirmed but that could not be reported to our server yet; null if there is none.
  const [untold, setUntold] = useState<SignedPayment | null>(null);
  const isStandIn = checkout.provider === 'stand-in';

  function take(payment: SignedPayment | null) {
    setOpen(false);
    // The checkout was closed or has failed. The provider knows which, so the server is asked.
    if (!payment) return void lookAtOrder(order.id);
    bring.mutate(payment, {
      onSuccess: () => setUntold(null),
      onError: () => setUntold(payment),
      onSettled: () => void lookAtOrder(order.id),
    });
  }

  async function openProvider() {
    if (!isLoadedHere()) return location.assign(`/payment/order/${order.id}?pay=true`);
    try {
      take(await openRazorpay(checkout));
    } catch {
      setOpen(false);
      setFailure(i18n.t('The payment service could not be loaded. Nothing was taken. Try again in a moment.'));
    }
  }

  function open() {
    setFailure(null);
    setOpen(true);
    if (!isStandIn) void openProvider();
  }

  const openAtOnce = useEffectEvent(() => {
    // The query is removed, so that a return to this address does not open the checkout again.
    void navigate({ search: {}, replace: true });
    if (!isStandIn) void openProvider();
  });
  useEffect(() => {
    if (!pay) return undefined;
    const timer = setTimeout(openAtOnce);
    return () => clearTimeout(timer);
  }, [pay]);

  if (bring.isPending)
    return (
      <EmptyState icon={<Loader size={26} />} title={i18n.t('We are asking the provider')} role="status">
        {i18n.t('Your payment is being checked. Keep this page open for a moment.')}
      </EmptyState>
    );
  if (untold)
    return (
      <EmptyState
        icon={<IconClock size={26} />}
        title={i18n.t('Your payment could not be checked yet')}
        role="alert"
        action={<Button onClick={() => take(untold)}>{i18n.t('Check again')}</Button>}
      >
        {bring.error && `${messageOf(bring.error)} `}
        {i18n.t('Do not pay again: what you paid is safe with the payment service, and Premium opens once it has been checked.')}
      </EmptyState>
    );
  return (
    <section className={card.card} aria-labelledby="order">
      <h2 id="order" className="text-16">
        {i18n.t('{plan_name}, {number_of_months, plural, one {# month} other {# months}}', {
          plan_name: named(order.plan_name),
          number_of_months: order.number_of_months,
        })}
      </h2>
      <p className="my-4 text-36 leading-snug font-bold tabular">{formatRupees(order.amount)}</p>
      <p className="text-14 text-ink-soft">
        {i18n.t('Inclusive of GST. Nothing is taken before you have confirmed it at the payment service.')}
      </p>
      {isOpen && isStandIn ? (
        <StandInCheckout order={order} onDone={take} onFailure={setFailure} />
      ) : (
        <Button size="lg" fullWidth mt="lg" loading={isOpen} disabled={!isOnline} onClick={open}>
          {i18n.t('Pay {amount}', { amount: formatRupees(order.amount) })}
        </Button>
      )}
      <p className="mt-12 text-14 text-incorrect empty:hidden" role={failure ? 'alert' : undefined}>
        {isOnline ? failure : i18n.t('You are offline. Paying needs a network.')}
      </p>
    </section>
  );
}

/** Fetches the order every few seconds while it is shown. */
function Watch({ id }: { id: number }) {
  useOrder(id, true);
  return null;
}

/** The state of the payment. 'Nothing was taken' is shown only if the provider says so. */
function Outcome({ order: { id, status, is_on_its_way, is_moved, returned, amount, valid_until, has_invoice } }: { order: Order }) {
  const backToPlan = <ButtonLink to="/payment">{i18n.t('Back to the plan')}</ButtonLink>;
  const [paise, params] = [formatRupees(amount), { id: String(id) }];
  if (is_on_its_way)
    return (
      <EmptyState icon={<IconClock size={26} />} title={i18n.t('Your payment of {paise} is on its way', { paise })} role="status">
        <Watch id={id} />
        {i18n.t(
          'We are asking the provider. Banks can take some minutes. You may leave this page: Premium opens by itself once the money has arrived, and you need not pay again.',
        )}
      </EmptyState>
    );
  if (status === 'PAID')
    return (
      <EmptyState
        icon={<IconCircleCheck size={26} />}
        title={i18n.t('Payment Successful')}
        action={
          <div className="flex flex-wrap justify-center gap-12">
            {has_invoice && (
              <ButtonLink to="/payment/invoice/$id" params={params} variant="default">
                {i18n.t('Invoice')}
              </ButtonLink>
            )}
            <ButtonLink to="/home">{i18n.t('Start learning')}</ButtonLink>
          </div>
        }
      >
        {valid_until !== null && i18n.t('Premium is valid until {valid_until}. ', { valid_until: formatDate(valid_until) })}
        {returned && i18n.t('You paid twice: {amount} go back to you in full.', { amount: formatRupees(returned.amount) })}
      </EmptyState>
    );
  if (returned && returned.reason !== 'second payment')
    return (
      <EmptyState
        icon={<IconReceiptRefund size={26} />}
        title={
          returned.is_done
            ? i18n.t('{amount} went back to you', { amount: formatRupees(returned.amount) })
            : i18n.t('{amount} go back to you', { amount: formatRupees(returned.amount) })
        }
        action={backToPlan}
      >
        {returned.reason === 'no use left' // not translated: a code
          ? i18n.t('The coupon of this order had been used up when your payment arrived, so nothing was opened.')
          : i18n.t('You paid another amount than that of this order, so nothing was opened.')}{' '}
        {returned.is_done
          ? i18n.t('It went back in full, the way you paid. Banks take five to seven working days until you see it.')
          : i18n.t('It goes back in full, the way you paid. Banks take five to seven working days until you see it.')}
      </EmptyState>
    );
  if (status === 'REFUNDED')
    return (
      <EmptyState icon={<IconReceiptRefund size={26} />} title={i18n.t('{paise} was refunded', { paise })} action={backToPlan}>
        {i18n.t('Banks take five to seven working days until you see it.')}
      </EmptyState>
    );
  if (is_moved)
    return (
      <EmptyState icon={<IconTicket size={26} />} title={i18n.t('A newer order has your coupon')} action={backToPlan}>
        {i18n.t(
          'This order can no longer be paid. If you did pay it, Premium opens or your money goes back in full, once the provider has told us.',
        )}
      </EmptyState>
    );
  if (status === 'FAILED')
    return (
      <EmptyState icon={<IconCreditCardOff size={26} />} title={i18n.t('The payment failed')} action={backToPlan} role="alert">
        {i18n.t('Nothing was taken. Try again, with another way of paying if you like.')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconAlertTriangle size={26} />} title={i18n.t('This order is over')} action={backToPlan}>
      {i18n.t('It was not paid within half an hour. If you did pay, Premium opens by itself once the provider has told us.')}
    </EmptyState>
  );
}
