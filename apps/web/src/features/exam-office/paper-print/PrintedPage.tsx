import type { ReactNode } from 'react';
import classes from './Print.module.css';

export interface PageFrame {
  /** The name of the page for screen readers. */
  label: string;
  institute: string;
  /** The name of the paper and its set, in the running head. */
  title: string;
  foot: string;
  /** A text across the page in light grey; empty for none. */
  mark: string;
}

/** A page of A4: running head (except on a first page), foot and the mark of the copy. */
export function PrintedPage({
  label,
  institute,
  title,
  foot,
  mark,
  isFirst,
  children,
}: PageFrame & { isFirst: boolean; children: ReactNode }) {
  return (
    <section className={`${classes.page} relative w-[210mm] h-[297mm] overflow-hidden bg-white ${classes.paper}`} aria-label={label}>
      {mark !== '' && (
        <p className={classes.mark} style={{ fontSize: `${Math.min(54, 700 / mark.length)}pt` }} aria-hidden="true">
          {mark}
        </p>
      )}
      {!isFirst && (
        <p className={classes.running}>
          <span>{institute}</span>
          <span>{title}</span>
        </p>
      )}
      {children}
      <p className={classes.foot}>
        <span>{isFirst ? title : institute}</span>
        <span>{foot}</span>
      </p>
    </section>
  );
}
