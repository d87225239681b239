import { i18n } from '../platform/language.ts';
import { IconCompass } from '@tabler/icons-react';
import { ButtonLink } from './ButtonLink.tsx';
import { EmptyState } from './EmptyState.tsx';
import { PageTitle } from './PageTitle.tsx';

/** The message of a screen with its own title whose address was not found. */
export function NothingHere() {
  return (
    <EmptyState
      role="alert"
      icon={<IconCompass size={26} />}
      title={i18n.t('Nothing was found at this address')}
      action={<ButtonLink to="/">{i18n.t('Go to the start')}</ButtonLink>}
    >
      {i18n.t('The link may be old, or a letter may be missing.')}
    </EmptyState>
  );
}

/** The page of an address that was not found. */
export function NotFound() {
  return (
    <>
      <PageTitle>{i18n.t('Page not found')}</PageTitle>
      <NothingHere />
    </>
  );
}
