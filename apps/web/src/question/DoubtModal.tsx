import { askDoubt, DOUBT_LENGTH, getDoubtsOfQuestion, getMyDoubts } from '@abhyas/contract/practice/doubts';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { type SyntheticEvent, useContext, useEffect, useRef, useState } from 'react';
import { call, OFFLINE_WORDS } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { keepDraft, keptDraft } from '../platform/kept-drafts.ts';
import { i18n } from '../platform/language.ts';
import { uploadPhoto } from '../platform/photo-upload.ts';
import { queryClient, useCall } from '../platform/queries.ts';
import { useUser } from '../platform/user.ts';
import { AlertLine } from '../ui/AlertLine.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { DoubtAnswer } from './DoubtAnswer.tsx';
import classes from './Doubts.module.css';
import { isReadInHindi, LanguagesContext } from './languages.ts';
import { Maths } from './Maths.tsx';
import { OwnDoubt } from './OwnDoubt.tsx';
import { PhotoField } from './PhotoField.tsx';
import { ReportAnswer } from './ReportAnswer.tsx';

interface Props {
  question_id: number;
  onClose: () => void;
}

/** Fetches the lists of doubts again once one of them has changed. */
const refresh = () =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [route] }) => route === getDoubtsOfQuestion.route || route === getMyDoubts.route,
  });

/** The student's doubts about a question: earlier ones with their answers, and a field for a new one. */
export default function DoubtModal({ question_id, onClose }: Props) {
  const hasTeachers = (useUser()?.institute_id ?? null) !== null;
  const doubts = useCall(getDoubtsOfQuestion, { id: question_id }, { staleTime: 0, ownFailures: true });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={hasTeachers ? i18n.t('Ask about this question') : i18n.t('Your notes on this question')}
      size={560}
    >
      <Loaded query={doubts} skeleton={<Skeleton height={180} radius="md" />}>
        {({ own, shown, obstacle }) => (
          <div className="grid gap-16">
            {own.length > 0 && (
              <ul className={`lined ${classes.own}`} aria-label={hasTeachers ? i18n.t('Your doubts') : i18n.t('Your notes')}>
                {own.map((doubt) => (
                  <li key={doubt.id}>
                    <OwnDoubt doubt={doubt} onChange={refresh} />
                  </li>
                ))}
              </ul>
            )}
            {shown.length > 0 && (
              <details className={classes.earlier}>
                <summary>
                  {i18n.t('{count, plural, one {# doubt} other {# doubts}} of others answered. They may tell the answer', {
                    count: shown.length,
                  })}
                </summary>
                <div className="grid gap-16">
                  {shown.map(({ id, doubt_text, answer }) => (
                    <div key={id} className="grid gap-8">
                      <Maths text={doubt_text} />
                      <DoubtAnswer answer={answer} />
                      <p>
                        <ReportAnswer doubt_id={id} />
                      </p>
                    </div>
                  ))}
                </div>
              </details>
            )}
            {obstacle === null ? (
              <AskForm question_id={question_id} hasTeachers={hasTeachers} />
            ) : (
              <p className="leading-reading text-ink-soft" role="status">
                {obstacle}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function AskForm({ question_id, hasTeachers }: { question_id: number; hasTeachers: boolean }) {
  const user_id = useUser()?.id ?? 0;
  const [words, setWords] = useState(() => keptDraft<{ text: string }>('doubt', user_id, question_id)?.text ?? '');
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const languages = useContext(LanguagesContext);
  const upload = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    upload.current = controller;
    return () => controller.abort();
  }, []);
  const left = DOUBT_LENGTH.text - words.length;
  const write = (next: string) => {
    setWords(next);
    setFault(null);
    setSent(false);
    keepDraft('doubt', user_id, question_id, next === '' ? null : { text: next });
  };

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setFailure(null);
    if (words.trim() === '') {
      setFault(hasTeachers ? i18n.t('Write what you do not understand.') : i18n.t('Write your note.'));
      field.current?.focus();
      return;
    }
    if (!navigator.onLine) {
      const isKept = keptDraft('doubt', user_id, question_id) !== null;
      setFailure(`${i18n.t(OFFLINE_WORDS)} ${isKept ? i18n.t('What you wrote is kept on this device.') : ''}`);
      return;
    }
    setSending(true);
    try {
      const sent = photo ? { photo_url: await uploadPhoto(photo, 'working.jpg', upload.current.signal) } : {};
      const read = isReadInHindi(languages, question_id) ? { language: 'hi' as const } : {};
      await call(askDoubt, { id: question_id, text: words.trim(), ...read, ...sent });
      write('');
      setPhoto(null);
      setSent(true);
      refresh();
    } catch (problem) {
      if (!upload.current.signal.aborted) setFailure(i18n.t('Not sent. {problem}', { problem: messageOf(problem) }));
    }
    setSending(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-16" noValidate>
      <Textarea
        ref={field}
        size="md"
        label={hasTeachers ? i18n.t('What do you not understand?') : i18n.t('Your note')}
        description={
          left <= 200
            ? i18n.t('{left} characters left', { left: formatNumber(left) })
            : hasTeachers
              ? i18n.t('The teachers of your institute see your name, your last answer to this question and the time that you took.')
              : i18n.t('Only you read it.')
        }
        value={words}
        error={fault}
        maxLength={DOUBT_LENGTH.text}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {hasTeachers && <PhotoField label={i18n.t('A photo of your working, if it helps')} photo={photo} onChange={setPhoto} />}
      {failure !== null && <AlertLine>{failure}</AlertLine>}
      {isSent && (
        <p role="status" className="font-semibold">
          {hasTeachers ? i18n.t('Sent. You will be notified when a teacher answers.') : i18n.t('Your note is kept.')}
        </p>
      )}
      <p className="ends">
        <Button type="submit" loading={isSending}>
          {hasTeachers ? i18n.t('Ask') : i18n.t('Keep the note')}
        </Button>
      </p>
    </form>
  );
}
