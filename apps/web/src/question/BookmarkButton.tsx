import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { i18n } from '../platform/language.ts';
import buttons from '../ui/buttons.module.css';
import styles from './BookmarkButton.module.css';
import type { QuestionContent } from './question-content.ts';
import type { Bookmarks } from './useBookmarks.ts';

interface BookmarkButtonProps {
  /** Null for a person without bookmarks, to whom the button is not shown. */
  bookmarks: Bookmarks | null;
  question: QuestionContent;
  /** The question's number on this screen. */
  number: number;
}

/** Bookmarks a question, or removes its bookmark. */
export const BookmarkButton = memo(function BookmarkButton({ bookmarks, question, number }: BookmarkButtonProps) {
  if (!bookmarks) return null;
  const isBookmarked = bookmarks.ids.has(question.id);
  const Icon = isBookmarked ? IconBookmarkFilled : IconBookmark;
  return (
    <button
      type="button"
      className={`${buttons.icon} ${styles.button}`}
      aria-pressed={isBookmarked}
      aria-label={i18n.t('Bookmark question {number}', { number })}
      title={isBookmarked ? i18n.t('Bookmarked') : i18n.t('Bookmark')}
      onClick={() => bookmarks.press(question)}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  );
});
