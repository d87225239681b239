import type { ReactNode } from 'react';
import { i18n } from '../../../platform/language.ts';
import table from '../../../ui/table.module.css';
import classes from './Charts.module.css';

/** The figures of a chart as a table, folded at first. */
export function ChartTable({ columns, rows }: { columns: readonly string[]; rows: ReactNode }) {
  return (
    <details className={`print:hidden! ${classes.table}`}>
      <summary>{i18n.t('Show as a table')}</summary>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    </details>
  );
}
