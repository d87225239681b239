import text from '../../ui/text.module.css';
import styles from './HeaderLine.module.css';
import type { HeaderMessage } from './useHeaderMessage.ts';

interface HeaderLineProps {
  message: HeaderMessage | null;
  /** The title and other content, beside which the message is shown. */
  children: React.ReactNode;
  className: string | undefined;
}

/** The title of a session. A message replaces the title's words for a while, so that it covers nothing and moves nothing. */
export function HeaderLine({ message, children, className }: HeaderLineProps) {
  return (
    <div className={`${styles.line} ${className}`} data-has-message={message !== null || undefined}>
      {children}
      <p className={`${text.label} ${styles.message}`} data-kind={message?.kind} role={message?.kind === 'error' ? 'alert' : 'status'}>
        {message?.text}
      </p>
    </div>
  );
}
