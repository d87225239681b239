import { brand } from '@abhyas/contract/institute/brand';
import { offerPercent } from '@abhyas/exam/payments/price';
import { Trans } from '@lingui/react';
import { Skeleton } from '@mantine/core';
import { IconChevronRight, IconLockOpen, IconNotes, IconPlayerPlay, IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import { BrandText } from '../../../ui/BrandText.tsx';
import card from '../../../ui/card.module.css';
import { formatDate, formatDateTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Bill } from './Bill.tsx';
import classes from './PaymentPage.module.css';
import { type Details, type Order, type Plan, useSubscription } from './payments.queries.ts';
import { formatRupees } from './rupees.ts';

const icons = [IconTargetArrow, IconNotes, IconPlayerPlay, IconLockOpen];

/** The contents and price of Premium, the person's subscription, and the button to buy one. */
export default function PaymentPage() {
  const subscription = useSubscription();
  return (
    <>
      <PageTitle>{i18n.t('Subscription')}</PageTitle>
      <Loaded query={subscription} skeleton={<PaymentSkeleton />}>
        {({ details: data }) => (
          <>
            {data.orders
              .filter(({ is_on_its_way }) => is_on_its_way)
              .map((order) => (
                <OnItsWay key={order.id} order={order} />
              ))}
            <div className="grid grid-cols-[minmax(0,560px)_minmax(0,400px)] items-start gap-24 below-62:grid-cols-[minmax(0,560px)] below-62:gap-16">
              {data.plan ? (
                <PlanCard plan={data.plan} isOwned={data.has_valid_subscription} />
              ) : (
                <NothingSold hasPremium={data.has_valid_subscription} />
              )}
              <div className="grid gap-16">
                {data.has_valid_subscription && <Valid details={data} />}
                {data.plan && !data.has_valid_subscription && (data.can_pay ? <Bill plan={data.plan} /> : <NoPayment />)}
                <Payments orders={data.orders.filter(({ status }) => status === 'PAID' || status === 'REFUNDED')} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function OnItsWay({ order: { id, amount } }: { order: Order }) {
  return (
    <Link
      to="/payment/order/$id"
      params={{ id: String(id) }}
      className={`flex items-center justify-between bg-warning-soft text-warning ${classes.waiting}`}
    >
      <span>
        <Trans
          id="<0>A payment of {amount} is on its way.</0> Premium opens by itself once it has arrived."
          components={{ 0: <strong /> }}
          values={{ amount: formatRupees(amount) }}
        />
      </span>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  );
}

function PlanCard({ plan, isOwned }: { plan: Plan; isOwned: boolean }) {
  const percent = offerPercent(plan);
  return (
    <section className={`${card.card} ${classes.plan}`} aria-labelledby="plan">
      <p className="flex items-center gap-8 text-14 font-semibold text-accent">
        {plan.logo && <img src={plan.logo} alt="" height={24} />}
        {named(plan.name)}
      </p>
      <h2 id="plan" className="mt-4 text-24 leading-snug font-bold max-36:text-20">
        <BrandText text={plan.headerDescription} />
      </h2>
      <p className={`flex flex-wrap items-baseline gap-x-12 gap-y-4 mt-16 max-36:mt-12 ${classes.price} tabular`}>
        <strong>{plan.offer_price === 0 ? i18n.t('Free') : formatRupees(plan.offer_price)}</strong>
        {percent > 0 && (
          <>
            <s>
              <span className="absolute [clip-path:inset(50%)]">{i18n.t('instead of')} </span>
              {formatRupees(plan.price)}
            </s>
            <span className="self-center px-8 py-2 rounded-[999px] bg-correct-soft text-13 font-semibold text-correct">
              {i18n.t('{percent}% off', { percent })}
            </span>
          </>
        )}
      </p>
      <p className="text-14 text-ink-soft">
        {i18n.t('Inclusive of GST.')}{' '}
        {isOwned
          ? i18n.t('{number_of_months, plural, one {# month} other {# months}} of validity.', { number_of_months: plan.number_of_months })
          : i18n.t('Valid until {validity} if you pay today.', { validity: formatDate(plan.validity) })}
      </p>
      <h3 className="mt-24 pt-24 border-t border-line max-36:mt-16 max-36:pt-16">{i18n.t('What it opens')}</h3>
      <ul className={`grid gap-12 ${classes.list}`}>
        {plan.details.map(({ title, text }, at) => {
          const Icon = icons[at % icons.length] ?? IconLockOpen;
          return (
            <li key={title}>
              <Icon size={22} aria-hidden />
              <span>
                <strong>
                  <BrandText text={title} />
                </strong>
                <span className="text-14 text-ink-soft">
                  <BrandText text={text} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-14 text-ink-soft">{i18n.t('Previous papers, test reports and the free topics stay free.')}</p>
    </section>
  );
}

function Valid({ details: { valid_until, plan_amount } }: { details: Details }) {
  return (
    <section className={card.card} aria-labelledby="valid">
      <h2 id="valid" className="mb-12 text-16">
        {i18n.t('You have Premium')}
      </h2>
      <dl className={`${classes.facts} grid grid-cols-[auto_1fr] gap-x-24 gap-y-8`}>
        <dt>{i18n.t('Valid until')}</dt>
        <dd>{valid_until === null ? '' : formatDate(valid_until)}</dd>
        {plan_amount !== null && (
          <>
            <dt>{i18n.t('Plan amount')}</dt>
            <dd className="tabular">{plan_amount === 0 ? i18n.t('Free') : formatRupees(plan_amount)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Contact() {
  return (
    <p className={`flex flex-wrap ${classes.ways}`}>
      <a href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>{brand.supportPhone}</a>
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
    </p>
  );
}

function NoPayment() {
  return (
    <section className={card.card}>
      <h2 className="mb-12 text-16">{i18n.t('Your bill')}</h2>
      <p className="text-14 text-ink-soft">
        {i18n.t('You cannot pay online here. Call or write to us, and we open Premium for your number.')}
      </p>
      <Contact />
    </section>
  );
}

function NothingSold({ hasPremium }: { hasPremium: boolean }) {
  return (
    <section className={`${card.card} ${classes.plan}`}>
      <h2 className="mt-4 text-24 leading-snug font-bold max-36:text-20">
        {hasPremium ? i18n.t('You have Premium') : i18n.t('No plan is sold at the moment')}
      </h2>
      <p className="text-14 text-ink-soft">{i18n.t('Call or write to us if you have a question about your subscription.')}</p>
      <Contact />
    </section>
  );
}

function Payments({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby="payments">
      <h2 id="payments" className="mb-12 text-16">
        {i18n.t('Payments')}
      </h2>
      <ul className={`lined ${classes.payments}`}>
        {orders.map(({ id, amount, status, paid_at, created_at, plan_name, has_invoice }) => (
          <li key={id}>
            <span>
              <strong>{named(plan_name)}</strong>
              <span className="text-14 text-ink-soft">
                {formatDateTime(paid_at ?? created_at)}
                {status === 'REFUNDED' && ` · ${i18n.t('Refunded')}`}
              </span>
            </span>
            <span className="tabular">{amount === 0 ? i18n.t('Free') : formatRupees(amount)}</span>
            {has_invoice && (
              <Link
                to="/payment/invoice/$id"
                params={{ id: String(id) }}
                aria-label={i18n.t('Invoice of {date}', { date: formatDate(paid_at ?? created_at) })}
              >
                {i18n.t('Invoice')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,560px)_minmax(0,400px)] items-start gap-24 below-62:grid-cols-[minmax(0,560px)] below-62:gap-16">
      <Skeleton height={480} radius="lg" />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}
