import { IconHourglassHigh, IconPlayerSkipForward, IconX, type TablerIcon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { hasAccount, useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatNumber, plural } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import text from '../../../ui/text.module.css';
import classes from './NextActions.module.css';
import { mostlyIn } from './report-facts.ts';
import type { Insights, ReportData } from './reports.queries.ts';

interface Next {
  key: string;
  Icon: TablerIcon;
  color: string;
  title: string;
  detail: string;
  button: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

const improvements = '/improvements/$id/$type';

const minutesOf = (seconds: number) => `${formatNumber(Math.max(1, Math.round(seconds / 60)))} min`;

/** The next actions that have questions, in this order, each with the marks that it is worth. */
function nextOf(id: string, data: ReportData, { wrong, slow, skipped_late }: Insights['actions']): Next[] {
  const counts = [wrong, slow, skipped_late].map(({ question_ids }) => question_ids.length) as [number, number, number];
  // The number of wrong answers whose keys another test withholds: they count above, and cannot be redone yet.
  const waiting = data.withheld_count > 0 ? Math.max(0, (data.overview.at(-1)?.incorrect ?? 0) - counts[0]) : 0;
  const where = (ids: readonly number[]) => {
    const most = ids.length > 1 ? mostlyIn(data, ids) : null;
    return most ? ` ${most.count === ids.length ? 'All' : formatNumber(most.count)} in ${most.name}.` : '';
  };
  const improve = (type: string) => ({ to: improvements, params: { id, type } }) as const;
  const next: Next[] = [
    {
      key: 'wrong',
      Icon: IconX,
      color: 'var(--incorrect)',
      title:
        waiting > 0 ? `${formatNumber(counts[0] + waiting)} wrong` : `${formatNumber(counts[0])} wrong, ${plural(wrong.marks, 'mark')}`,
      detail: `${waiting > 0 ? `${formatNumber(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for the answers of another test. The others: ` : ''}${formatNumber(wrong.marks - wrong.taken_off)} not won${wrong.taken_off > 0 ? ` and ${formatNumber(wrong.taken_off)} taken off` : ''}.${where(wrong.question_ids)}`,
      button: `Redo ${formatNumber(counts[0])}`,
      link: improve('incorrect'),
    },
    {
      key: 'slow',
      Icon: IconHourglassHigh,
      color: 'var(--warning)',
      title: `${formatNumber(counts[1])} slow`,
      detail: `More than twice as long as usual: ${minutesOf(slow.seconds)} in all.${where(slow.question_ids)}`,
      button: `Review ${formatNumber(counts[1])}`,
      link: { to: '/test/$id', params: { id }, search: { review: true, only: 'slow' } },
    },
    {
      key: 'skipped_late',
      Icon: IconPlayerSkipForward,
      color: 'var(--ink-soft)',
      title: `${formatNumber(counts[2])} skipped late`,
      detail: `Left after a long look: ${minutesOf(skipped_late.seconds)} in all. Worth up to ${plural(skipped_late.marks, 'mark')}.`,
      button: `Try ${formatNumber(counts[2])}`,
      link: improve('late_skip'),
    },
  ];
  return next.filter((_next, at) => (counts[at] ?? 0) > 0);
}

/** The three things to do after a test; the button of the first is filled. */
export function NextActions({ id, data, insights }: { id: string; data: ReportData; insights: Insights }) {
  const user = useUser();
  // Improvements belong to the account, and an institute's code does not open them.
  const next = nextOf(id, data, insights.actions).filter(({ link }) => link.to !== improvements || (user && hasAccount(user)));
  if (next.length === 0) return null;
  const { count, score } = insights.without_rushed;
  const gained = score - (data.overview.at(-1)?.total ?? score);
  return (
    <section className={classes.root} aria-label="What next">
      <ul className={`${layoutStyles.stack16} ${classes.list}`}>
        {next.map(({ key, Icon, color, title, detail, button, link }, at) => (
          <li key={key} className={`${card.card} ${layoutStyles.sides} ${classes.action}`}>
            <div>
              <h3 className={layoutStyles.row8}>
                <Icon size={20} color={color} aria-hidden /> {title}
              </h3>
              <p className={`${text.soft} ${classes.detail}`}>{detail}</p>
            </div>
            <ButtonLink {...link} variant={at === 0 ? 'filled' : 'default'} className={`${layoutStyles.onScreen} ${classes.button}`}>
              {button}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {count > 0 && gained > 0 && (
        <p className={classes.whatIf}>
          Without the {plural(count, 'rushed mistake')} the score would be <strong>{formatNumber(score)}</strong>, {plural(gained, 'mark')}{' '}
          more
          {rankWithout(data, score)}.
        </p>
      )}
    </section>
  );
}

function rankWithout({ standing, score_rank_hash }: ReportData, score: number): string {
  const rank = score_rank_hash.find((row) => row.score === score)?.rank;
  return standing && rank !== undefined && rank < standing.rank ? `, and the rank ${formatNumber(rank)}` : '';
}
