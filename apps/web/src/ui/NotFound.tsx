import { IconCompass } from '@tabler/icons-react';
import { ButtonLink } from './ButtonLink.tsx';
import { EmptyState } from './EmptyState.tsx';
import { PageTitle } from './PageTitle.tsx';

/** What a screen with a title of its own says where its address leads nowhere. */
export function NothingHere() {
  return (
    <EmptyState
      role="alert"
      icon={<IconCompass size={26} />}
      title="There is nothing at this address"
      action={<ButtonLink to="/">Go to the start</ButtonLink>}
    >
      The link may be old, or a letter may be missing.
    </EmptyState>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <NothingHere />
    </>
  );
}
