import { useEffect, useMemo, useState } from 'react';
import { AUTO_CLOSE, showMessagesIn } from '../../ui/toasts.ts';

export interface HeaderMessage {
  kind: 'success' | 'warning' | 'error';
  text: string;
}

/** A message during a test. The header shows it for ten seconds, so that it covers nothing; two messages are shown together. */
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
