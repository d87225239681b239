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
  /** Stands in the shape of what comes. */
  skeleton: ReactNode;
  /** Stands where the failure would: for failures that a screen has better words for. */
  failure?: (error: Error) => ReactNode;
  /** What the device has not, said where the server cannot be reached: 'This report'. */
  notKept?: string;
  children: (data: T) => ReactNode;
}

/** The states of a read: on its way, failed, there. What is there stays when fetching it again fails. */
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
            ? `${notKept} is not on this device: it opens without a connection once it was opened here with one.`
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
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden>{skeleton}</div>
    </div>
  );
}
