import { Link } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import classes from './Leaderboard.module.css';
import type { Entry, ReportData } from './reports.queries.ts';

/** Lines of a leaderboard; the student's own line is highlighted and labelled. */
export function LeaderboardRows({ entries, studentId, start }: { entries: readonly Entry[]; studentId: number; start?: number }) {
  return (
    <ol className={layoutStyles.list} start={start}>
      {entries.map(({ rank, name, total, student_id }) => (
        <li
          key={student_id}
          className={`${layoutStyles.row16} ${classes.row}`}
          aria-current={student_id === studentId ? 'true' : undefined}
        >
          <span className={classes.rank}>{formatNumber(rank)}</span>
          <span className={`${layoutStyles.fill} ${classes.name}`}>{student_id === studentId ? i18n.t('You') : name}</span>
          <span className={textStyles.figure}>{formatNumber(total)}</span>
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
        <p className={classes.gap} aria-hidden>
          …
        </p>
      )}
      {rest.length > 0 && <LeaderboardRows entries={rest} studentId={data.student.id} />}
      {data.bottom_list.length === 0 && data.standing && (
        <p className={classes.note}>
          {i18n.t('This attempt would have had the rank {rank} of {appeared}.', {
            rank: formatNumber(data.standing.rank),
            appeared: formatNumber(data.standing.appeared),
          })}
        </p>
      )}
      <p className={`${layoutStyles.onScreen} ${classes.all}`}>
        <Link to="/leaderboard/$id" params={{ id }}>
          {i18n.t('View All')}
        </Link>
      </p>
    </div>
  );
}
