import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { getBankQuestion, saveBankQuestion } from '@abhyas/contract/bank/bank-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { useEffect, useRef, useState } from 'react';
import { call, NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { keepDraft, keptDraft } from '../../../platform/kept-drafts.ts';
import { useUser } from '../../../platform/user.ts';

export type BankQuestion = Answer<typeof getBankQuestion>;

interface Kept {
  version: number;
  content: BankContent;
}

/** `saved`: the server has the text. `unsaved`: only this device has it. `offline`: it is sent once there is a connection. */
type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline';

/** The text of a draft that is being written. Until the server has it, the device keeps it, so that a reload loses nothing. */
export function useBankDraft(question: BankQuestion) {
  const person_id = useUser()?.id ?? 0;
  const { id } = question;
  const [kept] = useState(() => keptDraft<Kept>('question', person_id, id));
  const isSame = JSON.stringify(kept?.content) === JSON.stringify(question.content);
  const isFromKept = kept !== null && !isSame && question.state === 'draft';
  const [content, setContent] = useState(isFromKept ? kept.content : question.content);
  const [base, setBase] = useState({ version: question.version, content: question.content });
  const [save, setSave] = useState<SaveState>(isFromKept ? 'unsaved' : 'saved');
  const [message, setMessage] = useState<string | null>(null);
  /** The server's text, if it has changed since this device began with its own. */
  const [conflict, setConflict] = useState<Kept | null>(
    isFromKept && kept.version !== question.version ? { version: question.version, content: question.content } : null,
  );
  /** Whether the device has the text that the server does not have yet. */
  const [isKept, setIsKept] = useState(true);
  const keep = (text: Kept | null) => setIsKept(keepDraft('question', person_id, id, text));
  const isSending = useRef(false);
  const latest = useRef(content);
  const edit = (change: Partial<BankContent>) => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setContent(next);
    setSave((present) => (present === 'offline' ? 'offline' : 'unsaved'));
    setMessage(null);
    keep({ version: base.version, content: next });
  };
  /** Sends the text. Resolves to the new version; null if the server does not have the text. */
  const send = async (): Promise<number | null> => {
    if (conflict || isSending.current) return null;
    if (save === 'saved') return base.version;
    isSending.current = true;
    setSave('saving');
    const sent = latest.current;
    try {
      const { version } = await call(saveBankQuestion, { id, version: base.version, content: sent });
      setBase({ version, content: sent });
      setMessage(null);
      const isCurrent = latest.current === sent;
      setSave(isCurrent ? 'saved' : 'unsaved');
      keep(isCurrent ? null : { version, content: latest.current });
      return isCurrent ? version : null;
    } catch (error) {
      setSave(error instanceof NetworkFailure ? 'offline' : 'unsaved');
      if (error instanceof Problem && error.code === 'question_changed') {
        const now = await call(getBankQuestion, { id });
        if (JSON.stringify(now.content) === JSON.stringify(sent)) {
          // The text had arrived, and only its answer was lost.
          setBase({ version: now.version, content: sent });
          setSave('saved');
          keep(null);
          return now.version;
        }
        setConflict({ version: now.version, content: now.content });
      } else setMessage(messageOf(error));
      return null;
    } finally {
      isSending.current = false;
    }
  };
  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    const sendAgain = () => save === 'offline' && void sendLatest.current().catch(() => undefined);
    addEventListener('online', sendAgain);
    return () => removeEventListener('online', sendAgain);
  }, [save]);
  /** Goes on with the server's text or with that of this device. */
  const settle = (side: 'server' | 'device') => {
    if (!conflict) return;
    setBase(conflict);
    setConflict(null);
    if (side === 'server') {
      latest.current = conflict.content;
      setContent(conflict.content);
      setSave('saved');
      keep(null);
    } else {
      setSave('unsaved');
      keep({ version: conflict.version, content: latest.current });
    }
  };
  return {
    content,
    edit,
    save,
    isKept,
    send,
    message,
    conflict,
    settle,
    isFromDevice: isFromKept && save === 'unsaved' && content === kept.content,
  };
}
