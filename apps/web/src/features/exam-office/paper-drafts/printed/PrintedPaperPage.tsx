// Contents: the page · choosing a file · the three steps
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { PdfFault } from '../../../../platform/pdf-pages.ts';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import card from '../../../../ui/card.module.css';
import { FilesButton } from '../../../../ui/FilesButton.tsx';
import { plural } from '../../../../ui/format.ts';
import { LinkTabs } from '../../../../ui/LinkTabs.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { CutPages } from './CutPages.tsx';
import { KeysAndSections } from './KeysAndSections.tsx';
import { MakePaper } from './MakePaper.tsx';
import { MOST_PAGES, openPaper, type PaperSource, TAKEN } from './paper-source.ts';
import { faultsOf, newPaper, type PrintedPaper } from './printed-paper.ts';
import { type Proposal, proposePaper } from './propose-paper.ts';
import { type KeptPaper, useKeptPaper, usePrintedPaper } from './usePrintedPaper.ts';

const back = { link: { to: '/staff/papers' }, label: 'Back to the papers' } as const;

interface Opened {
  source: PaperSource;
  paper: PrintedPaper;
  /** Null if the paper was begun before. */
  proposal: Proposal | null;
}

/** /staff/papers/printed: cuts a printed question paper into pictures of its questions, which become a paper. */
export default function PrintedPaperPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => () => opened?.source.close(), [opened]);
  return (
    <>
      <PageTitle back={back}>Paper from a PDF</PageTitle>
      {opened ? <Steps opened={opened} onAnother={() => setOpened(null)} /> : <ChooseFile onOpen={setOpened} />}
    </>
  );
}

const isSame = (kept: KeptPaper, { files }: PaperSource) => JSON.stringify(kept.files) === JSON.stringify(files);

function ChooseFile({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const stop = useRef<AbortController | null>(null);
  const { read, keep } = useKeptPaper();
  const [kept, setKept] = useState(read);
  const [progress, setProgress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const open = async (files: File[]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setFault(null);
    setProgress('Opening …');
    let source: PaperSource | null = null;
    try {
      source = await openPaper(files);
      const { pages, files: named } = source;
      if (kept && isSame(kept, source)) return onOpen({ source, paper: kept.paper, proposal: null });
      const onPage = (page: number) => setProgress(`Looking for questions: page ${page} of ${pages.length}`);
      const proposal = await proposePaper(source, onPage, signal);
      signal.throwIfAborted();
      onOpen({ source, paper: newPaper(proposal.crops, named[0]?.name ?? ''), proposal });
    } catch (failure) {
      source?.close();
      if (signal.aborted) return;
      setFault(
        failure instanceof PdfFault
          ? failure.message
          : 'A page of this paper cannot be read. Save the file again, or load pictures of its pages.',
      );
      setProgress(null);
    }
  };
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="choose">
      <h2 id="choose">{kept ? `Go on with ${kept.files[0]?.name ?? 'the paper'}` : 'Choose the question paper'}</h2>
      <p className="text-14 leading-reading text-ink-soft">
        {kept
          ? `${plural(kept.paper.crops.length, 'question')} with their crops and keys are kept on this device. Choose the same file again to go on; another file begins anew.`
          : `A PDF, or a picture of each page, of at most ${MOST_PAGES} pages. Its questions are found by their numbers; you correct the crops, add keys and sections, and the paper becomes a test. The file stays on this device; only the pictures of the questions are uploaded.`}
      </p>
      <div className="flex flex-wrap gap-12">
        <FilesButton accept={TAKEN} isLoading={progress !== null} onFiles={(files) => void open(files)}>
          Choose a PDF or pictures
        </FilesButton>
        {kept && (
          <Button
            variant="default"
            onClick={() => {
              keep(null);
              setKept(null);
            }}
          >
            Discard it
          </Button>
        )}
      </div>
      {progress && (
        <p role="status" className="text-14 text-ink-soft tabular">
          {progress}
        </p>
      )}
      {fault && <AlertLine>{fault}</AlertLine>}
    </section>
  );
}

/** The points that a person should check after the proposal. */
function Found({ proposal }: { proposal: Proposal }) {
  const { crops, by, missing, pages_without_text } = proposal;
  const notes = [
    ...(by === 'gaps' && crops.length > 0
      ? ['The pages have no text with numbers, so the crops follow the empty space between blocks. Check each of them.']
      : []),
    ...(missing.length > 0 ? [`Not found: question ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ' …' : ''}.`] : []),
    ...(pages_without_text.length > 0 ? [`Without text, so without proposals: page ${pages_without_text.join(', ')}.`] : []),
  ];
  return (
    <div role="status" className="grid gap-4">
      <p>{crops.length === 0 ? 'No question was found. Add the questions by hand.' : `${plural(crops.length, 'question')} found.`}</p>
      {notes.map((note) => (
        <p key={note} className="text-14 text-ink-soft">
          {note}
        </p>
      ))}
    </div>
  );
}

function Steps({ opened: { source, paper: begun, proposal }, onAnother }: { opened: Opened; onAnother: () => void }) {
  const { step = 'crops' } = useSearch({ from: '/staff/papers/printed' });
  const editing = usePrintedPaper(begun, source.files);
  const tab = (name: typeof step, label: string) => ({
    label,
    link: { to: '/staff/papers/printed', search: { step: name } } as const,
    isCurrent: step === name,
  });
  const faults = faultsOf(editing.paper);
  return (
    <div className="grid gap-16">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <span className="text-14 text-ink-soft">
          {source.files[0]?.name}
          {source.files.length > 1 && ` and ${plural(source.files.length - 1, 'picture')} more`} · {plural(source.pages.length, 'page')}
        </span>
        <Button variant="subtle" onClick={onAnother}>
          Another file
        </Button>
      </div>
      {!editing.isKept && <AlertLine>This device has no room to keep this paper: make it before you leave the page.</AlertLine>}
      <LinkTabs label="Steps" tabs={[tab('crops', '1. Crops'), tab('keys', '2. Sections and keys'), tab('make', '3. Make the paper')]} />
      {proposal && step === 'crops' && <Found proposal={proposal} />}
      {step === 'crops' && <CutPages source={source} editing={editing} />}
      {step === 'keys' && <KeysAndSections source={source} editing={editing} />}
      {step === 'make' && <MakePaper source={source} editing={editing} faults={faults} />}
    </div>
  );
}
