import { answerDoubt, DOUBT_LENGTH } from '@abhyas/contract/practice/doubts';
import { Button, Textarea } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { call, OFFLINE_WORDS } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { jpegOf } from '../../../platform/jpeg-photo.ts';
import { sendStaffFile } from '../../../platform/staff-upload.ts';
import { Maths } from '../../../question/Maths.tsx';
import { PhotoField } from '../../../question/PhotoField.tsx';
import { isPlain } from '../../../question/maths.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import type { QueuedDoubt } from './queued-doubt.ts';
import { VoiceField, voiceName } from './VoiceField.tsx';

interface Props {
  doubt: QueuedDoubt;
  onClose: () => void;
  onAnswered: () => void;
}

/** Answers a doubt in words, by a photo or by a voice note, and shows the answer to all students if wanted. */
export function AnswerDialog({ doubt, onClose, onAnswered }: Props) {
  const { id, student_name, answer } = doubt;
  const [words, setWords] = useState(answer?.text ?? '');
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [voice, setVoice] = useState<Blob | null>(null);
  const [kept, setKept] = useState({ photo_url: answer?.photo_url ?? null, voice_url: answer?.voice_url ?? null });
  const [isShown, setShown] = useState(doubt.shown_text !== null);
  const [shownWords, setShownWords] = useState(doubt.shown_text ?? doubt.text);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const upload = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    upload.current = controller;
    return () => controller.abort();
  }, []);

  const send = (file: File) => sendStaffFile(file, { onProgress: () => undefined, signal: upload.current.signal });

  async function filesToSend() {
    const photo_url = photo
      ? await send(new File([(await jpegOf(photo)).bytes as BlobPart], 'answer.jpg', { type: 'image/jpeg' }))
      : kept.photo_url;
    const voice_url = voice ? await send(new File([voice], voiceName(voice), { type: voice.type })) : kept.voice_url;
    return { ...(photo_url === null ? {} : { photo_url }), ...(voice_url === null ? {} : { voice_url }) };
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setFailure(null);
    const isEmpty = words.trim() === '' && !photo && !voice && kept.photo_url === null && kept.voice_url === null;
    if (isEmpty) setFailure('Write an answer, or add a photo or a voice note.');
    else if (isShown && shownWords.trim() === '') setFailure('Write the doubt as all students will read it.');
    else if (!navigator.onLine) setFailure(OFFLINE_WORDS);
    else {
      setSending(true);
      try {
        const sent = { id, text: words.trim(), ...(await filesToSend()) };
        await call(answerDoubt, isShown ? { ...sent, shown_text: shownWords.trim() } : sent);
        toast.success(isShown ? 'Answered, and shown to all students.' : `Answered; ${student_name ?? 'the student'} was notified.`);
        onAnswered();
      } catch (problem) {
        if (!upload.current.signal.aborted) setFailure(`Not sent. ${messageOf(problem)}`);
        setSending(false);
      }
    }
  }

  return (
    <FormDialog
      title={answer ? 'Change the answer' : `Answer ${student_name ?? 'the student'}`}
      size={640}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      isBusy={isSending}
      failure={failure}
      back="Cancel"
      actions={
        <Button type="submit" loading={isSending}>
          {isShown ? 'Answer and show to all' : 'Answer'}
        </Button>
      }
    >
      <div className="grid gap-16">
        <p className="max-w-[68ch] text-17 whitespace-pre-line wrap-anywhere">{doubt.text}</p>
        <Textarea
          size="md"
          label="Your answer"
          description="Formulas stand between \( and \), as in the question bank."
          value={words}
          maxLength={DOUBT_LENGTH.answer}
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {!isPlain(words) && (
          <section aria-label="The answer as students see it" className="px-16 py-12 rounded-card bg-page wrap-anywhere">
            <Maths text={words} />
          </section>
        )}
        {kept.photo_url !== null && !photo && <Kept what="photo" onRemove={() => setKept({ ...kept, photo_url: null })} />}
        <PhotoField label="A photo" photo={photo} onChange={setPhoto} />
        {kept.voice_url !== null && !voice && <Kept what="voice note" onRemove={() => setKept({ ...kept, voice_url: null })} />}
        <VoiceField voice={voice} onChange={setVoice} />
        <label className={forms.tick}>
          <input
            type="checkbox"
            checked={isShown}
            disabled={doubt.shown_text !== null}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
          <span>Show the answer beside the question to all students of the institute</span>
        </label>
        {isShown && (
          <Textarea
            size="md"
            label="The doubt, as they read it"
            description="Without the name of the student, who is not shown. The photo of the student is not shown either."
            value={shownWords}
            maxLength={DOUBT_LENGTH.text}
            autosize
            minRows={2}
            maxRows={6}
            onChange={({ currentTarget }) => setShownWords(currentTarget.value)}
          />
        )}
      </div>
    </FormDialog>
  );
}

const Kept = ({ what, onRemove }: { what: string; onRemove: () => void }) => (
  <p className="flex flex-wrap items-center text-14 text-ink-soft">
    The {what} of the present answer stays.
    <Button variant="subtle" size="compact-md" onClick={onRemove}>
      Remove the {what}
    </Button>
  </p>
);
