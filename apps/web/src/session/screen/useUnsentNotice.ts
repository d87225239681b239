import { useState } from 'react';
import type { SaveState } from '../engine/save-state.ts';

/** Whether it is to be said that answers of this device could not be sent at the opening: until it is dismissed, or all have arrived. */
export function useUnsentNotice(hasUnsentAnswers: boolean, saveState: SaveState): [isToSay: boolean, dismiss: () => void] {
  const [isToSay, setToSay] = useState(hasUnsentAnswers);
  if (isToSay && saveState === 'saved') setToSay(false);
  return [isToSay, () => setToSay(false)];
}
