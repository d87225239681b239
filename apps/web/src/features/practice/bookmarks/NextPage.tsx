import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { Failure } from '../../../ui/Failure.tsx';
import type { BookmarkPages } from './bookmarks.queries.ts';

/** The next page loads when the bottom of what is there comes so near. */
const NEAR = '200px';

/** Stands below the questions while there are more, and loads them in time. */
export function NextPage({ list, skeleton }: { list: BookmarkPages; skeleton: ReactNode }) {
  const { fetchNextPage, isFetching, isFetchNextPageError, error } = list;
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: `0px 0px ${NEAR} 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isNear && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, isFetching, isFetchNextPageError, fetchNextPage]);

  return (
    <div ref={place}>
      {isFetchNextPageError ? (
        <Failure
          message={messageOf(error)}
          isOffline={error instanceof NetworkFailure}
          retry={() => void fetchNextPage()}
          isRetrying={isFetching}
        />
      ) : (
        <div role="status">
          <VisuallyHidden>Loading</VisuallyHidden>
          <div aria-hidden>{skeleton}</div>
        </div>
      )}
    </div>
  );
}
