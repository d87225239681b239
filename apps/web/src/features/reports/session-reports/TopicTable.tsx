import type { Value } from '@abhyas/contract/endpoint';
import type { TopicProgress } from '@abhyas/contract/reports/session-reports';
import { i18n, named } from '../../../platform/language.ts';
import { Bar } from '../../../ui/Bar.tsx';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import table from '../../../ui/table.module.css';
import classes from './Report.module.css';

/** Right answers by topic. */
export function TopicTable({ topics }: { topics: readonly Value<typeof TopicProgress>[] }) {
  return (
    <section className={`${card.card} ${table.scroll}`} aria-label={i18n.t('Figures by topic')} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Topic')}</th>
            <th scope="col">{i18n.t('Correct')}</th>
            <th scope="col">{i18n.t('Questions')}</th>
          </tr>
        </thead>
        <tbody>
          {topics.map(({ id, name, correct, total }) => (
            <tr key={id}>
              <th scope="row" className={classes.subject}>
                {named(name)}
                <Bar value={total > 0 ? Math.round((100 * correct) / total) : 0} color="var(--accent)" />
              </th>
              <td>{formatNumber(correct)}</td>
              <td>{formatNumber(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
