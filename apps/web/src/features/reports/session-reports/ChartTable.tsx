import type { ReactNode } from 'react';
import table from '../../../ui/table.module.css';
import classes from './Charts.module.css';

/** The figures of a chart as a table, folded until it is asked for. */
export function ChartTable({ columns, rows }: { columns: readonly string[]; rows: ReactNode }) {
  return (
    <details className={classes.table}>
      <summary>Show as a table</summary>
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
