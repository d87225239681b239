import { i18n, named } from '../../../platform/language.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import textStyles from '../../../ui/text.module.css';
import type { Chapter } from './ChapterCard.tsx';
import layout from '../../../ui/layout.module.css';
import classes from './HomePage.module.css';

/** A chapter that is not begun, with its name and its number of questions, but without figures that would be zero. */
export function ChapterRow({ chapter }: { chapter: Chapter }) {
  return (
    <li>
      <Link to="/chapter/$id" params={{ id: String(chapter.id) }} className={`${layout.row12} ${textStyles.plainLink} ${classes.row}`}>
        <span className={`${layout.fill} ${classes.rowName}`}>{named(chapter.name)}</span>
        <span className={textStyles.soft}>
          {i18n.t('{topic_count, plural, one {# topic} other {# topics}}', { topic_count: chapter.topic_count })}
        </span>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  );
}
