import { getChapterQuickpointList, updateStudentQuickpointTag } from '@abhyas/contract/bank/cheat-sheets';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from '../../../platform/call.ts';
import { callOrKept, type Kept } from '../../../platform/kept-answers.ts';
import { i18n } from '../../../platform/language.ts';
import { callKey, queryClient } from '../../../platform/queries.ts';
import { toast } from '../../../ui/toasts.ts';

export type CheatSheet = Kept<Answer<typeof getChapterQuickpointList>>;
export type QuickPoint = CheatSheet['quickpoint_list'][number];
export type Tag = Input<typeof updateStudentQuickpointTag>['tag'];

const FAILED = /*i18n*/ 'Failed to update. Try again after sometime';

export function tagOf({ known_quickpoint_ids, unknown_quickpoint_ids }: CheatSheet, id: number): Tag | null {
  if (known_quickpoint_ids.includes(id)) return 'KNOWN';
  return unknown_quickpoint_ids.includes(id) ? 'UNKNOWN' : null;
}

function withTag(sheet: CheatSheet, id: number, tag: Tag | null): CheatSheet {
  const idsOf = (own: Tag, before: readonly number[]) => [...before.filter((each) => each !== id), ...(tag === own ? [id] : [])];
  return {
    ...sheet,
    known_quickpoint_ids: idsOf('KNOWN', sheet.known_quickpoint_ids),
    unknown_quickpoint_ids: idsOf('UNKNOWN', sheet.unknown_quickpoint_ids),
  };
}

/** The cheat sheet of a chapter. A tag is shown at once, and undone if the server refuses it. */
export function useCheatSheet(chapter_id: number) {
  const query = useQuery<CheatSheet, Error>({
    queryKey: callKey(getChapterQuickpointList, { chapter_id }),
    queryFn: ({ signal }) => callOrKept(getChapterQuickpointList, { chapter_id }, { signal }),
  });
  /** The server's tags of the points that were tagged on this page. */
  const held = useRef(new Map<number, Tag | null>());
  const lastPress = useRef(new Map<number, symbol>());
  const sending = useRef(Promise.resolve());

  const tag = useCallback(
    (quickpoint_id: number, next: Tag) => {
      const key = callKey(getChapterQuickpointList, { chapter_id });
      const show = (shown: Tag | null) =>
        queryClient.setQueryData<CheatSheet>(key, (sheet) => sheet && withTag(sheet, quickpoint_id, shown));
      const sheet = queryClient.getQueryData<CheatSheet>(key);
      if (!held.current.has(quickpoint_id)) held.current.set(quickpoint_id, sheet ? tagOf(sheet, quickpoint_id) : null);
      const press = Symbol(quickpoint_id);
      lastPress.current.set(quickpoint_id, press);
      show(next);
      // Tags are sent one after another, so that the last press arrives last.
      sending.current = sending.current.then(async () => {
        try {
          await call(updateStudentQuickpointTag, { quickpoint_id, tag: next });
          held.current.set(quickpoint_id, next);
        } catch {
          toast.error(i18n.t(FAILED));
          if (lastPress.current.get(quickpoint_id) === press) show(held.current.get(quickpoint_id) ?? null);
        }
      });
    },
    [chapter_id],
  );
  return { query, tag };
}
