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
      title="Nothing was found at this address"
      action={<ButtonLink to="/">Go to the start</ButtonLink>}
    >
      The link may be old, or a letter may be missing.
    </EmptyState>
  );
}

/** The page of an address that was not found. */
export function NotFound() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <NothingHere />
    </>
  );
}
