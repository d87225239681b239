import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import * as store from './paper-drafts.store.ts';

/** A draft that may still be changed. Throws `draft_changed` unless the caller has seen its current version. */
export async function draftToChange(context: StaffContext, id: number, version: number, isLocked = false): Promise<store.DraftRow> {
  const draft = await store.findDraft(context, id, { isLocked });
  if (!draft) throw new Problem('not_found');
  if (draft.paper_id !== null)
    throw new Problem(
      'not_possible',
      'This paper was made into a test. To change the paper, delete the test; this is possible until a student has it.',
    );
  if (draft.version !== version) throw new Problem('draft_changed');
  return draft;
}

/** A draft that may be changed, locked until the end of the transaction. Throws as `draftToChange`. */
export const lockDraft = (within: StaffContext, id: number, version: number) => draftToChange(within, id, version, true);
