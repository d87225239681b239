import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { typesetAhead } from '../../question/maths.ts';
import { FoldedPassage } from '../../question/Passage.tsx';
import { preloadPictures } from '../../question/Picture.tsx';
import type { Unseen } from '../../question/Question.tsx';
import { type PaperPlace, textsOf } from './paper-places.ts';
import styles from './QuestionSlots.module.css';

/** Shows each question from its top, and makes the others ready in idle moments, the neighbours first. */
export function useStepAhead(places: readonly PaperPlace[], currentIndex: number, scroll: { current: HTMLElement | null }): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => scroll.current?.scrollTo({ top: 0, behavior: 'instant' }));
    const [before, after] = [places.slice(0, currentIndex), places.slice(currentIndex + 1)];
    const near = [...after.slice(0, 1), ...before.slice(-1)];
    preloadPictures(near.map(({ question }) => question.supporting_picture));
    const stopTypesetting = typesetAhead([...near, ...after, ...before].flatMap(textsOf));
    return () => {
      cancelAnimationFrame(frame);
      stopTypesetting();
    };
  }, [places, currentIndex, scroll]);
}

/** What a slot tells the question in it. */
export interface SlotView {
  unseen: Unseen | undefined;
  isSteppedTo: boolean;
}

interface QuestionSlotsProps {
  places: readonly PaperPlace[];
  currentIndex: number;
  children: (place: PaperPlace, view: SlotView) => ReactNode;
}

/**
 * Two slots that the questions of a paper take by turns. One shows; in the other one the next question is laid out unseen in idle moments,
 * a part at a time, so that a step to it has only to paint. Until then it holds the question that was left: to take that away would cost
 * the step time. The passage that was folded last stays folded through all of them.
 */
export function QuestionSlots({ places, currentIndex, children }: QuestionSlotsProps) {
  const [{ shown, left }, setStep] = useState<{ shown: number; left: number | null }>({ shown: currentIndex, left: null });
  if (shown !== currentIndex) setStep({ shown: currentIndex, left: shown % 2 === currentIndex % 2 ? left : shown });
  const [ready, setReady] = useState<{ index: number; part: Unseen } | null>(null);
  const [foldedId, setFoldedId] = useState<number | null>(null);
  const fold = useMemo(() => [foldedId, setFoldedId] as const, [foldedId]);

  const nextIndex = currentIndex + 1;
  const next = left === nextIndex ? undefined : places[nextIndex];
  useEffect(() => {
    if (!next) return;
    let callOff = () => {};
    const layOut = ([part, ...rest]: readonly Unseen[]) => {
      if (part === undefined) return;
      startTransition(() => setReady({ index: next.index, part }));
      callOff = whenIdle(() => layOut(rest));
    };
    const stopTypesetting = typesetAhead(textsOf(next), () => layOut(['text', 'half', 'whole']));
    return () => {
      stopTypesetting();
      callOff();
    };
  }, [next]);

  const unseen = next && ready?.index === nextIndex ? ready : { index: left, part: 'whole' as const };
  const slots = [0, 1].map((slot) => {
    const isShown = currentIndex % 2 === slot;
    const place = places[(isShown ? currentIndex : unseen.index) ?? -1];
    const role = unseen.index === nextIndex ? 'next' : 'left';
    return (
      <div key={slot} className={styles.slot} data-unseen={isShown ? undefined : role}>
        {place && children(place, { unseen: isShown ? undefined : unseen.part, isSteppedTo: left !== null })}
      </div>
    );
  });
  return <FoldedPassage value={fold}>{slots}</FoldedPassage>;
}
