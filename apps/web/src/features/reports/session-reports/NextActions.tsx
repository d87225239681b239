import { Trans } from '@lingui/react';
import { IconHourglassHigh, IconPlayerSkipForward, IconX, type TablerIcon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { hasAccount, useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
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

const minutesOf = (seconds: number) => i18n.t('{minutes} min', { minutes: formatNumber(Math.max(1, Math.round(seconds / 60))) });

const waitingWords = (waiting: number) =>
  i18n.t('{waiting, plural, one {# waits} other {# wait}} for the answers of another test. The others:', { waiting });

function lostWords({ marks, taken_off }: Insights['actions']['wrong']): string {
  const values = { won: formatNumber(marks - taken_off), taken_off: formatNumber(taken_off) };
  return taken_off > 0 ? i18n.t('{won} not won and {taken_off} taken off.', values) : i18n.t('{won} not won.', values);
}

/** The next actions that have questions, in this order, each with the marks that it is worth. */
function nextOf(id: string, data: ReportData, { wrong, slow, skipped_late }: Insights['actions']): Next[] {
  const counts = [wrong, slow, skipped_late].map(({ question_ids }) => question_ids.length) as [number, number, number];
  // The number of wrong answers whose keys another test withholds: they count above, and cannot be redone yet.
  const waiting = data.withheld_count > 0 ? Math.max(0, (data.overview.at(-1)?.incorrect ?? 0) - counts[0]) : 0;
  const where = (ids: readonly number[]) => {
    const most = ids.length > 1 ? mostlyIn(data, ids) : null;
    if (!most) return '';
    const subject = i18n.t(most.name);
    return most.count === ids.length
      ? i18n.t('All in {subject}.', { subject })
      : i18n.t('{count} in {subject}.', { count: formatNumber(most.count), subject });
  };
  const improve = (type: string) => ({ to: improvements, params: { id, type } }) as const;
  const next: Next[] = [
    {
      key: 'wrong',
      Icon: IconX,
      color: 'var(--incorrect)',
      title:
        waiting > 0
          ? i18n.t('{count} wrong', { count: formatNumber(counts[0] + waiting) })
          : i18n.t('{count} wrong, {marks, plural, one {# mark} other {# marks}}', {
              count: formatNumber(counts[0]),
              marks: wrong.marks,
            }),
      detail: [waiting > 0 && waitingWords(waiting), lostWords(wrong), where(wrong.question_ids)].filter(Boolean).join(' '),
      button: i18n.t('Redo {count}', { count: formatNumber(counts[0]) }),
      link: improve('incorrect'),
    },
    {
      key: 'slow',
      Icon: IconHourglassHigh,
      color: 'var(--warning)',
      title: i18n.t('{count} slow', { count: formatNumber(counts[1]) }),
      detail: [
        i18n.t('More than twice as long as usual: {time} in all.', { time: minutesOf(slow.seconds) }),
        where(slow.question_ids),
      ].join(' '),
      button: i18n.t('Review {count}', { count: formatNumber(counts[1]) }),
      link: { to: '/test/$id', params: { id }, search: { review: true, only: 'slow' } },
    },
    {
      key: 'skipped_late',
      Icon: IconPlayerSkipForward,
      color: 'var(--ink-soft)',
      title: i18n.t('{count} skipped late', { count: formatNumber(counts[2]) }),
      detail: i18n.t('Left after a long look: {time} in all. Worth up to {marks, plural, one {# mark} other {# marks}}.', {
        time: minutesOf(skipped_late.seconds),
        marks: skipped_late.marks,
      }),
      button: i18n.t('Try {count}', { count: formatNumber(counts[2]) }),
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
    <section className="mb-40 print:mb-16" aria-label={i18n.t('What next')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16 max-48:grid-cols-[1fr] max-48:gap-0 max-48:border max-48:border-line max-48:rounded-card max-48:bg-surface">
        {next.map(({ key, Icon, color, title, detail, button, link }, at) => (
          <li key={key} className={`${card.card} flex justify-between gap-16 ${classes.action}`}>
            <div>
              <h3 className="flex items-center gap-8">
                <Icon size={20} color={color} aria-hidden /> {title}
              </h3>
              <p className="mt-6 text-14 leading-text text-ink-soft">{detail}</p>
            </div>
            <ButtonLink
              {...link}
              variant={at === 0 ? 'filled' : 'default'}
              className={`max-48:flex-none max-48:w-112 max-48:px-8 print:hidden! ${classes.button}`}
            >
              {button}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {count > 0 && gained > 0 && (
        <p className="mt-16 leading-reading">
          <Trans
            id="Without the {count, plural, one {# rushed mistake} other {# rushed mistakes}} the score would be <0>{score}</0>, {gained, plural, one {# mark} other {# marks}} more{rank, select, none {} other {, and the rank {rank}}}."
            components={{ 0: <strong /> }}
            values={{ count, score: formatNumber(score), gained, rank: rankWithout(data, score) ?? 'none' }}
          />
        </p>
      )}
    </section>
  );
}

function rankWithout({ standing, score_rank_hash }: ReportData, score: number): string | null {
  const rank = score_rank_hash.find((row) => row.score === score)?.rank;
  return standing && rank !== undefined && rank < standing.rank ? formatNumber(rank) : null;
}
