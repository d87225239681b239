import type { ReactNode } from 'react';

/** The line below a form that says why the last action failed. Screen readers announce it at once. */
export function AlertLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-12 text-14 text-incorrect">
      {children}
    </p>
  );
}
