import { Button } from '@mantine/core';
import { i18n } from '../../../platform/language.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import card from '../../../ui/card.module.css';
import { useState } from 'react';
import { AnswerFileOutcome } from './AnswerFileOutcome.tsx';
import classes from './AnswerFilePage.module.css';
import { useSendAnswerFile } from './answer-files.queries.ts';
import { FilePlace } from './FilePlace.tsx';

/** Accepts the file that a device saved when its answers could not be sent. */
export default function AnswerFilePage() {
  const [file, setFile] = useState<File | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const sending = useSendAnswerFile();

  function choose(chosen: File) {
    sending.reset();
    setUnreadable(false);
    setFile(chosen);
  }

  async function send(chosen: File) {
    // The file may have been moved or changed after it was chosen.
    const text = await chosen.text().catch(() => null);
    setUnreadable(text === null);
    if (text !== null) sending.mutate({ file: text });
  }

  return (
    <>
      <PageTitle back={{ link: { to: '/' }, label: i18n.t('Back to the start') }}>{i18n.t('Answer file')}</PageTitle>
      <section className={`${card.card} max-w-640`} aria-label={i18n.t('Send an answer file')}>
        <p className="mb-24 leading-reading text-ink-soft">
          {i18n.t(
            'If the network is down at the end of a test, the device on which you took it offers your answers as a file. Send that file here, signed in as the student who took the test. Answers that arrive in time count; late ones are kept.',
          )}
        </p>
        <FilePlace file={file} isBusy={sending.isPending} onFile={choose} />
        <div className={classes.actions}>
          <Button
            size="lg"
            disabled={file === null || sending.isSuccess}
            loading={sending.isPending}
            onClick={() => file && void send(file)}
          >
            {i18n.t('Send')}
          </Button>
        </div>
        <AnswerFileOutcome answer={sending.data} failure={sending.error} isUnreadable={isUnreadable} />
      </section>
    </>
  );
}
