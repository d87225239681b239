import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useUser } from '../../../platform/user.ts';
import { mathsState, subscribeMaths, typesetAhead } from '../../../question/maths.ts';
import { questionTexts } from '../../../question/question-content.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { plural } from '../../../ui/format.ts';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { AnswerSheet } from './AnswerSheet.tsx';
import { keyBlocks, paperBlocks, solutionBlocks } from './Blocks.tsx';
import { factsInHindi, hindi } from './paper-in-hindi.ts';
import classes from './Print.module.css';
import type { Choices } from './PrintChoices.tsx';
import { misfitsOf, type PrintedKey, type PrintedPaper, type SetSection, sectionsOfSet, sheetSectionsOf, totalMarks } from './set-paper.ts';
import { type PartContent, TypesetPart } from './TypesetPart.tsx';

/** The width of a page in px. */
const pageWidth = (210 * 96) / 25.4;

interface Props {
  paper: PrintedPaper;
  kind: 'draft' | 'test';
  choices: Choices;
  keys: readonly PrintedKey[] | null;
  /** Called with true once the pages are laid out and can be printed, and with false before. */
  onReady: (isReady: boolean) => void;
}

/** Whether all formulas of the paper and its solutions are typeset, which happens in idle moments. */
function useTypeset(paper: PrintedPaper, keys: readonly PrintedKey[] | null, hasHindi: boolean): boolean {
  const [typeset, setTypeset] = useState<unknown>(null);
  const texts = useMemo(
    () => [
      ...paper.questions.flatMap(questionTexts),
      ...paper.comprehension_questions.map(({ comprehension_text }) => comprehension_text),
      ...(hasHindi
        ? [
            ...paper.translated.questions.flatMap(({ question_text, options }) => [question_text, ...(options ?? [])]),
            ...paper.translated.passages.map(({ comprehension_text }) => comprehension_text),
          ]
        : []),
      ...(keys ?? []).flatMap(({ solution_text, numerical_notes }) => [solution_text, numerical_notes]),
    ],
    [paper, keys, hasHindi],
  );
  useEffect(() => typesetAhead(texts, () => setTypeset(texts)), [texts]);
  return typeset === texts;
}

/** The chosen parts as pages, scaled to the width of the screen. */
export function PrintPreview({ paper, kind, choices, keys, onReady }: Props) {
  const institute = useUser();
  const name = institute?.membership?.institute_name ?? '';
  const logo = institute?.institute_brand?.logo;
  const brand = { name, logo: logo ? `/api/pictures/${logo}` : null };
  const isTypeset = useTypeset(paper, keys, choices.hasHindi);
  const maths = useSyncExternalStore(subscribeMaths, mathsState);
  const { set, mark, hasHindi } = choices;
  const sections = useMemo(() => sectionsOfSet(paper, set, hasHindi), [paper, set, hasHindi]);
  const contents = partsOf(paper, choices, sections, keys, brand);
  const [done, setDone] = useState<ReadonlyMap<string, number>>(new Map());
  // The pages of a part stay laid out until one of these choices changes.
  const hasSheet = choices.parts.includes('sheet');
  const round = `${set} ${choices.rough} ${hasHindi} ${hasSheet} ${paper.sets_move_options} ${paper.questions.map(({ id }) => id).join()}`;
  const isReady = isTypeset && choices.parts.length > 0 && contents.every(({ name: part }) => done.has(`${part} ${round}`));
  useEffect(() => {
    onReady(isReady);
    return () => onReady(false);
  }, [isReady, onReady]);
  const lost = contents.reduce((sum, { name: part }) => sum + (done.get(`${part} ${round}`) ?? 0), 0);
  const misfits = keys && hasSheet ? misfitsOf(sections, keys) : [];
  const note = useCallback((part: string, pictures: number) => setDone((known) => new Map(known).set(part, pictures)), []);
  const place = useScale();
  const pagesOf = (part: PartContent) => (
    <Noted
      key={`${part.name} ${round}`}
      name={`${part.name} ${round}`}
      part={part}
      frame={{ institute: name, title: `${paper.name} · Set ${set}`, mark: mark.trim() }}
      onNote={note}
    />
  );
  return (
    <div ref={place} className="grid justify-items-center gap-24 overflow-hidden print:block print:overflow-visible">
      <div className="print:hidden!" role="status">
        {!isReady && choices.parts.length > 0 && 'The pages are being set …'}
        {choices.parts.length === 0 && 'Choose at least one part.'}
      </div>
      <div className="print:hidden!">
        {maths === 'failed' && <AlertLine>The formulas could not be loaded. Load this page again before you print.</AlertLine>}
        {misfits.length > 0 && (
          <AlertLine>
            {`The ${misfits.length === 1 ? 'answer to question' : 'answers to the questions'} ${misfits.join(', ')} ${misfits.length === 1 ? 'has' : 'have'} more digits than the answer sheet has columns.`}
          </AlertLine>
        )}
        {lost > 0 && <AlertLine>{plural(lost, 'picture')} did not load. Load this page again before you print.</AlertLine>}
      </div>
      {isTypeset && choices.parts.includes('paper') && contents.slice(0, 1).map(pagesOf)}
      {hasSheet && (
        <AnswerSheet
          name={paper.name}
          institute={brand}
          mark={mark.trim()}
          code={{ kind, id: paper.id, set }}
          sections={sheetSectionsOf(sections)}
        />
      )}
      {isTypeset && contents.slice(choices.parts.includes('paper') ? 1 : 0).map(pagesOf)}
    </div>
  );
}

/** A part that reports when its pages are laid out. */
function Noted({
  name,
  onNote,
  ...part
}: { name: string; onNote: (name: string, lostPictures: number) => void } & Omit<Parameters<typeof TypesetPart>[0], 'onReady'>) {
  const onReady = useCallback((lostPictures: number) => onNote(name, lostPictures), [name, onNote]);
  return <TypesetPart {...part} onReady={onReady} />;
}

/** Sets the scale of the pages on the screen so that a page fits the width. */
function useScale() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--scale', String(Math.min(1, element.clientWidth / pageWidth)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return place;
}

interface Brand {
  name: string;
  logo: string | null;
}

function partsOf(
  paper: PrintedPaper,
  { parts, set, rough, hasHindi }: Choices,
  sections: readonly SetSection[],
  keys: readonly PrintedKey[] | null,
  brand: Brand,
): PartContent[] {
  const head = (title: ReactNode, more?: ReactNode) => (
    <Head brand={brand} name={paper.name} set={set} title={title}>
      {more}
    </Head>
  );
  const facts = `${paper.exam} · ${plural(paper.questions.length, 'question')} · ${totalMarks(sections)} marks · ${formatMinutes(paper.test_duration)}`;
  const two = { columns: 2, gaps: { column: 8, block: 3.2 } };
  const contents: PartContent[] = [];
  if (parts.includes('paper')) {
    const hasSheet = parts.includes('sheet');
    const roughWords = hasHindi ? { roughWords: `Space for rough work · ${hindi.roughWork}` } : {};
    const bothFacts = (
      <Both hindi={hasHindi && factsInHindi(paper.questions.length, totalMarks(sections), paper.test_duration)}>{facts}</Both>
    );
    const instructions = <Instructions sections={sections} set={set} hasSheet={hasSheet} hasHindi={hasHindi} rough={rough} />;
    contents.push({
      name: 'Question paper',
      head: head(bothFacts, instructions),
      blocks: paperBlocks(sections),
      rough,
      ...roughWords,
      ...two,
    });
  }
  if (keys && parts.includes('key'))
    contents.push({
      name: 'Key',
      head: head('Key'),
      blocks: keyBlocks(sections, keys),
      columns: 5,
      gaps: { column: 5, block: 1 },
      rough: 'none',
    });
  if (keys && parts.includes('solutions'))
    contents.push({ name: 'Solutions', head: head('Solutions'), blocks: solutionBlocks(sections, keys), rough: 'none', ...two });
  return contents;
}

interface HeadProps {
  brand: Brand;
  name: string;
  set: string;
  title: ReactNode;
  children: ReactNode;
}

/** A sentence, with its Hindi on a line below in a paper of both languages. */
const Both = ({ hindi: below, children }: { hindi: string | false; children: ReactNode }) => (
  <>
    {children}
    {below !== false && (
      <span lang="hi" className="block">
        {below}
      </span>
    )}
  </>
);

/** The head of the first page: the institute, the paper and the set. */
function Head({ brand, name, set, title, children }: HeadProps) {
  return (
    <>
      <div className={classes.brand}>
        {brand.logo && <img src={brand.logo} alt="" />}
        <div>
          <p>{brand.name}</p>
          <h2>{name}</h2>
          <p className={classes.rules}>{title}</p>
        </div>
        <p className={classes.set}>
          Set <strong>{set}</strong>
        </p>
      </div>
      {children}
    </>
  );
}

interface InstructionsProps {
  sections: readonly SetSection[];
  set: string;
  hasSheet: boolean;
  hasHindi: boolean;
  rough: Choices['rough'];
}

function Instructions({ sections, set, hasSheet, hasHindi, rough }: InstructionsProps) {
  const { length } = sections;
  return (
    <>
      <div className={`${classes.person} flex gap-[8mm] pt-[4mm] pb-[3mm]`}>
        <span>Name{hasHindi && <Beside>{hindi.name}</Beside>}</span>
        <span>Roll number{hasHindi && <Beside>{hindi.rollNumber}</Beside>}</span>
      </div>
      <div className={classes.instructions}>
        <h3>Instructions{hasHindi && <Beside>{hindi.instructions}</Beside>}</h3>
        <ol>
          <li>
            <Both hindi={hasHindi && hindi.sections(length)}>
              The paper has {plural(length, 'section')}. Form and marks of the questions stand at the beginning of{' '}
              {length === 1 ? 'it' : 'each'}.
            </Both>
          </li>
          {hasSheet && (
            <li>
              <Both hindi={hasHindi && hindi.sameSet(set)}>
                Check that your answer sheet is of set {set} too, and enter each answer at the number of the question.
              </Both>
            </li>
          )}
          {hasHindi && (
            <li>
              <Both hindi={hindi.englishCounts}>Where the English and the Hindi of a question differ, the English counts.</Both>
            </li>
          )}
          {rough !== 'none' && (
            <li>
              <Both hindi={hasHindi && hindi.roughOnlyThere}>Do rough work only in the space for it.</Both>
            </li>
          )}
          <li>
            <Both hindi={hasHindi && hindi.wait}>Do not open the paper before you are told to.</Both>
          </li>
        </ol>
      </div>
    </>
  );
}

/** A word in Hindi beside its English. */
const Beside = ({ children }: { children: string }) => <i lang="hi"> · {children}</i>;
