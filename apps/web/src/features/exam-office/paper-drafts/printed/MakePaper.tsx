import { getPaperDrafts } from '@abhyas/contract/exam-office/paper-drafts';
import { Button, TextInput } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../platform/failure.ts';
import { PdfFault } from '../../../../platform/pdf-pages.ts';
import { queryClient } from '../../../../platform/queries.ts';
import { AlertLine } from '../../../../ui/AlertLine.tsx';
import { Bar } from '../../../../ui/Bar.tsx';
import card from '../../../../ui/card.module.css';
import { plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import { whole } from '../patterns.ts';
import { makePaper } from './make-paper.ts';
import type { PaperSource } from './paper-source.ts';
import classes from './Printed.module.css';
import type { Editing } from './usePrintedPaper.ts';

interface Props {
  source: PaperSource;
  editing: Editing;
  faults: readonly string[];
}

/** The last step: name, time, the word that the institute may use the paper, and the upload. */
export function MakePaper({ source, editing, faults }: Props) {
  const { paper, edit, forget } = editing;
  const [mayUse, setMayUse] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  useEffect(() => () => stop.current?.abort(), []);
  const nameless = paper.crops.filter((crop) => crop.text.trim() === '').length;
  const make = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setFailure(null);
    setCount(0);
    try {
      const id = await makePaper(paper, source, {
        onBegun: (made) => edit((former) => ({ ...former, made }), false),
        onQuestion: setCount,
        signal,
      });
      forget();
      void queryClient.invalidateQueries({ queryKey: [getPaperDrafts.route] });
      void navigate({ to: '/staff/papers/$id', params: { id: String(id) } });
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error instanceof PdfFault ? error.message : messageOf(error));
      setCount(null);
    }
  };
  return (
    <section className={`${card.card} grid gap-16`} aria-labelledby="make">
      <h2 id="make">Make the paper</h2>
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
        <TextInput
          label="Name"
          maxLength={120}
          value={paper.name}
          onChange={({ target }) => edit((former) => ({ ...former, name: target.value }), false)}
        />
        <label className="grid gap-4 text-14 font-medium">
          Minutes
          <input
            className={forms.select}
            type="number"
            min={5}
            max={600}
            value={paper.minutes}
            onChange={({ target }) => edit((former) => ({ ...former, minutes: whole(target.value, 5, 600) }), false)}
          />
        </label>
      </div>
      {faults.length > 0 && (
        <ul className="grid gap-8" aria-label="Still missing">
          {faults.map((fault) => (
            <li key={fault} className={`flex items-center gap-8 ${classes.missing}`}>
              <IconCircleX size={20} aria-hidden /> <span>{fault}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-14 text-ink-soft">
        {nameless === 0
          ? 'Screen readers read the text of the PDF for each picture, at most 600 characters of it.'
          : `${plural(nameless, 'question')} without text: students who cannot see the picture hear only “Question 1 as picture”.`}{' '}
        Students choose the options by {paper.option_names === 'letters' ? 'A to D' : '1 to 4'}. Only this paper asks these questions:
        practice and other papers do not get them.
      </p>
      <label className={forms.tick}>
        <input type="checkbox" checked={mayUse} onChange={({ target }) => setMayUse(target.checked)} />
        <span>
          Our institute may use this paper
          <small>It is our own, or its owner has allowed it. The log keeps your word.</small>
        </span>
      </label>
      {count !== null && (
        <div className="grid gap-8">
          <p role="status" className="tabular">
            {count} of {plural(paper.crops.length, 'question')} uploaded
          </p>
          <Bar value={Math.round((count * 100) / Math.max(1, paper.crops.length))} color="var(--accent-fill)" />
        </div>
      )}
      {failure && <AlertLine>{`The paper is not complete: ${failure} Try again; what was uploaded stays.`}</AlertLine>}
      <div>
        <Button disabled={!mayUse || faults.length > 0} loading={count !== null} onClick={() => void make()}>
          {`Make a paper of ${plural(paper.crops.length, 'question')}`}
        </Button>
      </div>
    </section>
  );
}
