import { IconCompass } from '@tabler/icons-react';
import { ButtonLink } from './ButtonLink.tsx';
import { EmptyState } from './EmptyState.tsx';
import { PageTitle } from './PageTitle.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <EmptyState
        icon={<IconCompass size={26} />}
        title="There is nothing at this address"
        action={<ButtonLink to="/">Go to the start</ButtonLink>}
      >
        The link may be old, or a letter may be missing.
      </EmptyState>
    </>
  );
}
