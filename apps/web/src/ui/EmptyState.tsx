import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface Props {
  icon?: ReactNode;
  /** What will be here, or what happened. */
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** Spoken when it appears: 'alert' for failures. */
  role?: 'status' | 'alert';
}

/** A place with nothing in it: says what will be here and offers the next step. */
export function EmptyState({ icon, title, children, action, role }: Props) {
  return (
    <div className={classes.root} role={role}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
