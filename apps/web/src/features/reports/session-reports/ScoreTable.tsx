import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import { IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import { Bar } from '../../../ui/Bar.tsx';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import table from '../../../ui/table.module.css';
import classes from './Report.module.css';
import type { Score } from './reports.queries.ts';

const results = [
  { name: /*i18n*/ 'Correct', color: 'var(--correct)', Icon: IconCheck },
  { name: /*i18n*/ 'Incorrect', color: 'var(--incorrect)', Icon: IconX },
  { name: /*i18n*/ 'Unattempted', color: 'var(--unattempted)', Icon: IconMinus },
  { name: /*i18n*/ 'Not counted', color: 'var(--warning)', Icon: IconCircleDashed },
] as const;

/** Every figure of a test report, one row for each subject. */
export function ScoreTable({ subjects, total }: { subjects: readonly Score[]; total: Score }) {
  const hasNotCounted = total.not_counted > 0;
  const cells = (row: Score) => (
    <>
      <td className="whitespace-nowrap">
        {formatNumber(row.score)} <span className="font-regular text-ink-soft max-36:block">/ {formatNumber(row.max_score)}</span>
      </td>
      <td>{formatNumber(row.correct)}</td>
      <td>{formatNumber(row.incorrect)}</td>
      <td>{formatNumber(row.unattempted)}</td>
      {hasNotCounted && <td>{formatNumber(row.not_counted)}</td>}
      <td>{formatPercent(row.accuracy)}</td>
    </>
  );
  return (
    <section className={`${card.card} ${table.scroll}`} aria-label={i18n.t('Figures by subject')} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Subject')}</th>
            <th scope="col">{i18n.t('Score')}</th>
            {results.slice(0, hasNotCounted ? 4 : 3).map(({ name, color, Icon }) => (
              <th key={name} scope="col">
                <Icon size={18} color={color} stroke={2.5} className="hidden max-36:inline max-36:align-[-4px]" aria-hidden />
                <span className={classes.wide}>{i18n.t(name)}</span>
              </th>
            ))}
            <th scope="col">{i18n.t('Accuracy')}</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((row) => (
            <tr key={row.subject_id}>
              <th scope="row" className={classes.subject}>
                <span className="whitespace-nowrap">
                  <Dot color={subjectColor(row.subject_name)} />
                  {i18n.t(row.subject_name)}
                </span>
                <Bar value={percentOfMarks(row)} color={subjectColor(row.subject_name)} />
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{i18n.t('Total')}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
