import { changedCount, isEditSent, type SessionState } from '@abhyas/exam/tests/session';

/** `not_saved`: neither the server nor the device has it yet. */
export type SaveState = 'saved' | 'saving' | 'on_device' | 'not_saved' | 'refused';

interface Keeping {
  state: SessionState;
  refusals: ReadonlyMap<number, string>;
  /** An upload has failed, or waits for a sign-in. */
  isHeldUp: boolean;
  isStoredOnDevice: boolean;
}

/** Where the answers of a whole session are. */
export function saveStateOf({ state, refusals, isHeldUp, isStoredOnDevice }: Keeping): SaveState {
  if (changedCount(state) === 0) return refusals.size > 0 ? 'refused' : 'saved';
  if (!isHeldUp) return 'saving';
  return isStoredOnDevice ? 'on_device' : 'not_saved';
}

/** Where the answer to one question is, for the palette. */
export function questionSaveStateOf(keeping: Keeping, question_id: number): SaveState {
  if (keeping.refusals.has(question_id)) return 'refused';
  return isEditSent(keeping.state, question_id) ? 'saved' : saveStateOf(keeping);
}
