import type { Answer } from '@abhyas/contract/endpoint';
import type { getMyProgressData } from '@abhyas/contract/practice/progress';
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { i18n } from '../platform/language.ts';
import { formatDuration, formatNumber, formatPercent } from '../ui/format.ts';
import classes from './WeekComparison.module.css';

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
      name: i18n.t('Questions'),
      value: formatNumber(now.total_attempted),
      before: hadAny ? formatNumber(before.total_attempted) : null,
      change: hadAny && now.total_attempted > before.total_attempted ? 1 : 0,
    },
    {
      name: i18n.t('Accuracy'),
      value: formatPercent(now.accuracy),
      before: before.accuracy === null ? null : formatPercent(before.accuracy),
      change: signOf(now.accuracy, before.accuracy),
    },
    {
      name: i18n.t('Time per question'),
      value: speed(now.avg_speed),
      before: before.avg_speed === null ? null : speed(before.avg_speed),
      change: signOf(now.avg_speed, before.avg_speed),
      isLowerBetter: true,
    },
  ];
}

/** This week's questions, accuracy and time per question, each beside those of another week. */
export function WeekComparison({ now, before, beforeWords = i18n.t('last week') }: { now: Week; before: Week; beforeWords?: string }) {
  return (
    <dl className={`${classes.figures} grid grid-cols-[repeat(3,minmax(0,auto))] justify-start gap-x-[clamp(20px,6vw,56px)] gap-y-4`}>
      {figuresOf(now, before).map(({ name, value, before: last, change, isLowerBetter = false }) => {
        const Icon = change > 0 ? IconArrowUp : IconArrowDown;
        const isBetter = change !== 0 && change > 0 !== isLowerBetter;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">
              {value}
              {change !== 0 && (
                <span className="ml-4 text-ink-soft align-[-2px] data-better:text-correct" data-better={isBetter || undefined}>
                  <Icon size={16} aria-hidden />
                  <VisuallyHidden>
                    {change > 0
                      ? i18n.t('more than {last} {beforeWords}', { last, beforeWords })
                      : i18n.t('less than {last} {beforeWords}', { last, beforeWords })}
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
