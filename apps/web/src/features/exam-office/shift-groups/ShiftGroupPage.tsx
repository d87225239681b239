import { getShiftGroup, SHIFT_STUDENTS_PER_PAGE } from '@abhyas/contract/exam-office/results';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatDateTime, formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import table from '../../../ui/table.module.css';
import { PublishShifts } from './PublishShifts.tsx';
import type { ShiftGroup } from './shift-group.ts';
import { TakeApart } from './TakeApart.tsx';

/** /staff/shift_groups/{id}: the shifts of a test, and its students ranked over all shifts. */
export default function ShiftGroupPage() {
  const { id } = useParams({ from: '/staff/shift_groups/$id' });
  const role = useUser()?.membership?.role ?? null;
  const [page, setPage] = useState(0);
  const group = useCall(getShiftGroup, { id: Number(id), page }, { staleTime: 0, keepPrevious: true });
  const back = hasRight(role, 'tests.read')
    ? ({ link: { to: '/staff/shift_groups' }, label: 'Back to the tests in shifts' } as const)
    : ({ link: { to: '/staff/tests' }, label: 'Back to the tests' } as const);
  return (
    <>
      <PageTitle back={back}>{group.data?.name ?? 'Test in shifts'}</PageTitle>
      <Loaded query={group} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => (
          <>
            <div className={rows.bar}>
              <p className="text-14 text-ink-soft">
                {plural(data.papers.length, 'shift')}, {plural(data.appeared, 'student')} sat it
                {data.papers.some(({ is_over }) => !is_over) && '. The results can be published once every shift is over.'}
              </p>
              <span className={rows.actions}>
                {hasRight(role, 'tests.manage') && <TakeApart group={data} />}
                {hasRight(role, 'results.publish') && <PublishShifts group={data} />}
              </span>
            </div>
            <Shifts papers={data.papers} canOpen={hasRight(role, 'results.read')} />
            <Students group={data} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

function stateOf({ is_over, results_published_at, is_paper_published }: ShiftGroup['papers'][number]) {
  if (is_paper_published) return { text: 'Results and paper are out', tone: 'good' };
  if (results_published_at !== null) return { text: 'Results are out', tone: 'good' };
  return is_over ? { text: 'Not published', tone: 'warning' } : { text: 'Not over', tone: undefined };
}

function Shifts({ papers, canOpen }: { papers: ShiftGroup['papers']; canOpen: boolean }) {
  return (
    <ul className={rows.list}>
      {papers.map((paper, at) => {
        const badge = stateOf(paper);
        return (
          <li key={paper.id} className={rows.row} data-stacks>
            <span className={rows.main} data-bar="test">
              Shift {at + 1}: {paper.name}
              <span className="block text-14 font-regular text-ink-soft">
                {[
                  paper.opens_at && formatDateTime(paper.opens_at),
                  plural(paper.appeared, 'student'),
                  paper.best_score !== null && `best ${formatNumber(paper.best_score)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className={rows.actions}>
              <span className={rows.badge} data-tone={badge.tone}>
                {badge.text}
              </span>
              {canOpen && (
                <ButtonLink
                  to="/staff/tests/$id/results"
                  params={{ id: String(paper.id) }}
                  variant="default"
                  aria-label={`Results: ${paper.name}`}
                >
                  Results
                </ButtonLink>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const percentileInWords = (percentile: number | null): string => (percentile === null ? '–' : percentile.toFixed(7));

function Students({ group, page, onPage }: { group: ShiftGroup; page: number; onPage: (page: number) => void }) {
  const { students, subjects, papers, appeared } = group;
  const shiftOf = new Map(papers.map(({ id }, at) => [id, at + 1]));
  const pages = Math.max(1, Math.ceil(appeared / SHIFT_STUDENTS_PER_PAGE));
  if (appeared === 0)
    return (
      <section className={rows.section} style={{ marginTop: 32 }}>
        <h2>Students</h2>
        <p className="text-14 text-ink-soft">Nobody has finished yet. Ranks over all shifts appear here once somebody has.</p>
      </section>
    );
  return (
    <section className={`${card.card} ${rows.section}`} style={{ marginTop: 24 }} aria-labelledby="students">
      <h2 id="students">Students over all shifts</h2>
      <p className="text-14 text-ink-soft">
        By the percentile in their shift; ties are broken by the percentiles in {subjects.join(', ')}. A shift shows percentiles from 20
        students on.
      </p>
      <div className={table.scroll} style={{ marginTop: 16 }}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col" className={table.word}>
                Name
              </th>
              <th scope="col">Shift</th>
              <th scope="col">Score</th>
              <th scope="col">Percentile</th>
              {subjects.map((subject) => (
                <th key={subject} scope="col">
                  {subject}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map(({ id, name, given_id, paper_id, score, rank, percentile, subject_percentiles }) => (
              <tr key={`${paper_id}-${id}`}>
                <td>{formatNumber(rank)}</td>
                <td className={table.word}>
                  <Link to="/staff/students/$id" params={{ id: String(id) }}>
                    {name ?? 'Without a name'}
                  </Link>
                  {given_id !== null && <span className="block text-14 font-regular text-ink-soft">{given_id}</span>}
                </td>
                <td>{shiftOf.get(paper_id)}</td>
                <td>{formatNumber(score)}</td>
                <td>{percentileInWords(percentile)}</td>
                {subjects.map((subject, at) => (
                  <td key={subject}>{percentileInWords(subject_percentiles[at] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav className={rows.pages} aria-label="Pages">
          <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Back
          </Button>
          <span className="text-14 text-ink-soft">
            {formatNumber(page + 1)} of {formatNumber(pages)}
          </span>
          <Button variant="default" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            On
          </Button>
        </nav>
      )}
    </section>
  );
}
