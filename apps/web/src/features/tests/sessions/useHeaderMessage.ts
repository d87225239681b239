import { useEffect, useMemo, useState } from 'react';
import { AUTO_CLOSE, showMessagesIn } from '../../../ui/toasts.ts';

export interface HeaderMessage {
  kind: 'success' | 'warning' | 'error';
  text: string;
}

/** What is to be said during a test: it stands in the header for ten seconds, where it lies over nothing; two that come together stand both. */
export function useHeaderMessage(): HeaderMessage | null {
  const [messages, setMessages] = useState<readonly HeaderMessage[]>([]);
  useEffect(
    () => showMessagesIn((said) => setMessages((before) => [...before.filter(({ text }) => text !== said.text).slice(-1), said])),
    [],
  );
  useEffect(() => {
    if (messages.length === 0) return;
    const timer = setTimeout(() => setMessages([]), AUTO_CLOSE);
    return () => clearTimeout(timer);
  }, [messages]);
  return useMemo(() => {
    const latest = messages.at(-1);
    return latest ? { kind: latest.kind, text: messages.map(({ text }) => text).join(' ') } : null;
  }, [messages]);
}
