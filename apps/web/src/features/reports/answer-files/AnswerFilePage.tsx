import { Button } from '@mantine/core';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import card from '../../../ui/card.module.css';
import { useState } from 'react';
import { AnswerFileOutcome } from './AnswerFileOutcome.tsx';
import classes from './AnswerFilePage.module.css';
import { useSendAnswerFile } from './answer-files.queries.ts';
import { FilePlace } from './FilePlace.tsx';

const back = { link: { to: '/' }, label: 'Back to the start' } as const;

/** Takes the file that a device wrote when its answers could not be sent. */
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
    // A file can be moved or changed after it was chosen.
    const text = await chosen.text().catch(() => null);
    setUnreadable(text === null);
    if (text !== null) sending.mutate({ file: text });
  }

  return (
    <>
      <PageTitle back={back}>Answer file</PageTitle>
      <section className={`${card.card} ${classes.root}`} aria-label="Send an answer file">
        <p className={classes.lead}>
          When the network stays away at the end of a test, the device you wrote it on offers your answers as a file. Send that file here,
          signed in as the student who took the test. What came in time counts; what comes late is kept.
        </p>
        <FilePlace file={file} isBusy={sending.isPending} onFile={choose} />
        <div className={classes.actions}>
          <Button
            size="lg"
            disabled={file === null || sending.isSuccess}
            loading={sending.isPending}
            onClick={() => file && void send(file)}
          >
            Send
          </Button>
        </div>
        <AnswerFileOutcome answer={sending.data} failure={sending.error} isUnreadable={isUnreadable} />
      </section>
    </>
  );
}
