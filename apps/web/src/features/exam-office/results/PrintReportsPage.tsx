import { getPaperReports } from '@abhyas/contract/exam-office/results';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { IconPrinter, IconReport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import table from '../../../ui/table.module.css';
import classes from './PrintReports.module.css';

type Page = Answer<typeof getPaperReports>;
type Report = Page['reports'][number];

/** /staff/tests/{id}/reports: the reports of all students, one printed page for each student. */
export default function PrintReportsPage() {
  const { id } = useParams({ from: '/staff/tests/$id/reports' });
  const query = useInfiniteQuery({
    queryKey: [getPaperReports.route, id],
    queryFn: ({ pageParam, signal }) => call(getPaperReports, { id: Number(id), page: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more }, _pages, page) => (has_more ? page + 1 : null),
    staleTime: 0,
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const [first] = query.data?.pages ?? [];
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/tests/$id/results', params: { id } }, label: 'Back to the results' }}>
        {first ? `Reports: ${first.paper.name}` : 'Reports'}
      </PageTitle>
      <Loaded query={query} skeleton={<Skeleton height={320} radius="lg" />}>
        {({ pages }) => {
          const reports = pages.flatMap((page) => page.reports);
          const [head] = pages;
          if (!head || reports.length === 0)
            return (
              <EmptyState icon={<IconReport size={26} />} title="Nobody has finished yet.">
                A report of each student appears here once somebody has.
              </EmptyState>
            );
          return (
            <>
              <div className={`${rows.bar} print:hidden!`}>
                <p className="text-14 text-ink-soft" role="status">
                  {hasNextPage
                    ? `${formatNumber(reports.length)} of ${formatNumber(head.paper.appeared)} reports are here, more are coming …`
                    : `${plural(reports.length, 'report')}, a page each. Print them, or save them as one PDF in the window for printing.`}
                </p>
                <Button leftSection={<IconPrinter size={18} />} disabled={hasNextPage} onClick={() => window.print()}>
                  Print all
                </Button>
              </div>
              {isFetchNextPageError && (
                <div className="print:hidden!">
                  <AlertLine>The other reports did not come. {messageOf(query.error)}</AlertLine>
                  <Button variant="default" onClick={() => void fetchNextPage()}>
                    Try again
                  </Button>
                </div>
              )}
              <ol className="grid grid-cols-1 gap-16 max-w-760 print:block print:max-w-none">
                {reports.map((report) => (
                  <StudentReport key={report.student_id} report={report} head={head} />
                ))}
              </ol>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const share = ({ score, max_score }: Report['subjects'][number]) => (max_score === 0 ? 0 : score / max_score);

/** The best subject, and the subject with the most marks still to win. */
function findingOf({ subjects }: Report): string {
  if (subjects.length < 2) return '';
  const best = subjects.toSorted((a, b) => share(b) - share(a))[0];
  const most = subjects.toSorted((a, b) => b.max_score - b.score - (a.max_score - a.score))[0];
  const won = best && best.score > 0 ? `${best.name} went best. ` : '';
  return most && most.name !== best?.name
    ? `${won}Most marks are to be won in ${most.name}: ${formatNumber(most.max_score - most.score)}.`
    : won.trim();
}

function StudentReport({ report, head }: { report: Report; head: Page }) {
  const { name, given_id, rank, percentile, score, max_score, correct, incorrect, unattempted, subjects } = report;
  const whole = { name: 'Total', score, max_score, correct, incorrect, unattempted };
  return (
    <li className={`border border-line rounded-card bg-surface ${classes.report}`}>
      <p className="text-14 text-ink-soft">
        {[head.institute_name, head.paper.name, head.held_at && formatDate(head.held_at)].filter(Boolean).join(' · ')}
      </p>
      <h2>
        {name ?? 'Without a name'}
        {given_id !== null && <small> {given_id}</small>}
      </h2>
      <dl className={`grid gap-16 ${classes.figures}`}>
        <div>
          <dt>Score</dt>
          <dd>
            {formatNumber(score)} / {formatNumber(max_score)}
          </dd>
        </div>
        <div>
          <dt>Rank</dt>
          <dd>
            {formatNumber(rank)} of {formatNumber(head.paper.appeared)}
          </dd>
        </div>
        <div>
          <dt>Percentile</dt>
          <dd>{percentile === null ? '–' : percentile.toFixed(2)}</dd>
        </div>
        <div>
          <dt>Best score</dt>
          <dd>{head.best_score === null ? '–' : formatNumber(head.best_score)}</dd>
        </div>
      </dl>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col" className={table.word}>
                Subject
              </th>
              <th scope="col">Score</th>
              <th scope="col">Correct</th>
              <th scope="col">Incorrect</th>
              {/* The soft hyphen keeps the table within a small phone. */}
              <th scope="col">Unat&shy;tempted</th>
            </tr>
          </thead>
          <tbody>
            {[...subjects, whole].map((part) => (
              <tr key={part.name}>
                <th scope="row" className={table.word}>
                  {part.name}
                </th>
                <td className="whitespace-nowrap">
                  {formatNumber(part.score)} / {formatNumber(part.max_score)}
                </td>
                <td>{formatNumber(part.correct)}</td>
                <td>{formatNumber(part.incorrect)}</td>
                <td>{formatNumber(part.unattempted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-16">{findingOf(report)}</p>
    </li>
  );
}
