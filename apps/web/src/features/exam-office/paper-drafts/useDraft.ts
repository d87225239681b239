import type { Answer } from '@abhyas/contract/endpoint';
import {
  addDraftQuestion,
  fillPaperDraft,
  getPaperDraft,
  getPaperDrafts,
  savePaperDraft,
  swapDraftQuestion,
} from '@abhyas/contract/exam-office/paper-drafts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../../platform/call.ts';
import { keepDraft, keptDraft } from '../../../platform/kept-drafts.ts';
import { callKey, queryClient } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { DraftKeeper } from './draft-keeper.ts';

/** The draft that is being edited. It is saved automatically, and unsaved changes stay on the device. */
export function useDraft(draft: Answer<typeof getPaperDraft>) {
  const person_id = useUser()?.id ?? 0;
  const [keeper] = useState(
    () =>
      new DraftKeeper(draft, {
        open: (id) => call(getPaperDraft, { id }),
        save: (change) => call(savePaperDraft, change),
        fill: (change) => call(fillPaperDraft, change),
        swap: (change) => call(swapDraftQuestion, change),
        add: (change) => call(addDraftQuestion, change),
        kept: () => keptDraft('paper', person_id, draft.id),
        keep: (content) => keepDraft('paper', person_id, draft.id, content),
        later: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  useEffect(() => {
    const send = () => void keeper.flush();
    addEventListener('online', send);
    return () => {
      removeEventListener('online', send);
      send();
      // The next visit must not begin with the draft as it was when this visit began.
      queryClient.removeQueries({ queryKey: callKey(getPaperDraft, { id: draft.id }) });
      void queryClient.invalidateQueries({ queryKey: [getPaperDrafts.route] });
    };
  }, [keeper, draft.id]);
  return { keeper, state: useSyncExternalStore(keeper.subscribe, keeper.read) };
}
