import { brand } from '@abhyas/contract/institute/brand';
import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './InvoicePage.module.css';
import { type Invoice, useInvoice } from './payments.queries.ts';
import { formatPaise } from './rupees.ts';

/** The invoice of an order, for reading and for print; and its credit note if it was refunded. */
export default function InvoicePage() {
  const query = useInvoice(Number(useParams({ strict: false }).id));
  return (
    <>
      <PageTitle back={{ link: { to: '/payment' }, label: i18n.t('Back to Subscription') }}>{i18n.t('Invoice')}</PageTitle>
      <div className="grid gap-16 max-w-720">
        <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />}>
          {({ invoice, credit_note }) => (
            <>
              <Sheet lines={invoice} title={invoice.seller.gstin === null ? i18n.t('Receipt') : i18n.t('Tax invoice')} />
              {credit_note && <Sheet lines={credit_note} title={i18n.t('Credit note')} of={invoice.number} />}
              <Button
                variant="default"
                leftSection={<IconPrinter size={20} aria-hidden />}
                onClick={() => print()}
                className="justify-self-start print:hidden!"
              >
                {i18n.t('Print')}
              </Button>
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function Sheet({ lines, title, of }: { lines: Invoice; title: string; of?: string }) {
  const { seller, gst_percent } = lines;
  const half = gst_percent / 2;
  return (
    <section className={card.card} aria-label={`${title} ${lines.number}`}>
      <header className="flex justify-between gap-16">
        <div>
          <h2>{title}</h2>
          <p className="tabular">{lines.number}</p>
          {of !== undefined && <p className="text-14 text-ink-soft">{i18n.t('for {of}', { of })}</p>}
        </div>
        <p className="text-14 text-ink-soft">{formatDate(lines.issued_at)}</p>
      </header>
      <dl className={`${classes.parties} grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-x-24 gap-y-16 mx-0 my-24`}>
        <div>
          <dt>{i18n.t('From')}</dt>
          <dd>
            <strong>{seller.name}</strong>
            <br />
            {seller.address}
            {seller.gstin !== null && (
              <>
                <br />
                {i18n.t('GSTIN {gstin}', { gstin: seller.gstin })}
              </>
            )}
            {seller.state !== null && (
              <>
                <br />
                {i18n.t('Place of supply: {state}', { state: seller.state })}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{i18n.t('To')}</dt>
          <dd>
            <strong>{lines.buyer_name ?? i18n.t('User')}</strong>
            {lines.buyer_address === null ? (
              <>
                <br />
                {i18n.t('Student at {name}', { name: brand.name })}
              </>
            ) : (
              <span className="block whitespace-pre-line">{lines.buyer_address}</span>
            )}
            {lines.buyer_gstin !== null && (
              <>
                <br />
                {i18n.t('GSTIN {buyer_gstin}', { buyer_gstin: lines.buyer_gstin })}
              </>
            )}
          </dd>
        </div>
      </dl>
      <table className={`${classes.table} tabular`}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Item')}</th>
            <th scope="col">{i18n.t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {lines.description}
              {seller.sac !== null && <span className="text-14 text-ink-soft"> {i18n.t('SAC {sac}', { sac: seller.sac })}</span>}
            </td>
            <td>{formatPaise(lines.taxable)}</td>
          </tr>
          <tr>
            <td>{i18n.t('CGST {half}%', { half })}</td>
            <td>{formatPaise(lines.cgst)}</td>
          </tr>
          <tr>
            <td>{i18n.t('SGST {half}%', { half })}</td>
            <td>{formatPaise(lines.sgst)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{i18n.t('Total, inclusive of GST')}</th>
            <td>{formatPaise(lines.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
