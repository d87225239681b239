import { useLayoutEffect, useRef } from 'react';
import { keypadKeyOf } from '../../../question/Keypad.tsx';

export interface TestKeys {
  isNumerical: boolean;
  hasAnswer: boolean;
  select: (option: number) => void;
  pressKeypad: (key: string) => void;
  prev: () => void;
  next: () => void;
  mark: () => void;
  clear: () => void;
  openPalette: () => void;
  openHelp: () => void;
  /** Whether no key has an effect, as in the real exam. */
  isOff?: boolean;
}

const options: Record<string, number> = { 1: 1, 2: 2, 3: 3, 4: 4, a: 1, b: 2, c: 3, d: 4 };

/** Handles a key. Returns whether the key has a meaning here. */
function act(event: KeyboardEvent, keys: TestKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'arrowleft') keys.prev();
  else if (key === 'arrowright') keys.next();
  else if (key === 'm') keys.mark();
  else if (key === 'p') keys.openPalette();
  else if (key === '?') keys.openHelp();
  // C chooses option C, or clears a given answer. It never changes one answer into another.
  else if (key === 'c' && (keys.isNumerical || keys.hasAnswer)) keys.clear();
  else if (keys.isNumerical) {
    const pressed = keypadKeyOf(event);
    if (!pressed) return false;
    keys.pressKeypad(pressed);
  } else {
    const option = options[key];
    if (option === undefined) return false;
    keys.select(option);
  }
  return true;
}

/** Handles the keys of the test screen, except while the student types or a dialog is open. */
export function useTestKeys(keys: TestKeys): void {
  const latest = useRef(keys);
  // Before the question is drawn: a key that is pressed as soon as it is seen must not be lost.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (latest.current.isOff === true) return;
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || target.closest('input, textarea, select, [role="dialog"]') || document.querySelector('[role="dialog"]'))
        return;
      if (act(event, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
