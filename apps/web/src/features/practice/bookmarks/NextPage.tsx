import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { Failure } from '../../../ui/Failure.tsx';
import type { BookmarkPages } from './bookmarks.queries.ts';

/** The next page loads when the end of the list is this near. */
const NEAR = '200px';

/** Shown below the questions while there are more; loads the next page in time. */
export function NextPage({ list, skeleton }: { list: BookmarkPages; skeleton: ReactNode }) {
  const { fetchNextPage, isFetching, isFetchNextPageError, error } = list;
  const place = useRef<HTMLDivElement>(null);

  // After each page a new observer is made, because the list has grown: the former observer would fetch a second page.
  useEffect(() => {
    const element = place.current;
    if (!element || isFetching || isFetchNextPageError) return;
    const observer = new IntersectionObserver(([entry]) => void (entry?.isIntersecting && fetchNextPage()), {
      rootMargin: `0px 0px ${NEAR} 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);

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
          <VisuallyHidden>{i18n.t('Loading')}</VisuallyHidden>
          <div aria-hidden>{skeleton}</div>
        </div>
      )}
    </div>
  );
}
