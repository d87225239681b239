import { VisuallyHidden } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import cards from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import { dayAfter, dayIn, type Progress } from './progress-words.ts';
import classes from './ProgressPage.module.css';

const WEEKS = 12;
const weekdays = [/*i18n*/ 'Mon', /*i18n*/ 'Tue', /*i18n*/ 'Wed', /*i18n*/ 'Thu', /*i18n*/ 'Fri', /*i18n*/ 'Sat', /*i18n*/ 'Sun'];

/** Monday of the day's week. */
const mondayOf = (day: string) => dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The shade of a day's square, in three steps. */
const fullness = (attempted: number) => (attempted === 0 ? 0 : attempted < 10 ? 1 : attempted < 30 ? 2 : 3);

interface Props {
  days: Progress['practised_days'];
  today: string;
  streak: number;
}

/** Twelve weeks of days, shaded by the amount of practice; screen readers get a list. */
export function PracticeCalendar({ days, today, streak }: Props) {
  const attempted = new Map(days.map(({ date, total_attempted }) => [date, total_attempted]));
  const first = dayAfter(mondayOf(today), -7 * (WEEKS - 1));
  const weeks = Array.from({ length: WEEKS }, (_, week) => dayAfter(first, 7 * week));
  return (
    <section className={cards.card} aria-labelledby="calendar">
      <h2 id="calendar" className="text-16 leading-text">
        {i18n.t('Days practised')}
      </h2>
      <p className="mt-4 mb-16 text-14 text-ink-soft">
        {days.length === 0
          ? i18n.t('No day in the last twelve weeks.')
          : streak > 1
            ? i18n.t('{count, plural, one {# day} other {# days}} in the last twelve weeks, {streak} in a row up to now.', {
                count: days.length,
                streak: formatNumber(streak),
              })
            : i18n.t('{count, plural, one {# day} other {# days}} in the last twelve weeks.', { count: days.length })}
      </p>
      <div className="grid grid-cols-[32px_repeat(12,minmax(0,20px))] gap-4" aria-hidden>
        <span />
        {weeks.map((monday, at) => (
          <span key={monday} className="text-12 leading-chip text-ink-soft whitespace-nowrap">
            {at === 0 || dayIn('month', monday) !== dayIn('month', dayAfter(monday, -7)) ? dayIn('month', monday) : ''}
          </span>
        ))}
        {weekdays.map((weekday, row) => [
          <span key={weekday} className="text-12 leading-chip text-ink-soft whitespace-nowrap">
            {row % 2 === 0 ? i18n.t(weekday) : ''}
          </span>,
          ...weeks.map((monday) => {
            const day = dayAfter(monday, row);
            const count = attempted.get(day) ?? 0;
            return day > today ? (
              <span key={day} />
            ) : (
              <span
                key={day}
                className={classes.square}
                data-fullness={fullness(count)}
                data-today={day === today || undefined}
                title={`${dayIn('date', day)}: ${count === 0 ? i18n.t('nothing') : i18n.t('{count, plural, one {# question} other {# questions}}', { count })}`}
              />
            );
          }),
        ])}
      </div>
      <p className={`flex flex-wrap items-center text-12 text-ink-soft ${classes.legend}`} aria-hidden>
        <span className={classes.square} data-fullness={1} /> 1–9
        <span className={classes.square} data-fullness={2} /> 10–29
        <span className={classes.square} data-fullness={3} /> {i18n.t('30+ questions')}
      </p>
      <VisuallyHidden>
        <ul>
          {days.map(({ date, total_attempted }) => (
            <li key={date}>
              {i18n.t('{date}: {total_attempted, plural, one {# question} other {# questions}}', {
                date: dayIn('date', date),
                total_attempted,
              })}
            </li>
          ))}
        </ul>
      </VisuallyHidden>
    </section>
  );
}
