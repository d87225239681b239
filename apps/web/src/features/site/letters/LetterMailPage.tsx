import { confirmLetterMail, endLetterMail } from '@abhyas/contract/site/letters';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { useSend } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';

/**
 * /letter_mail#…: confirms the address of the Monday e-mails, or ends them, by the link in an e-mail and without a sign-in. A press is
 * needed, because programs that check e-mails open their links.
 */
export default function LetterMailPage() {
  // Read once: the part behind # is in no request and no log, and it leaves the address so that no screenshot contains it.
  const [hash] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return (
    <div className="grid gap-16">
      <PageTitle>{i18n.t('Monday Letter')}</PageTitle>
      <section className={card.card}>
        {hash === '' ? (
          <EmptyState
            role="alert"
            title={i18n.t('This link cannot be opened')}
            action={<ButtonLink to="/letter">{i18n.t('Go to the letter')}</ButtonLink>}
          >
            {i18n.t('Open it from the e-mail, or ask for a new one on the page of the Monday letter.')}
          </EmptyState>
        ) : hash.startsWith('end.') ? (
          <End token={hash.slice('end.'.length)} />
        ) : (
          <Confirm token={hash} />
        )}
      </section>
    </div>
  );
}

function Confirm({ token }: { token: string }) {
  const confirm = useSend(confirmLetterMail, { ownFailures: true });
  if (confirm.isSuccess)
    return (
      <EmptyState
        role="status"
        title={i18n.t('The address is confirmed')}
        action={<ButtonLink to="/letter">{i18n.t('Go to the letter')}</ButtonLink>}
      >
        {i18n.t('From next Monday an e-mail tells you at {address} that the letter is there.', { address: confirm.data.address })}
      </EmptyState>
    );
  return (
    <EmptyState
      title={i18n.t('An e-mail each Monday')}
      action={
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          {i18n.t('Confirm the address')}
        </Button>
      }
    >
      {confirm.error ? (
        <span role="alert">{messageOf(confirm.error)}</span>
      ) : (
        i18n.t('It tells you that your page about the week is there. Each one has a link that ends them.')
      )}
    </EmptyState>
  );
}

function End({ token }: { token: string }) {
  const end = useSend(endLetterMail, { ownFailures: true });
  if (end.isSuccess)
    return (
      <EmptyState
        role="status"
        title={i18n.t('The e-mails have ended')}
        action={<ButtonLink to="/">{i18n.t('Go to the start page')}</ButtonLink>}
      >
        {i18n.t('Your address is forgotten. On the page of the Monday letter you can begin again.')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={i18n.t('End the e-mails of each Monday?')}
      action={
        <Button loading={end.isPending} onClick={() => end.mutate({ token })}>
          {i18n.t('End the e-mails')}
        </Button>
      }
    >
      {end.error ? <span role="alert">{messageOf(end.error)}</span> : i18n.t('The letter stays on its page in the site.')}
    </EmptyState>
  );
}
