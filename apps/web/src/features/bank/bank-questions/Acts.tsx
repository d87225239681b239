import { actOnBankQuestion, deleteBankQuestion, followBankQuestion } from '@abhyas/contract/bank/bank-questions';
import type { BankAct } from '@abhyas/exam/bank/bank-states';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import classes from './Bank.module.css';
import type { BankQuestion } from './useBankDraft.ts';

const labels: Record<BankAct, string> = {
  submit: 'Submit for review',
  withdraw: 'Take out of review',
  send_back: 'Send back',
  approve: 'Approve',
  reopen: 'Edit again',
  retire: 'Retire',
  restore: 'Restore',
};

/** The acts that need a reason, entered in a dialog, with the sentences of the dialog. */
const asked: Partial<Record<BankAct, { text: string; word?: string }>> = {
  send_back: { text: 'The question becomes a draft again, and its writer reads your remark.', word: 'What should be changed?' },
  approve: {
    text: 'Nobody else at your institute can approve it, so say why you are sure. The log shows your words.',
    word: 'Why do you approve your own question?',
  },
  reopen: { text: 'The question becomes a draft. Until it is approved again, it cannot be used in new papers.' },
  retire: { text: 'The question no longer appears in practice, search or new papers. Papers that already contain it keep it.' },
};

interface ActsProps {
  question: BankQuestion;
  /** Saves what is unsaved, and returns the version on which to act; null if that is not possible now. */
  versionForAct: () => Promise<number | null>;
  onDone: () => Promise<void>;
}

/** The buttons that move a question between its states. */
export function Acts({ question, versionForAct, onDone }: ActsProps) {
  const { id, acts, may_approve, may_delete, followed_by, is_key_withheld, state } = question;
  const send = useSend(actOnBankQuestion, { ownFailures: true });
  const follow = useSend(followBankQuestion, { ownFailures: true });
  const remove = useSend(deleteBankQuestion, { ownFailures: true });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<BankAct | 'delete' | null>(null);
  const [word, setWord] = useState('');
  const act = async (name: BankAct) => {
    const version = await versionForAct();
    if (version === null) return;
    await send.mutateAsync({ id, version, act: name, ...(word.trim() === '' ? {} : { word }) });
    setAsking(null);
    setWord('');
    await onDone();
  };
  const run = (name: BankAct) => void act(name).catch(() => undefined);
  const press = (name: BankAct) => {
    send.reset();
    const asks = name === 'approve' ? may_approve === 'with_word' : asked[name] !== undefined;
    if (asks) setAsking(name);
    else run(name);
  };
  const begin = async () => {
    const { id: next } = await follow.mutateAsync({ id });
    await onDone();
    void navigate({ to: '/staff/bank/$id', params: { id: String(next) } });
  };
  const drop = async () => {
    await remove.mutateAsync({ id });
    void navigate({ to: '/staff/bank' });
  };
  const main: readonly BankAct[] = ['submit', 'approve'];
  // A fault is found while typing, before the server knows the text: it answers when the question is submitted.
  const shown = state === 'draft' ? (['submit'] as const) : acts;
  const failure = follow.error ?? (asking === null ? send.error : null);
  const dialog = asking !== null && asking !== 'delete' ? asked[asking] : undefined;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap gap-8">
        {shown.map((name) => (
          <Button key={name} variant={main.includes(name) ? 'filled' : 'default'} loading={send.isPending} onClick={() => press(name)}>
            {labels[name]}
          </Button>
        ))}
        {(state === 'approved' || state === 'retired') && followed_by === null && !is_key_withheld && (
          <Button variant="default" loading={follow.isPending} onClick={() => void begin().catch(() => undefined)}>
            Write a replacement
          </Button>
        )}
        {may_delete && (
          <Button variant="subtle" color="red" onClick={() => setAsking('delete')}>
            Delete
          </Button>
        )}
      </div>
      {failure && <AlertLine>{messageOf(failure)}</AlertLine>}
      {asking !== null && asking !== 'delete' && dialog && (
        <FormDialog
          title={labels[asking]}
          onClose={() => setAsking(null)}
          isBusy={send.isPending}
          failure={send.error && messageOf(send.error)}
          actions={
            <Button loading={send.isPending} disabled={dialog.word !== undefined && word.trim() === ''} onClick={() => run(asking)}>
              {labels[asking]}
            </Button>
          }
        >
          <Asked text={dialog.text}>
            {dialog.word !== undefined && (
              <label className="grid gap-4 text-14 font-medium">
                {dialog.word}
                <textarea
                  className={classes.source}
                  rows={3}
                  maxLength={500}
                  value={word}
                  onChange={(event) => setWord(event.currentTarget.value)}
                />
              </label>
            )}
          </Asked>
        </FormDialog>
      )}
      {asking === 'delete' && (
        <FormDialog
          title="Delete this draft?"
          onClose={() => setAsking(null)}
          failure={remove.error && messageOf(remove.error)}
          focusesBack
          actions={
            <Button color="red" loading={remove.isPending} onClick={() => void drop().catch(() => undefined)}>
              Delete the draft
            </Button>
          }
        >
          <Asked text="Its versions are deleted too. This cannot be undone." />
        </FormDialog>
      )}
    </div>
  );
}

function Asked({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid gap-12">
      <p className="text-14 leading-reading text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
