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
  /** Ids of the bookmarked questions as this page knows them, including changes that are being sent. */
  ids: ReadonlySet<number>;
  /** Whether the student is choosing a tag. */
  isAsking: boolean;
  /** Removes the bookmark of a question, or asks for the tag of a new one. */
  press: (question: QuestionContent) => void;
  choose: (tag: BookmarkTag) => void;
  cancel: () => void;
}

/**
 * The bookmarks of the questions that a page shows; `held` are the bookmarked ones according to the server. A change is shown at once, and
 * undone if the server refuses it. Null for a person without bookmarks.
 */
export function useBookmarks(held: readonly number[]): Bookmarks | null {
  const user = useUser();
  const [changes, setChanges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [asking, setAsking] = useState<QuestionContent | null>(null);
  /** The changes of this page that the server accepted. */
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
      // Changes are sent one after another, so that the last press arrives last.
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
