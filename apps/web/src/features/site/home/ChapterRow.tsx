import { i18n, named } from '../../../platform/language.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Chapter } from './ChapterCard.tsx';
import classes from './HomePage.module.css';

/** A chapter that is not begun, with its name and its number of questions, but without figures that would be zero. */
export function ChapterRow({ chapter }: { chapter: Chapter }) {
  return (
    <li>
      <Link
        to="/chapter/$id"
        params={{ id: String(chapter.id) }}
        className={`flex items-center gap-12 text-ink no-underline ${classes.row}`}
      >
        <span className="flex-1 min-w-0 leading-snug font-medium">{named(chapter.name)}</span>
        <span className="text-14 text-ink-soft">
          {i18n.t('{topic_count, plural, one {# topic} other {# topics}}', { topic_count: chapter.topic_count })}
        </span>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  );
}
