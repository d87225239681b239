import { Button, Loader, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconCreditCardOff, IconReceiptRefund } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useOnline } from '../../../platform/online.ts';
import { notePaid } from '../../../platform/paid-note.ts';
import { isLoadedHere, openRazorpay, type SignedPayment } from '../../../platform/razorpay.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './OrderPage.module.css';
import { type Checkout, lookAtOrder, type Order, useBringPayment, useOrder } from './payments.queries.ts';
import { formatRupees } from './rupees.ts';
import { StandInCheckout } from './StandInCheckout.tsx';

/** An order: its checkout, and then what became of the money. */
export default function OrderPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useOrder(id);
  const order = query.data?.order;
  const wasOpen = useRef(false);

  useEffect(() => {
    if (order && order.status !== 'PAID') wasOpen.current = true;
    // Only the page that saw it happen leads home; whoever comes back to a paid order reads what it is.
    if (order?.status !== 'PAID' || !wasOpen.current) return;
    notePaid();
    // Loaded again: everything that Premium opens is asked for again.
    location.replace('/home');
  }, [order]);

  return (
    <>
      <PageTitle back={{ link: { to: '/payment' }, label: 'Back to Subscription' }}>Payment</PageTitle>
      <div className={classes.page}>
        <Loaded query={query} skeleton={<Skeleton height={320} radius="lg" />}>
          {(data) => (data.checkout ? <Payable order={data.order} checkout={data.checkout} /> : <Outcome order={data.order} />)}
        </Loaded>
      </div>
    </>
  );
}

/** To be paid: what for, and the provider's checkout. */
function Payable({ order, checkout }: { order: Order; checkout: Checkout }) {
  const { pay } = useSearch({ from: '/payment/order/$id' });
  const navigate = useNavigate({ from: '/payment/order/$id' });
  const bring = useBringPayment();
  const isOnline = useOnline();
  // Opened by the press of Pay on the page before.
  const [isOpen, setOpen] = useState(pay === true);
  const [failure, setFailure] = useState<string | null>(null);
  // Confirmed at the payment service, but our server could not be told yet.
  const [untold, setUntold] = useState<SignedPayment | null>(null);
  const isStandIn = checkout.provider === 'stand-in';

  function take(payment: SignedPayment | null) {
    setOpen(false);
    // Closed, or failed: the provider knows more than the page.
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
      setFailure('The payment service could not be loaded. Nothing was taken. Try again in a moment.');
    }
  }

  function open() {
    setFailure(null);
    setOpen(true);
    if (!isStandIn) void openProvider();
  }

  const openAtOnce = useEffectEvent(() => {
    // Coming back to this address opens nothing.
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
      <EmptyState icon={<Loader size={26} />} title="We are asking the provider" role="status">
        Your payment is being checked. Keep this page open for a moment.
      </EmptyState>
    );
  if (untold)
    return (
      <EmptyState
        icon={<IconClock size={26} />}
        title="Your payment could not be checked yet"
        role="alert"
        action={<Button onClick={() => take(untold)}>Check again</Button>}
      >
        {bring.error && `${messageOf(bring.error)} `}Do not pay again: what you paid is safe with the payment service, and Premium opens
        once it has been checked.
      </EmptyState>
    );
  return (
    <section className={card.card} aria-labelledby="order">
      <h2 id="order" className={classes.heading}>
        {order.plan_name}, {plural(order.number_of_months, 'month')}
      </h2>
      <p className={`${classes.amount} tabular`}>{formatRupees(order.amount)}</p>
      <p className={classes.soft}>Inclusive of GST. Nothing is taken before you have confirmed it at the payment service.</p>
      {isOpen && isStandIn ? (
        <StandInCheckout order={order} onDone={take} onFailure={setFailure} />
      ) : (
        <Button size="lg" fullWidth mt="lg" loading={isOpen} disabled={!isOnline} onClick={open}>
          Pay {formatRupees(order.amount)}
        </Button>
      )}
      <p className={classes.failure} role={failure ? 'alert' : undefined}>
        {isOnline ? failure : 'You are offline. Paying needs a network.'}
      </p>
    </section>
  );
}

/** Looks again every few seconds while it is shown. */
function Watch({ id }: { id: number }) {
  useOrder(id, true);
  return null;
}

const backToPlan: ReactNode = <ButtonLink to="/payment">Back to the plan</ButtonLink>;

/** What became of the money. 'Nothing was taken' only where the provider says so. */
function Outcome({ order: { id, status, is_on_its_way, amount, valid_until, has_invoice } }: { order: Order }) {
  const [paise, params] = [formatRupees(amount), { id: String(id) }];
  if (is_on_its_way)
    return (
      <EmptyState icon={<IconClock size={26} />} title={`Your payment of ${paise} is on its way`} role="status">
        <Watch id={id} />
        We are asking the provider. Banks can take some minutes. You may leave this page: Premium opens by itself once the money has
        arrived, and you need not pay again.
      </EmptyState>
    );
  if (status === 'PAID')
    return (
      <EmptyState
        icon={<IconCircleCheck size={26} />}
        title="Payment Successful"
        action={
          <div className={classes.actions}>
            {has_invoice && (
              <ButtonLink to="/payment/invoice/$id" params={params} variant="default">
                Invoice
              </ButtonLink>
            )}
            <ButtonLink to="/home">Start learning</ButtonLink>
          </div>
        }
      >
        {valid_until !== null && `Premium is valid until ${formatDate(valid_until)}.`}
      </EmptyState>
    );
  if (status === 'REFUNDED')
    return (
      <EmptyState icon={<IconReceiptRefund size={26} />} title={`${paise} was refunded`} action={backToPlan}>
        Banks take five to seven working days until you see it.
      </EmptyState>
    );
  if (status === 'FAILED')
    return (
      <EmptyState icon={<IconCreditCardOff size={26} />} title="The payment failed" action={backToPlan} role="alert">
        Nothing was taken. Try again, with another way of paying if you like.
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconAlertTriangle size={26} />} title="This order is over" action={backToPlan}>
      It was not paid within half an hour. If you did pay, Premium opens by itself once the provider has told us.
    </EmptyState>
  );
}
