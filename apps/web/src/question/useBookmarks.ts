import { getBookmarkedQuestion, updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import type { Input } from '@abhyas/contract/endpoint';
import { useCallback, useMemo, useRef, useState } from 'react';
import { call, OFFLINE_WORDS } from '../platform/call.ts';
import { messageOf } from '../platform/failure.ts';
import { queryClient } from '../platform/queries.ts';
import { isTrainee, useUser } from '../platform/user.ts';
import { toast } from '../ui/toasts.ts';
import type { QuestionContent } from './question-content.ts';

export type BookmarkTag = NonNullable<Input<typeof updateQuestionBookmarkStatus>['tag']>;

export interface Bookmarks {
  /** Questions that are bookmarked as far as this page knows, what is on its way included. */
  ids: ReadonlySet<number>;
  /** A tag is being chosen. */
  isAsking: boolean;
  /** Takes the bookmark of a question away, or asks for the tag of a new one. */
  press: (question: QuestionContent) => void;
  choose: (tag: BookmarkTag) => void;
  cancel: () => void;
}

/**
 * The bookmarks of the questions that a page shows; `held` are those it came with. A change shows at once and is taken back when the server
 * does not take it. Null for who has none.
 */
export function useBookmarks(held: readonly number[]): Bookmarks | null {
  const user = useUser();
  const [changes, setChanges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [asking, setAsking] = useState<QuestionContent | null>(null);
  /** What the server took of this page's changes. */
  const taken = useRef(new Map<number, boolean>());
  const lastPress = useRef(new Map<number, symbol>());
  const sending = useRef(Promise.resolve());

  const ids = useMemo(() => {
    const known = new Set(held);
    for (const [id, isBookmarked] of changes) {
      if (isBookmarked) known.add(id);
      else known.delete(id);
    }
    return known;
  }, [held, changes]);

  const change = useCallback(
    ({ id, question_type }: QuestionContent, is_bookmarked: boolean, tag?: BookmarkTag) => {
      const press = Symbol(id);
      lastPress.current.set(id, press);
      const show = (isShown: boolean) => setChanges((before) => new Map(before).set(id, isShown));
      const send = async () => {
        try {
          await call(updateQuestionBookmarkStatus, { question_id: id, is_bookmarked, question_type, ...(tag && { tag }) });
          taken.current.set(id, is_bookmarked);
          void queryClient.invalidateQueries({ queryKey: [getBookmarkedQuestion.route], refetchType: 'none' });
        } catch (failure) {
          toast.error(messageOf(failure));
          if (lastPress.current.get(id) === press) show(taken.current.get(id) ?? held.includes(id));
        }
      };
      show(is_bookmarked);
      // One after another, so that what was pressed last arrives last.
      sending.current = sending.current.then(send);
    },
    [held],
  );

  const press = useCallback(
    (question: QuestionContent) => {
      if (!navigator.onLine) toast.error(OFFLINE_WORDS);
      else if (ids.has(question.id)) change(question, false);
      else setAsking(question);
    },
    [ids, change],
  );
  const choose = useCallback(
    (tag: BookmarkTag) => {
      setAsking(null);
      if (!navigator.onLine) toast.error(OFFLINE_WORDS);
      else if (asking) change(asking, true, tag);
    },
    [asking, change],
  );
  const cancel = useCallback(() => setAsking(null), []);

  const isAsking = asking !== null;
  const bookmarks = useMemo(() => ({ ids, isAsking, press, choose, cancel }), [ids, isAsking, press, choose, cancel]);
  return user && isTrainee(user) ? bookmarks : null;
}
