import type { ReactNode } from 'react';

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
    <div className="flex flex-col items-center gap-8 max-w-440 mx-auto px-16 py-64 text-center" role={role} data-empty>
      {icon && (
        <div className="grid place-items-center size-56 mb-8 rounded-[50%] bg-accent-soft text-accent" aria-hidden>
          {icon}
        </div>
      )}
      <p className="text-20 leading-heading font-bold">{title}</p>
      {children && <div className="leading-reading text-ink-soft">{children}</div>}
      {action && <div className="flex flex-wrap justify-center gap-12 mt-16">{action}</div>}
    </div>
  );
}
