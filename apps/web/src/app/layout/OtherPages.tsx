import { i18n } from '../../platform/language.ts';
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OFFLINE_WORDS } from '../../platform/call.ts';
import { type SiteFailure, showSiteFailure } from '../../platform/failure.ts';
import { queryClient } from '../../platform/queries.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { CallSupport } from '../../ui/Failure.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './layout.module.css';

interface MessageProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
  /** Whether the page has no frame, so that it needs a landmark and a logo of its own. */
  isAlone: boolean;
}

/** A page with one message. */
function Message({ title, children, action, isAlone }: MessageProps) {
  const Around = isAlone ? 'main' : 'div';
  return (
    <Around className={`flex flex-col items-center max-w-520 mx-auto px-16 py-64 text-center leading-reading ${classes.message}`}>
      {isAlone && <Logo />}
      <PageTitle inPage>{title}</PageTitle>
      <p>{children}</p>
      <div className="flex flex-wrap justify-center gap-12 mt-24">{action}</div>
    </Around>
  );
}

function tryAgain(): void {
  showSiteFailure(null);
  void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
}

interface SiteFailureProps {
  failure: SiteFailure;
  /** Whether the page is shown without the site's frame. */
  isAlone: boolean;
}

/** Replaces the screen when the server is down for maintenance or has failed. */
export function SiteFailurePage({ failure, isAlone }: SiteFailureProps) {
  const again = <Button onClick={tryAgain}>{i18n.t('Try again')}</Button>;
  if (failure === 'maintenance') {
    return (
      <Message isAlone={isAlone} title={i18n.t('Server under maintenance')} action={again}>
        {i18n.t('please try again after sometime')}
        <br />
        {i18n.t('The answers on this device are safe. They are sent when the server is back.')}
      </Message>
    );
  }
  return (
    <Message isAlone={isAlone} title={i18n.t('Something went wrong')} action={again}>
      {i18n.t('It was not your doing, and nothing you had saved is lost.')} <CallSupport />
    </Message>
  );
}

/** The page of a screen whose code could not be fetched or run. */
export function BrokenPage({ reset }: ErrorComponentProps) {
  const isAlone = useMatches({ select: (matches) => matches.at(-1)?.staticData.surround === 'bare' });
  const isOffline = !navigator.onLine;
  return (
    <Message
      isAlone={isAlone}
      title={isOffline ? i18n.t('No connection') : i18n.t('Something went wrong')}
      action={
        <>
          <Button onClick={isOffline ? reset : () => location.reload()}>{i18n.t('Try again')}</Button>
          <ButtonLink to="/" variant="default">
            {i18n.t('Go to the start')}
          </ButtonLink>
        </>
      }
    >
      {isOffline ? i18n.t(OFFLINE_WORDS) : <CallSupport />}
    </Message>
  );
}
