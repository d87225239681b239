import { VisuallyHidden } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';
import type { MistakeBook } from './mistakes.queries.ts';
import classes from './MistakesPage.module.css';

const weekday = (date: string, length: 'short' | 'long') =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: length, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The forecast in words: how many questions become due, and on which day the most. */
function findingOf(forecast: MistakeBook['forecast']): string {
  const sum = forecast.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return i18n.t('nothing comes back');
  const most = Math.max(...forecast.map(({ count }) => count));
  const at = forecast.findIndex(({ count }) => count === most);
  const values = { sum: formatNumber(sum), day: weekday(forecast[at]?.date ?? '', 'long') };
  if (at === 0) return most === sum ? i18n.t('{sum} come back, all today', values) : i18n.t('{sum} come back, most today', values);
  return most === sum ? i18n.t('{sum} come back, all on {day}', values) : i18n.t('{sum} come back, most on {day}', values);
}

/** The next seven days as a sentence that unfolds to a bar chart with numbers; screen readers get a table. */
export function Forecast({ forecast }: Pick<MistakeBook, 'forecast'>) {
  const most = Math.max(1, ...forecast.map(({ count }) => count));
  return (
    <details className={`${classes.forecast} w-full max-w-480 text-14`}>
      <summary>{i18n.t('Seven days: {forecast}', { forecast: findingOf(forecast) })}</summary>
      <div className="grid grid-cols-7 items-end gap-8 min-h-112 max-36:gap-4" aria-hidden>
        {forecast.map(({ date, count }, at) => (
          <div key={date} className={`grid gap-4 text-14 font-semibold ${classes.day}`} data-today={at === 0 || undefined}>
            <span className="tabular">{count > 0 ? formatNumber(count) : ''}</span>
            <span className={classes.bar} style={{ blockSize: `${Math.round((64 * count) / most)}px` }} />
            <span className={`text-12 text-ink-soft ${classes.dayName}`}>{at === 0 ? i18n.t('Today') : weekday(date, 'short')}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{i18n.t('Questions that fall due')}</caption>
          <thead>
            <tr>
              <th scope="col">{i18n.t('Day')}</th>
              <th scope="col">{i18n.t('Questions')}</th>
            </tr>
          </thead>
          <tbody>
            {forecast.map(({ date, count }, at) => (
              <tr key={date}>
                <th scope="row">{at === 0 ? i18n.t('Today') : weekday(date, 'long')}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </details>
  );
}
