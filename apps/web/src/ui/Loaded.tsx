import { i18n } from '../platform/language.ts';
import { VisuallyHidden } from '@mantine/core';
import { Problem } from '@abhyas/contract/problem';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NetworkFailure } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { Failure } from './Failure.tsx';
import { NothingHere } from './NotFound.tsx';

interface Props<T> {
  query: Pick<UseQueryResult<T, Error>, 'data' | 'error' | 'isFetching'> & { refetch: () => unknown };
  /** A placeholder in the shape of the content. */
  skeleton: ReactNode;
  /** Replaces the usual message about a failure. */
  failure?: (error: Error) => ReactNode;
  /** The name of the content, such as 'This report', for the message that the device has not kept it. Used without a network. */
  notKept?: string;
  children: (data: T) => ReactNode;
}

/** Shows a call that is loading, has failed or has loaded. Loaded content stays if fetching it again fails. */
export function Loaded<T>({ query, skeleton, failure, notKept, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    const own = failure?.(query.error);
    if (own) return own;
    if (query.error instanceof Problem && query.error.code === 'not_found') return <NothingHere />;
    const isOffline = query.error instanceof NetworkFailure;
    return (
      <Failure
        message={
          isOffline && notKept
            ? i18n.t('{notKept} is not on this device. Open it here once with a connection, and it will open without one.', { notKept })
            : messageOf(query.error)
        }
        isOffline={isOffline}
        retry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <div role="status">
      <VisuallyHidden>{i18n.t('Loading')}</VisuallyHidden>
      <div aria-hidden>{skeleton}</div>
    </div>
  );
}
