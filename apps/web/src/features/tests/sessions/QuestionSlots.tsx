import { type ReactNode, startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { inIdleTurns } from '../../../platform/idle.ts';
import { typesetAhead } from '../../../question/maths.ts';
import { FoldedPassage } from '../../../question/Passage.tsx';
import { preloadPictures } from '../../../question/Picture.tsx';
import { type PaperPlace, textsOf } from './paper-places.ts';
import styles from './QuestionSlots.module.css';

/** Scrolls each question to its top, and fetches the pictures of its neighbours. */
export function useStepAhead(places: readonly PaperPlace[], currentIndex: number, scroll: { current: HTMLElement | null }): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => scroll.current?.scrollTo({ top: 0, behavior: 'instant' }));
    const neighbours = [places[currentIndex + 1], places[currentIndex - 1]];
    preloadPictures(neighbours.map((place) => place?.question.supporting_picture ?? null));
    return () => cancelAnimationFrame(frame);
  }, [places, currentIndex, scroll]);
}

/** The facts about its slot that a question needs. */
export interface SlotView {
  isUnseen: boolean;
  isSteppedTo: boolean;
}

interface QuestionSlotsProps {
  places: readonly PaperPlace[];
  currentIndex: number;
  children: (place: PaperPlace, view: SlotView) => ReactNode;
}

/** Number of slots: one for the visible question, one for the question before it, and one for each that is laid out ahead. */
const SLOTS = 4;
const AHEAD = 2;

const slotOf = (index: number): number => index % SLOTS;
const isHeld = (held: readonly (number | null)[], index: number): boolean => held[slotOf(index)] === index;

/**
 * Slots that the questions of a paper take in turn. One is visible; in others the next questions are laid out hidden in idle moments, so
 * that a step to them only paints. A question that was left stays until its slot is needed, because removing it would delay the step. The
 * passage that was folded last stays folded in all slots.
 */
export function QuestionSlots({ places, currentIndex, children }: QuestionSlotsProps) {
  const [held, setHeld] = useState<readonly (number | null)[]>(() => Array.from({ length: SLOTS }, () => null));
  const [laidTo, setLaidTo] = useState(currentIndex);
  /** The question with which the page was opened; null once the student has left it. */
  const [firstIndex, setFirstIndex] = useState<number | null>(currentIndex);
  const [foldedId, setFoldedId] = useState<number | null>(null);
  const fold = useMemo(() => [foldedId, setFoldedId] as const, [foldedId]);
  const elements = useRef<(HTMLDivElement | null)[]>([]);

  const put = (index: number) => setHeld((before) => (isHeld(before, index) ? before : before.with(slotOf(index), index)));
  const isSteppedTo = firstIndex === null || currentIndex !== firstIndex;
  const enter = useEffectEvent((index: number) => {
    put(index);
    if (isSteppedTo) setFirstIndex(null);
  });
  useEffect(() => startTransition(() => enter(currentIndex)), [currentIndex]);

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
      // Reading the position makes the browser lay out the hidden question.
      slot.firstElementChild?.getBoundingClientRect();
      setLaidTo(nextIndex);
      return true;
    };
    // If a font were loaded later, the question would be laid out again during the step.
    return inIdleTurns(layOut, document.fonts.ready);
  }, [next, nextIndex, isNextHeld]);

  const shown = isHeld(held, currentIndex) ? held : held.with(slotOf(currentIndex), currentIndex);
  const slots = shown.map((index, slot) => {
    const isUnseen = index !== currentIndex;
    const place = places[index ?? -1];
    const keep = (element: HTMLDivElement | null) => void (elements.current[slot] = element);
    return (
      <div key={slot} ref={keep} className={styles.slot} data-unseen={isUnseen || undefined}>
        {place && children(place, { isUnseen, isSteppedTo })}
      </div>
    );
  });
  return <FoldedPassage value={fold}>{slots}</FoldedPassage>;
}
