import { i18n } from '../../../platform/language.ts';
import { IconCheck, IconMoon } from '@tabler/icons-react';
import type { Plan } from './plan.queries.ts';
import classes from './TodayCard.module.css';

const words = {
  full: /*i18n*/ 'goal reached',
  half: /*i18n*/ 'practised',
  rest: /*i18n*/ 'day of rest',
  none: /*i18n*/ 'not practised',
  ahead: /*i18n*/ 'to come',
};
const dayName = (date: string, weekday: 'long' | 'narrow') =>
  new Intl.DateTimeFormat(i18n.locale, { weekday, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The week in seven dots, which differ in shape as well as colour. */
export function WeekDots({ week }: { week: Plan['week'] }) {
  return (
    <ol className={`grid grid-cols-[repeat(7,1fr)] gap-4 max-w-244 below-62:max-w-none ${classes.week}`} aria-label={i18n.t('This week')}>
      {week.map(({ date, state, is_today }) => (
        <li key={date} data-today={is_today || undefined}>
          <span
            className={`grid place-items-center size-24 border-2 border-line rounded-[50%] text-ink-soft data-[state=full]:border-accent-fill data-[state=full]:bg-accent-fill data-[state=full]:text-white ${classes.dot}`}
            data-state={state}
            data-today={is_today || undefined}
            role="img"
            aria-label={`${dayName(date, 'long')}: ${i18n.t(words[state])}`}
          >
            {state === 'full' && <IconCheck size={14} stroke={3} aria-hidden />}
            {state === 'rest' && <IconMoon size={14} aria-hidden />}
          </span>
          <span aria-hidden>{dayName(date, 'narrow')}</span>
        </li>
      ))}
    </ol>
  );
}
