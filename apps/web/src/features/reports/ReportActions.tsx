import type { Value } from '@abhyas/contract/endpoint';
import type { TestInfo } from '@abhyas/contract/papers';
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

/** Why the answers cannot be reviewed now. */
export function NoReview({ info }: { info: Pick<Value<typeof TestInfo>, 'is_institute_test' | 'session_status'> }) {
  return (
    <p className={classes.noReview}>
      {info.is_institute_test
        ? 'You can review your answers when your institute has published the question paper.'
        : 'You can review your answers when the attempt under way is finished.'}
    </p>
  );
}
