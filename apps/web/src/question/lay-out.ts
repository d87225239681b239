import { inIdleTurns } from '../platform/idle.ts';

/** A formula has 20 to 100; a phone lays some ten out in a millisecond. */
const ELEMENTS_A_TURN = 120;

/**
 * Lays an unseen question out in idle moments, first what is no formula, then some formulas a turn; then calls `done`. The style sheet keeps
 * away what is not marked as laid yet. Returns what calls it off.
 */
export function layOutInTurns(slot: HTMLElement, done: () => void): () => void {
  const waiting = [...slot.querySelectorAll('.katex:not([data-laid])')];
  const takeTurn = () => {
    // To ask for a place makes the browser lay out what nobody sees.
    slot.firstElementChild?.getBoundingClientRect();
    if (waiting.length === 0) {
      done();
      return true;
    }
    for (let elements = 0; elements < ELEMENTS_A_TURN && waiting.length > 0; ) {
      const formula = waiting.shift();
      formula?.toggleAttribute('data-laid', true);
      elements += formula?.getElementsByTagName('*').length ?? 0;
    }
    return false;
  };
  // A face that comes later would have it laid out once more, in the step.
  return inIdleTurns(takeTurn, document.fonts.ready);
}
