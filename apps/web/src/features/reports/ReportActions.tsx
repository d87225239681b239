import type { ReactNode } from 'react';
import classes from './Report.module.css';

/** What to do next. Not printed. */
export function ReportActions({ children }: { children: ReactNode }) {
  return (
    <section className={classes.next} aria-labelledby="next">
      <h2 id="next" className={classes.heading}>
        What next
      </h2>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}
