import { getPeople, getRosterImports, getRosterNotTaken } from '@abhyas/contract/institute/people';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { queryClient, useCall } from '../../../platform/queries.ts';
import { formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import classes from './PeoplePage.module.css';

type Import = Answer<typeof getRosterImports>['imports'][number];

const refreshMs = 2000;

/** How far the import of a large roster is; nothing while none runs. */
export function RunningRoster() {
  const { data } = useCall(getRosterImports, {}, { ownFailures: true });
  const running = data?.imports.find(({ finished_at }) => finished_at === null);
  return running ? <RunningImport {...running} /> : null;
}

/** The outcomes of the large rosters of the last days. */
export function FinishedRosters() {
  const { data } = useCall(getRosterImports, {}, { ownFailures: true });
  const finished = data?.imports.filter(({ finished_at }) => finished_at !== null) ?? [];
  if (finished.length === 0) return null;
  return (
    <section className={rows.section}>
      <h2>Imported rosters</h2>
      <ul className={rows.list}>
        {finished.map((each) => (
          <FinishedImport key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}

function RunningImport({ done, row_count, created_at }: Import) {
  const { isError } = useCall(getRosterImports, {}, { refreshEvery: refreshMs, ownFailures: true });
  // Those who were added are in the list once it is done.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: [getPeople.route] }), []);
  const words = `${formatNumber(done)} of ${plural(row_count, 'row')}`;
  return (
    <section className={`${classes.running} grid gap-8 pt-8 pb-16`} aria-label="Import of a roster">
      <progress max={row_count} value={done} aria-label="Import of the roster" aria-valuetext={words} />
      <p>
        <span className="tabular">Importing a roster: {words}</span>
        <span className="block text-14 font-regular text-ink-soft">
          {isError
            ? 'The progress cannot be shown now; the import goes on.'
            : `Begun ${formatDateTime(created_at)}. It goes on without this page, and you are notified at the end.`}
        </span>
      </p>
    </section>
  );
}

function FinishedImport({ id, row_count, created_at, refused, invited, changed, ...counts }: Import) {
  const parts = [
    counts.new > 0 && `${plural(counts.new, 'student')} added`,
    changed > 0 && `${formatNumber(changed)} changed`,
    invited > 0 && `${formatNumber(invited)} invited`,
    refused > 0 && `${formatNumber(refused)} not taken`,
  ];
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        {plural(row_count, 'row')}, {formatDateTime(created_at)}
        <span className="block text-14 font-regular text-ink-soft">{parts.filter(Boolean).join(' · ')}</span>
      </span>
      {refused > 0 && (
        <Button
          component="a"
          variant="default"
          href={`/api${getRosterNotTaken.path.replace('{id}', String(id))}`}
          download
          leftSection={<IconDownload size={20} aria-hidden />}
          aria-label={`Rows that were not imported on ${formatDateTime(created_at)}`}
        >
          Rows not taken
        </Button>
      )}
    </li>
  );
}
