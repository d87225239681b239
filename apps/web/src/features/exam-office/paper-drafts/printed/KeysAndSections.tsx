// Contents: the step · pattern and options · keys in one line · the questions
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { getBankTopics } from '@abhyas/contract/bank/bank-questions';
import { useCall } from '../../../../platform/queries.ts';
import card from '../../../../ui/card.module.css';
import { plural } from '../../../../ui/format.ts';
import forms from '../../../../ui/forms.module.css';
import rows from '../../../../ui/rows.module.css';
import { patterns, type Plan, subjectsOfExam } from '../patterns.ts';
import { drawCrop, pageCache } from './make-paper.ts';
import { drawnSide, type PaperSource } from './paper-source.ts';
import classes from './Printed.module.css';
import {
  altOf,
  keyFault,
  type PrintedCrop,
  type PrintedPaper,
  type PrintedSection,
  sectionsOfCrops,
  withKey,
  withKeyLine,
  withPattern,
} from './printed-paper.ts';
import { SectionsForm, TopicRange } from './SectionsForm.tsx';
import { useNear } from './useNear.ts';
import type { Editing } from './usePrintedPaper.ts';

const exams = Object.keys(subjectsOfExam) as Plan['exam'][];

/** The second step: sections with their forms and marks, and the key of every question beside its picture. */
export function KeysAndSections({ source, editing }: { source: PaperSource; editing: Editing }) {
  const { paper, edit } = editing;
  const topics = useCall(getBankTopics, {}, { staleTime: 600_000 });
  const chapters = topics.data?.chapters ?? [];
  const cache = useMemo(() => pageCache(source), [source]);
  useEffect(() => cache.close, [cache]);
  const sections = sectionsOfCrops(paper);
  return (
    <div className="grid gap-24">
      <section className={`${card.card} grid gap-16`} aria-labelledby="sections">
        <h2 id="sections">Sections</h2>
        <PatternFields paper={paper} editing={editing} />
        <SectionsForm paper={paper} edit={edit} chapters={chapters} />
        <TopicRange paper={paper} edit={edit} chapters={chapters} />
      </section>
      <KeyLineField paper={paper} editing={editing} />
      <section aria-labelledby="questions" className="grid gap-12">
        <h2 id="questions">{plural(paper.crops.length, 'question')}</h2>
        <ul className={rows.list}>
          {paper.crops.map((crop, at) => (
            <CropRow
              key={crop.id}
              crop={crop}
              number={at + 1}
              section={sections[at]}
              pages={source.pages}
              pageOf={cache.page}
              onKey={(key) => edit((former) => withKey(former, crop.id, key), false)}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

function PatternFields({ paper, editing: { edit } }: { paper: PrintedPaper; editing: Editing }) {
  const choose = (preset: string) => {
    const pattern = patterns.find((one) => one.preset === preset);
    edit((former) => (pattern ? withPattern(former, pattern.preset, pattern.exam) : { ...former, preset: null }));
  };
  return (
    <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
      <label className="grid gap-4 text-14 font-medium">
        Pattern
        <select className={forms.select} value={paper.preset ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">Own sections</option>
          {patterns.map(({ preset, name }) => (
            <option key={preset} value={preset}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        Exam
        <select
          className={forms.select}
          value={paper.exam}
          onChange={({ target }) => {
            const exam = exams.find((one) => one === target.value) ?? 'NEET';
            edit((former) => ({ ...former, exam, preset: null }));
          }}
        >
          {exams.map((exam) => (
            <option key={exam}>{exam}</option>
          ))}
        </select>
      </label>
      <label className="grid gap-4 text-14 font-medium">
        The options are printed as
        <select
          className={forms.select}
          value={paper.option_names}
          onChange={({ target }) => {
            const option_names = target.value === 'numbers' ? 'numbers' : 'letters';
            edit((former) => ({ ...former, option_names }));
          }}
        >
          <option value="letters">A, B, C, D</option>
          <option value="numbers">1, 2, 3, 4</option>
        </select>
      </label>
    </div>
  );
}

/** All keys in one text, as they are printed below a paper. */
function KeyLineField({ paper, editing: { edit } }: { paper: PrintedPaper; editing: Editing }) {
  const [line, setLine] = useState('');
  const [read, setRead] = useState<{ count: number; faults: string[] } | null>(null);
  const apply = () => {
    const { read: found } = withKeyLine(paper, line);
    edit((former) => withKeyLine(former, line).paper);
    setRead({ count: found.keys.size, faults: found.faults });
  };
  return (
    <section className={`${card.card} grid gap-12`} aria-labelledby="key-line">
      <h2 id="key-line">Keys in one go</h2>
      <Textarea
        label="Keys"
        description="Numbers with their keys, such as 1A 2C 3. 2.5 4 AC, or only the letters in order. A slash means that either is right: 5 A/B."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={6000}
        value={line}
        onChange={({ target }) => setLine(target.value)}
      />
      <div>
        <Button variant="default" disabled={line.trim() === ''} onClick={apply}>
          Read the keys
        </Button>
      </div>
      {read && (
        <div role="status" className="grid gap-4">
          <p>{plural(read.count, 'key')} read.</p>
          {read.faults.slice(0, 10).map((fault) => (
            <p key={fault} className="font-medium text-incorrect">
              {fault}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  crop: PrintedCrop;
  number: number;
  section: PrintedSection | undefined;
  pages: PaperSource['pages'];
  pageOf: (page: number) => Promise<ImageBitmap>;
  onKey: (key: string) => void;
}

/** The widest picture of a question in px on this screen. */
const widestPicture = 900;
const letters = ['A', 'B', 'C', 'D'] as const;

/** The room of a question's picture before it is drawn: otherwise rows would move, and a press would meet the key of another question. */
function roomOf({ pieces }: PrintedCrop, pages: PaperSource['pages']) {
  const width = Math.max(...pieces.map(({ left, right }) => right - left));
  const height = pieces.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  const { height: pageHeight = 1 } = pages[pieces[0]?.page ?? 0] ?? {};
  return { aspectRatio: `${width} / ${height}`, maxInlineSize: Math.min(widestPicture, (width * drawnSide) / Math.max(1, pageHeight)) };
}

function CropRow({ crop, number, section, pages, pageOf, onKey }: RowProps) {
  const { element, isNear } = useNear<HTMLLIElement>();
  return (
    <li ref={element} className="grid grid-cols-[216px_minmax(0,1fr)] items-start gap-x-16 gap-y-12 px-16 py-12 max-36:grid-cols-1">
      <div className="grid gap-8">
        <span className="font-bold tabular">
          {number}
          {crop.number !== null && crop.number !== number && <span className="text-14 text-ink-soft"> printed {crop.number}</span>}
        </span>
        <KeyField value={crop.key} number={number} section={section} onKey={onKey} />
      </div>
      <div className={`${classes.crop} w-full min-h-80 overflow-hidden rounded-control bg-white`} style={roomOf(crop, pages)}>
        {isNear && <CropPicture crop={crop} number={number} pageOf={pageOf} />}
      </div>
    </li>
  );
}

type KeyProps = { value: string; number: number; section: PrintedSection | undefined; onKey: (key: string) => void };

/** The key of a question: the letters to press, or a text for numbers and for several keys. */
function KeyField({ value, number, section, onKey }: KeyProps) {
  const form = section?.question_type ?? 0;
  if (form === 1 || value.includes('/'))
    return (
      <TextInput
        aria-label={`Key of question ${number}`}
        placeholder={form === 1 ? 'such as 2.5' : 'such as A/B'}
        maxLength={40}
        value={value}
        error={value.trim() === '' ? null : keyFault(value, section)}
        onChange={({ target }) => onKey(target.value)}
      />
    );
  const toggled = (letter: string) => letters.filter((one) => (one === letter ? !value.includes(one) : value.includes(one))).join('');
  return (
    <fieldset className="flex gap-8 min-w-0 m-0 p-0 border-none">
      <legend className="unseen">Key of question {number}</legend>
      {letters.map((letter) => (
        <label key={letter} className={classes.letter}>
          <input
            type={form === 2 ? 'checkbox' : 'radio'}
            name={`key-${number}`}
            checked={value.includes(letter)}
            onChange={() => onKey(form === 2 ? toggled(letter) : letter)}
          />
          <span>{letter}</span>
        </label>
      ))}
    </fieldset>
  );
}

function CropPicture({ crop, number, pageOf }: { crop: PrintedCrop; number: number; pageOf: RowProps['pageOf'] }) {
  const place = useRef<HTMLDivElement>(null);
  const [isFaulty, setFaulty] = useState(false);
  const { pieces } = crop;
  useEffect(() => {
    let isGone = false;
    void drawCrop(pieces, pageOf, widestPicture)
      .then((canvas) => {
        if (!isGone) place.current?.replaceChildren(canvas);
      })
      .catch(() => setFaulty(true));
    return () => {
      isGone = true;
    };
  }, [pieces, pageOf]);
  if (isFaulty) return <p className={classes.unread}>This question cannot be drawn.</p>;
  return <div ref={place} role="img" aria-label={altOf(crop, number)} />;
}
