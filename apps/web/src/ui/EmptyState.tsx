import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import layoutStyles from './layout.module.css';
import textStyles from './text.module.css';

interface Props {
  icon?: ReactNode;
  /** Says what will be shown here, or what happened. */
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** How screen readers announce it when it appears: 'alert' for failures. */
  role?: 'status' | 'alert';
}

/** Takes the place of content that does not exist yet: says what will be shown here and offers the next step. */
export function EmptyState({ icon, title, children, action, role }: Props) {
  return (
    <div className={`${layoutStyles.row8} ${classes.root}`} role={role} data-empty>
      {icon && (
        <div className={`${layoutStyles.centre} ${textStyles.accentBox} ${classes.icon}`} aria-hidden>
          {icon}
        </div>
      )}
      <p className={textStyles.title}>{title}</p>
      {children && <div className={textStyles.reading}>{children}</div>}
      {action && <div className={`${layoutStyles.cluster12} ${classes.action}`}>{action}</div>}
    </div>
  );
}
