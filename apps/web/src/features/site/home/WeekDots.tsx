import { IconCheck, IconMoon } from '@tabler/icons-react';
import type { Plan } from './plan.queries.ts';
import layout from '../../../ui/layout.module.css';
import classes from './TodayCard.module.css';

const letters = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const words = { full: 'goal reached', half: 'practised', rest: 'day of rest', none: 'not practised', ahead: 'to come' };

/** The week in seven dots, which differ in shape as well as colour. */
export function WeekDots({ week }: { week: Plan['week'] }) {
  return (
    <ol className={`${layout.stack4} ${classes.week}`} aria-label="This week">
      {week.map(({ date, state, is_today }, at) => (
        <li key={date} data-today={is_today || undefined}>
          <span
            className={`${layout.centre} ${classes.dot}`}
            data-state={state}
            data-today={is_today || undefined}
            role="img"
            aria-label={`${names[at]}: ${words[state]}`}
          >
            {state === 'full' && <IconCheck size={14} stroke={3} aria-hidden />}
            {state === 'rest' && <IconMoon size={14} aria-hidden />}
          </span>
          <span aria-hidden>{letters[at]}</span>
        </li>
      ))}
    </ol>
  );
}
