import { problemLabels, problemTypes, REPORT_LENGTH } from '@abhyas/contract/exam-office/question-reports';
import { Button, Textarea } from '@mantine/core';
import { i18n } from '../platform/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { OFFLINE_WORDS } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { formatNumber } from '../ui/format.ts';
import styles from './ReportButton.module.css';
import { type Report, sendReport } from './reported-questions.ts';

interface Problem {
  tone: 'warning' | 'error';
  text: string;
}

interface Props {
  question_id: number;
  onClose: () => void;
}

/**
 * Asks what is wrong with a question. Missing fields and the confirmation are shown in the dialog itself, because a toast would cover it.
 */
export default function ReportModal({ question_id, onClose }: Props) {
  const [type, setType] = useState<Report['problem_type'] | null>(null);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );

  const isOther = type === problemTypes.other;
  const left = REPORT_LENGTH - message.length;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const text = message.trim();
    if (type === null) setProblem({ tone: 'warning', text: i18n.t('You have to select atleast one field.') });
    else if (isOther && text === '') setProblem({ tone: 'error', text: i18n.t('Please specify the issue.') });
    else if (!navigator.onLine) setProblem({ tone: 'error', text: OFFLINE_WORDS });
    else {
      setSending(true);
      setProblem(null);
      try {
        await sendReport({ question_id, problem_type: type, message: text === '' ? null : text });
        setSent(true);
      } catch (failure) {
        setProblem({ tone: 'error', text: messageOf(failure) });
        setSending(false);
      }
    }
  }

  if (isSent) {
    return (
      <Dialog opened onClose={onClose} title={i18n.t('Your report was sent')} size={480}>
        <div className="grid justify-items-start gap-20">
          <p role="status">{i18n.t('You will be notified when it is answered. Until then the question is marked as reported.')}</p>
          <Button onClick={onClose} data-autofocus>
            {i18n.t('Go on')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Let us know your concern with this question')} size={480}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <fieldset className={styles.types}>
          <legend>{i18n.t('What is wrong?')}</legend>
          {problemLabels.map(([value, label], at) => (
            <label key={value} className={`flex items-center gap-12 ${styles.type}`}>
              <input
                type="radio"
                name="problem_type"
                value={value}
                checked={type === value}
                data-autofocus={at === 0 || undefined}
                onChange={() => {
                  setType(value);
                  setProblem(null);
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Textarea
          mt="sm"
          size="md"
          label={isOther ? i18n.t('What is the issue?') : i18n.t('Tell us more, if you like')}
          value={message}
          maxLength={REPORT_LENGTH}
          autosize
          minRows={2}
          maxRows={6}
          description={left <= 200 ? i18n.t('{left} characters left', { left: formatNumber(left) }) : undefined}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {problem && (
          <p
            className={`flex items-start gap-8 mt-12 text-14 text-incorrect data-[tone=warning]:text-warning ${styles.problem}`}
            data-tone={problem.tone}
            role="alert"
          >
            <IconAlertTriangle size={18} aria-hidden="true" />
            {problem.text}
          </p>
        )}
        <div className="flex justify-end gap-12 mt-20">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {i18n.t('Send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
