import { useEffect, useEffectEvent, useState } from 'react';
import type { SaveState } from '../engine/save-state.ts';

/** Whether to show the notice about unsent answers of this device: from the opening until it is dismissed or the server has all answers. */
export function useUnsentNotice(hasUnsentAnswers: boolean, saveState: SaveState): [isToSay: boolean, dismiss: () => void] {
  const [isToSay, setToSay] = useState(hasUnsentAnswers);
  const dismiss = useEffectEvent(() => setToSay(false));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- because the engine outside React says when all answers have arrived
    if (saveState === 'saved') dismiss();
  }, [saveState]);
  return [isToSay && saveState !== 'saved', () => setToSay(false)];
}
