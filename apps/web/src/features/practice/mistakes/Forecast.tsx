import { VisuallyHidden } from '@mantine/core';
import { formatNumber } from '../../../ui/format.ts';
import type { MistakeBook } from './mistakes.queries.ts';
import classes from './MistakesPage.module.css';

const weekday = (date: string, length: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-IN', { weekday: length, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The finding in words: how many come back, and when most do. */
function findingOf(forecast: MistakeBook['forecast']): string {
  const sum = forecast.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return 'nothing comes back';
  const most = Math.max(...forecast.map(({ count }) => count));
  const at = forecast.findIndex(({ count }) => count === most);
  const day = at === 0 ? 'today' : `on ${weekday(forecast[at]?.date ?? '', 'long')}`;
  return most === sum ? `${formatNumber(sum)} come back, all ${day}` : `${formatNumber(sum)} come back, most ${day}`;
}

/** The seven days ahead as bars with their numbers; the same as a table for who does not see them. */
export function Forecast({ forecast }: Pick<MistakeBook, 'forecast'>) {
  const most = Math.max(1, ...forecast.map(({ count }) => count));
  return (
    <figure className={classes.forecast}>
      <figcaption>
        Seven days: <strong>{findingOf(forecast)}</strong>
      </figcaption>
      <div className={classes.bars} aria-hidden>
        {forecast.map(({ date, count }, at) => (
          <div key={date} className={classes.day} data-today={at === 0 || undefined}>
            <span className="tabular">{count > 0 ? formatNumber(count) : ''}</span>
            <span className={classes.bar} style={{ blockSize: `${Math.round((64 * count) / most)}px` }} />
            <span className={classes.dayName}>{at === 0 ? 'Today' : weekday(date, 'short')}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Questions that fall due</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Questions</th>
            </tr>
          </thead>
          <tbody>
            {forecast.map(({ date, count }, at) => (
              <tr key={date}>
                <th scope="row">{at === 0 ? 'Today' : weekday(date, 'long')}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
