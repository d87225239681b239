import { getAuditLog } from '@abhyas/contract/institute/audit';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { actInWords, changesOf } from './act-words.ts';

type Entry = Answer<typeof getAuditLog>['entries'][number];

/** /staff/audit: who did what, when and why. The log cannot be changed. */
export default function AuditPage() {
  const log = useInfiniteQuery({
    queryKey: [getAuditLog.route],
    queryFn: ({ pageParam, signal }) => call(getAuditLog, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, has_more }) => (has_more ? (entries.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
  return (
    <>
      <PageTitle>Log</PageTitle>
      <Loaded query={log} skeleton={[1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height={72} mb={2} />)}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <EmptyState icon={<IconHistory size={26} />} title="Nothing yet">
              Every change by staff appears here: who, when, what, and why.
            </EmptyState>
          ) : (
            <ul className={rows.list}>
              {entries.map((entry) => (
                <Line key={entry.id} entry={entry} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {log.isFetchNextPageError && <AlertLine>{messageOf(log.error)}</AlertLine>}
      {log.hasNextPage && (
        <div className={rows.pages}>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
    </>
  );
}

function Line({ entry: { at, name, role, what, object, reason, before, after } }: { entry: Entry }) {
  // A new name is left out, because the sentence already contains the name of the object.
  const changes = changesOf(before, after).filter(({ from, to }) => object === null || from !== null || to !== object);
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        {name ?? (role === 'operator' ? 'The operator' : 'A former member')} {actInWords(what, object)}.
        <span className="block text-14 font-regular text-ink-soft">
          {formatDateTime(at)} · {role.replaceAll('_', ' ')}
          {reason !== null && ` · “${reason}”`}
        </span>
        {changes.length > 0 && (
          <span className="block text-14 font-regular text-ink-soft">
            {changes.map(({ field, from, to }) => `${field}: ${[from, to].filter((value) => value !== null).join(' → ')}`).join('; ')}
          </span>
        )}
      </span>
    </li>
  );
}
