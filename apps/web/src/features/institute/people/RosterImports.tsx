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

/** Large rosters of the last days: how far the running one is, and what the others came to. */
export function RosterImports() {
  const { data } = useCall(getRosterImports, {}, { ownFailures: true });
  const imports = data?.imports ?? [];
  const running = imports.find(({ finished_at }) => finished_at === null);
  if (imports.length === 0) return null;
  return (
    <section className={rows.section}>
      <h2>Imported rosters</h2>
      {running && <RunningImport {...running} />}
      <ul className={rows.list}>{imports.map((each) => each.finished_at !== null && <FinishedImport key={each.id} {...each} />)}</ul>
    </section>
  );
}

function RunningImport({ done, row_count, created_at }: Import) {
  const { isError } = useCall(getRosterImports, {}, { refreshEvery: refreshMs, ownFailures: true });
  // Those who were added are in the list once it is done.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: [getPeople.route] }), []);
  const words = `${formatNumber(done)} of ${plural(row_count, 'row')}`;
  return (
    <div className={classes.running}>
      <progress max={row_count} value={done} aria-label="Import of the roster" aria-valuetext={words} />
      <p>
        <span className="tabular">{words}</span>
        <span className={rows.sub}>
          {isError
            ? 'The progress cannot be shown now; the import goes on.'
            : `Begun ${formatDateTime(created_at)}. It goes on without this page, and you are notified at the end.`}
        </span>
      </p>
    </div>
  );
}

function FinishedImport({ id, row_count, created_at, refused, invited, changed, ...counts }: Import) {
  const parts = [
    plural(counts.new, 'student') + ' added',
    changed > 0 && `${formatNumber(changed)} changed`,
    invited > 0 && `${formatNumber(invited)} invited`,
    refused > 0 && `${formatNumber(refused)} not taken`,
  ];
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        {plural(row_count, 'row')}, {formatDateTime(created_at)}
        <span className={rows.sub}>{parts.filter(Boolean).join(' · ')}</span>
      </span>
      {refused > 0 && (
        <Button
          component="a"
          variant="default"
          href={`/api${getRosterNotTaken.path.replace('{id}', String(id))}`}
          download
          leftSection={<IconDownload size={20} aria-hidden />}
          aria-label={`Rows not taken of the import of ${formatDateTime(created_at)}`}
        >
          Rows not taken
        </Button>
      )}
    </li>
  );
}
