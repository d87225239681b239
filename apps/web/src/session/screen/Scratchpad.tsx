import { IconArrowBackUp, IconEraser, IconPencil, IconTrash } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { serverNow } from '../../platform/clock.ts';
import { i18n } from '../../platform/language.ts';
import { findScratchpad, keepScratchpad, type Stroke, trimScratchpads } from '../../platform/scratchpads.ts';
import chips from '../../ui/chips.module.css';
import styles from './Scratchpad.module.css';
import { erased, heightOf, MOST_NUMBERS, pathOf, withPoint } from './strokes.ts';

interface Props {
  student_id: number;
  /** The session and question to which the working belongs. */
  place: string;
  /** Whether a press has just opened it, so that it comes into view. */
  isFresh: boolean;
}

const nothing: readonly Stroke[] = [];
const mostText = 2000;

/** Room for working, by pen, finger or keyboard. It is kept on this device only, by question, and nobody else sees it. */
export default function Scratchpad({ student_id, place, isFresh }: Props) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>(nothing);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState<Stroke | null>(null);
  const [tool, setTool] = useState<'pen' | 'eraser'>('pen');
  const [isKept, setKept] = useState(true);
  /** The line under the pen, which may be ahead of the last render. */
  const drawn = useRef<Stroke>([]);
  const isErasing = useRef(false);
  const changed = useRef(false);
  const heading = useId();
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isFresh) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isFresh]);
  useEffect(() => {
    let isHere = true;
    void findScratchpad(student_id, place).then((pad) => {
      if (!isHere || !pad || changed.current) return;
      setStrokes(pad.strokes);
      setWords(pad.text);
    });
    void trimScratchpads(student_id);
    return () => {
      isHere = false;
    };
  }, [student_id, place]);

  function keep(next: { strokes?: readonly Stroke[]; text?: string }) {
    changed.current = true;
    const pad = {
      student_id,
      place,
      strokes: [...(next.strokes ?? strokes)],
      text: next.text ?? words,
      kept_at: serverNow(),
    };
    void keepScratchpad(pad).then(setKept);
  }
  function change(next: readonly Stroke[]) {
    setStrokes(next);
    keep({ strokes: next });
  }

  const isFull = strokes.reduce((sum, stroke) => sum + stroke.length, 0) >= MOST_NUMBERS;

  /** Places of the pointer since the last event, in thousandths of the pad's width. */
  function placesOf(event: PointerEvent<SVGSVGElement>): [number, number][] {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const events = event.nativeEvent.getCoalescedEvents();
    return (events.length > 0 ? events : [event.nativeEvent]).map(({ clientX, clientY }) => [
      ((clientX - left) * 1000) / width,
      ((clientY - top) * 1000) / width,
    ]);
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (event.button > 0 && event.button !== 5) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Button 5 is the rubber at the other end of a pen.
    isErasing.current = tool === 'eraser' || event.button === 5;
    draw(event, true);
  }
  function draw(event: PointerEvent<SVGSVGElement>, isFirst = false) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const places = placesOf(event);
    if (isErasing.current) {
      const next = places.reduce((left, [x, y]) => erased(left, x, y), strokes);
      if (next !== strokes) change(next);
    } else if (!isFull) {
      drawn.current = places.reduce((stroke, [x, y]) => withPoint(stroke, x, y), isFirst ? [] : drawn.current);
      setCurrent(drawn.current);
    }
  }
  function end() {
    if (drawn.current.length > 0) change([...strokes, drawn.current]);
    drawn.current = [];
    setCurrent(null);
  }

  const height = heightOf(current ? [...strokes, current] : strokes);
  return (
    <section ref={section} className="grid gap-12 p-16 border border-line rounded-card bg-surface max-36:p-12" aria-labelledby={heading}>
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h3 id={heading} className="text-14 font-semibold">
          {i18n.t('Scratchpad')}
        </h3>
        <div className="flex flex-wrap gap-8" role="group" aria-label={i18n.t('Tools')}>
          <button type="button" className={chips.chip} aria-pressed={tool === 'pen'} onClick={() => setTool('pen')}>
            <IconPencil size={18} aria-hidden="true" />
            <span className={styles.word}>{i18n.t('Pen')}</span>
          </button>
          <button type="button" className={chips.chip} aria-pressed={tool === 'eraser'} onClick={() => setTool('eraser')}>
            <IconEraser size={18} aria-hidden="true" />
            <span className={styles.word}>{i18n.t('Eraser')}</span>
          </button>
          <button type="button" className={chips.chip} disabled={strokes.length === 0} onClick={() => change(strokes.slice(0, -1))}>
            <IconArrowBackUp size={18} aria-hidden="true" />
            <span className={styles.word}>{i18n.t('Undo')}</span>
          </button>
          <button type="button" className={chips.chip} disabled={strokes.length === 0} onClick={() => change(nothing)}>
            <IconTrash size={18} aria-hidden="true" />
            <span className={styles.word}>{i18n.t('Clear')}</span>
          </button>
        </div>
      </div>
      <svg
        className={styles.sheet}
        data-tool={tool}
        viewBox={`0 0 1000 ${height}`}
        preserveAspectRatio="xMinYMin meet"
        style={{ aspectRatio: `1000 / ${height}` }}
        role="img"
        aria-label={strokes.length === 0 ? i18n.t('An empty sheet') : i18n.t('Your drawn working')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {strokes.map((stroke, at) => (
          <path key={`${at} ${stroke.length}`} d={pathOf(stroke)} />
        ))}
        {current && <path d={pathOf(current)} />}
      </svg>
      <label className="grid gap-4 text-14 font-semibold">
        {i18n.t('Or type')}
        <textarea
          className={`border border-line-strong rounded-control ${styles.typed}`}
          rows={2}
          value={words}
          maxLength={mostText}
          // Typed letters must not answer the question.
          onKeyDown={(event) => event.stopPropagation()}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            keep({ text: currentTarget.value });
          }}
        />
      </label>
      <p className="text-14 text-ink-soft" role="status">
        {isFull
          ? i18n.t('The sheet is full. Clear it to go on.')
          : isKept
            ? i18n.t('Only on this device. It is not sent and not marked.')
            : i18n.t('This browser keeps nothing: the sheet is lost when you leave the question.')}
      </p>
    </section>
  );
}
