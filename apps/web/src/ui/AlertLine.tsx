import type { ReactNode } from 'react';
import forms from './forms.module.css';

/** The line below a form that says why the last action failed. Screen readers announce it at once. */
export function AlertLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={forms.failure}>
      {children}
    </p>
  );
}
