import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { inIdleTurns } from '../../../platform/idle.ts';
import { typesetAhead } from '../../../question/maths.ts';
import { FoldedPassage } from '../../../question/Passage.tsx';
import { preloadPictures } from '../../../question/Picture.tsx';
import { type PaperPlace, textsOf } from './paper-places.ts';
import styles from './QuestionSlots.module.css';

/** Shows each question from its top, with the pictures of its neighbours on their way. */
export function useStepAhead(places: readonly PaperPlace[], currentIndex: number, scroll: { current: HTMLElement | null }): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => scroll.current?.scrollTo({ top: 0, behavior: 'instant' }));
    const neighbours = [places[currentIndex + 1], places[currentIndex - 1]];
    preloadPictures(neighbours.map((place) => place?.question.supporting_picture ?? null));
    return () => cancelAnimationFrame(frame);
  }, [places, currentIndex, scroll]);
}

/** What a slot tells the question in it. */
export interface SlotView {
  isUnseen: boolean;
  isSteppedTo: boolean;
}

interface QuestionSlotsProps {
  places: readonly PaperPlace[];
  currentIndex: number;
  children: (place: PaperPlace, view: SlotView) => ReactNode;
}

/** One for the question that shows, one for the question before it, and one for each that is laid out ahead. */
const SLOTS = 4;
const AHEAD = 2;

const slotOf = (index: number): number => index % SLOTS;
const isHeld = (held: readonly (number | null)[], index: number): boolean => held[slotOf(index)] === index;

/**
 * Slots that the questions of a paper take by turns. One shows; in others the next questions are laid out unseen in idle moments, so that a
 * step to them has only to paint. A question that was left stays until another one takes its slot: to take it away would cost the step
 * time. The passage that was folded last stays folded through all of them.
 */
export function QuestionSlots({ places, currentIndex, children }: QuestionSlotsProps) {
  const [held, setHeld] = useState<readonly (number | null)[]>(() => Array.from({ length: SLOTS }, () => null));
  const [laidTo, setLaidTo] = useState(currentIndex);
  /** Null once it was left. */
  const [firstIndex, setFirstIndex] = useState<number | null>(currentIndex);
  const [foldedId, setFoldedId] = useState<number | null>(null);
  const fold = useMemo(() => [foldedId, setFoldedId] as const, [foldedId]);
  const elements = useRef<(HTMLDivElement | null)[]>([]);

  const put = (index: number) => setHeld((before) => before.with(slotOf(index), index));
  if (!isHeld(held, currentIndex)) put(currentIndex);
  if (firstIndex !== null && currentIndex !== firstIndex) setFirstIndex(null);

  const lastAhead = currentIndex + AHEAD;
  const nextIndex = 1 + (laidTo > currentIndex && laidTo <= lastAhead ? laidTo : currentIndex);
  const next = nextIndex <= lastAhead ? places[nextIndex] : undefined;
  const isNextHeld = isHeld(held, nextIndex);
  useEffect(() => {
    if (next) return typesetAhead(textsOf(next), () => startTransition(() => put(next.index)));
    return typesetAhead([...places.slice(nextIndex), ...places.slice(0, nextIndex)].flatMap(textsOf));
  }, [places, next, nextIndex]);
  useEffect(() => {
    const slot = elements.current[slotOf(nextIndex)];
    if (!next || !isNextHeld || !slot) return;
    const layOut = () => {
      // To ask for a place makes the browser lay out what nobody sees.
      slot.firstElementChild?.getBoundingClientRect();
      setLaidTo(nextIndex);
      return true;
    };
    // A font that arrives later would have it laid out once more, in the step.
    return inIdleTurns(layOut, document.fonts.ready);
  }, [next, nextIndex, isNextHeld]);

  const slots = held.map((index, slot) => {
    const isUnseen = index !== currentIndex;
    const place = places[index ?? -1];
    const keep = (element: HTMLDivElement | null) => void (elements.current[slot] = element);
    return (
      <div key={slot} ref={keep} className={styles.slot} data-unseen={isUnseen || undefined}>
        {place && children(place, { isUnseen, isSteppedTo: firstIndex === null })}
      </div>
    );
  });
  return <FoldedPassage value={fold}>{slots}</FoldedPassage>;
}
