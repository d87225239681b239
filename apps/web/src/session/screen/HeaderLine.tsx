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
      <p
        className="text-14 leading-snug font-semibold below-64:text-12 data-[kind=error]:text-incorrect data-[kind=warning]:text-warning data-[kind=success]:text-correct"
        data-kind={message?.kind}
        role={message?.kind === 'error' ? 'alert' : 'status'}
      >
        {message?.text}
      </p>
    </div>
  );
}
