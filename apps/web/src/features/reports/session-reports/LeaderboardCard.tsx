import { Link } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import classes from './Leaderboard.module.css';
import type { Entry, ReportData } from './reports.queries.ts';

/** Lines of a leaderboard; the student's own line is highlighted and labelled. */
export function LeaderboardRows({ entries, studentId, start }: { entries: readonly Entry[]; studentId: number; start?: number }) {
  return (
    <ol className="list-none" start={start}>
      {entries.map(({ rank, name, total, student_id }) => (
        <li
          key={student_id}
          className="flex items-center gap-16 min-h-48 -mx-16 px-16 rounded-control aria-[current]:bg-accent-soft aria-[current]:font-bold"
          aria-current={student_id === studentId ? 'true' : undefined}
        >
          <span className="min-w-56 text-ink-soft tabular">{formatNumber(rank)}</span>
          <span className="flex-1 min-w-0 truncate">{student_id === studentId ? i18n.t('You') : name}</span>
          <span className="font-bold tabular">{formatNumber(total)}</span>
        </li>
      ))}
    </ol>
  );
}

const listed = 3;

/** The first three students, then the student with the neighbouring ranks; nobody is listed twice. */
export function shortList(top: readonly Entry[], around: readonly Entry[]): { first: Entry[]; rest: Entry[]; hasGap: boolean } {
  const first = top.slice(0, around.length > 0 ? listed : undefined);
  const rest = around.filter(({ student_id }) => !first.some((entry) => entry.student_id === student_id));
  const second = top[first.length];
  const hasGap = rest.length > 0 && second !== undefined && rest[0]?.student_id !== second.student_id;
  return { first, rest, hasGap };
}

/** A short leaderboard with a link to the whole one. */
export function LeaderboardCard({ id, data }: { id: string; data: ReportData }) {
  const top = data.top_list.find(({ subject_id }) => subject_id === null)?.entries ?? [];
  const { first, rest, hasGap } = shortList(top, data.bottom_list);
  return (
    <div className={`${card.card} ${classes.short}`}>
      <LeaderboardRows entries={first} studentId={data.student.id} />
      {hasGap && (
        <p className="leading-none text-ink-soft" aria-hidden>
          …
        </p>
      )}
      {rest.length > 0 && <LeaderboardRows entries={rest} studentId={data.student.id} />}
      {data.bottom_list.length === 0 && data.standing && (
        <p className="py-12 text-ink-soft">
          {i18n.t('This attempt would have had the rank {rank} of {appeared}.', {
            rank: formatNumber(data.standing.rank),
            appeared: formatNumber(data.standing.appeared),
          })}
        </p>
      )}
      <p className={`print:hidden! ${classes.all}`}>
        <Link to="/leaderboard/$id" params={{ id }}>
          {i18n.t('View All')}
        </Link>
      </p>
    </div>
  );
}
