import type { Answer } from '@abhyas/contract/endpoint';
import { getMyProgressData } from '@abhyas/contract/practice/progress';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../platform/queries.ts';
import { isTrainee, useUser } from '../platform/user.ts';
import { formatDuration, formatNumber, formatPercent } from '../ui/format.ts';
import layoutStyles from '../ui/layout.module.css';
import text from '../ui/text.module.css';
import classes from './WeekFigures.module.css';

type Week = Answer<typeof getMyProgressData>['current_week_data'];

interface Figure {
  name: string;
  value: string;
  /** Last week's figure; null if there is none. */
  before: string | null;
  /** Whether the figure rose (1), fell (-1) or stayed. */
  change: -1 | 0 | 1;
  isLowerBetter?: boolean;
}

const signOf = (now: number | null, before: number | null) =>
  now === null || before === null ? 0 : (Math.sign(now - before) as -1 | 0 | 1);

function figuresOf(now: Week, before: Week): Figure[] {
  const speed = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds));
  const hadAny = before.total_attempted > 0;
  return [
    {
      name: 'Questions',
      value: formatNumber(now.total_attempted),
      before: hadAny ? formatNumber(before.total_attempted) : null,
      change: hadAny && now.total_attempted > before.total_attempted ? 1 : 0,
    },
    {
      name: 'Accuracy',
      value: formatPercent(now.accuracy),
      before: before.accuracy === null ? null : formatPercent(before.accuracy),
      change: signOf(now.accuracy, before.accuracy),
    },
    {
      name: 'Time per question',
      value: speed(now.avg_speed),
      before: before.avg_speed === null ? null : speed(before.avg_speed),
      change: signOf(now.avg_speed, before.avg_speed),
      isLowerBetter: true,
    },
  ];
}

/** This week's questions, accuracy and time per question, each beside those of another week. */
export function WeekComparison({ now, before, beforeWords = 'last week' }: { now: Week; before: Week; beforeWords?: string }) {
  return (
    <dl className={classes.figures}>
      {figuresOf(now, before).map(({ name, value, before: last, change, isLowerBetter = false }) => {
        const Icon = change > 0 ? IconArrowUp : IconArrowDown;
        const isBetter = change !== 0 && change > 0 !== isLowerBetter;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">
              {value}
              {change !== 0 && (
                <span className={classes.change} data-better={isBetter || undefined}>
                  <Icon size={16} aria-hidden />
                  <VisuallyHidden>
                    {change > 0 ? 'more' : 'less'} than {beforeWords}
                  </VisuallyHidden>
                </span>
              )}
            </dd>
            <dd className={classes.before}>{last === null ? '\u00a0' : `${last} ${beforeWords}`}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const weekdayOf = (date: string) =>
  new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
const isSunday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0;

/**
 * The student's week in short for the home page, with a link to My Progress. Shows nothing if the student has not practised in these two
 * weeks, is in higher education, or if the call fails. Compares the same days of two weeks.
 */
export function WeekFigures() {
  const user = useUser();
  const isAsked = user !== null && isTrainee(user);
  const progress = useCall(getMyProgressData, {}, { enabled: isAsked, ownFailures: true });
  if (!isAsked || progress.isError) return null;
  if (!progress.data) return <Skeleton height={122} radius="lg" aria-hidden />;
  const { current_week_data, previous_week_data, same_days_data, today } = progress.data;
  if (current_week_data.total_attempted + previous_week_data.total_attempted === 0) return null;
  return (
    <section className={`${layoutStyles.panel} ${classes.card}`} aria-labelledby="this-week">
      <header className={`${layoutStyles.between} ${classes.head}`}>
        <h2 id="this-week">This week</h2>
        <Link to="/my_progress" className={`${layoutStyles.inline} ${text.labelMedium} ${classes.more}`}>
          My Progress
          <IconChevronRight size={18} aria-hidden />
        </Link>
      </header>
      <WeekComparison
        now={current_week_data}
        before={same_days_data}
        beforeWords={isSunday(today) ? 'last week' : `by ${weekdayOf(today)} last week`}
      />
    </section>
  );
}
