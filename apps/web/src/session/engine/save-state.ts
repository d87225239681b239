import { changedCount, isEditSent, type SessionState } from '@abhyas/exam/tests/session';

/** `kept`: the device has the answer, and it will be sent soon. `not_saved`: neither the server nor the device has the answer yet. */
export type SaveState = 'saved' | 'saving' | 'kept' | 'on_device' | 'not_saved' | 'refused';

interface Keeping {
  state: SessionState;
  refusals: ReadonlyMap<number, string>;
  /** Whether an upload has failed, or waits for a new sign-in. */
  isHeldUp: boolean;
  isStoredOnDevice: boolean;
}

/** The save state of a whole session. */
export function saveStateOf({ state, refusals, isHeldUp, isStoredOnDevice }: Keeping): SaveState {
  if (changedCount(state) === 0) return refusals.size > 0 ? 'refused' : 'saved';
  if (!isHeldUp) return isStoredOnDevice ? 'kept' : 'saving';
  return isStoredOnDevice ? 'on_device' : 'not_saved';
}

/** The save state of one question, for the palette. */
export function questionSaveStateOf(keeping: Keeping, question_id: number): SaveState {
  if (keeping.refusals.has(question_id)) return 'refused';
  return isEditSent(keeping.state, question_id) ? 'saved' : saveStateOf(keeping);
}
