import { useEffect, useState } from 'react';
import { AUTO_CLOSE, showMessagesIn } from '../../ui/toasts.ts';

export interface HeaderMessage {
  kind: 'success' | 'warning' | 'error';
  text: string;
}

/** What is to be said during a test: it stands in the header for ten seconds, where it lies over nothing. */
export function useHeaderMessage(): HeaderMessage | null {
  const [message, setMessage] = useState<HeaderMessage | null>(null);
  useEffect(() => showMessagesIn((said) => setMessage({ ...said })), []);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), AUTO_CLOSE);
    return () => clearTimeout(timer);
  }, [message]);
  return message;
}
