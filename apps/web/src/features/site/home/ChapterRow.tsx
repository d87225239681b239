import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { plural } from '../../../ui/format.ts';
import type { Chapter } from './ChapterCard.tsx';
import classes from './HomePage.module.css';

/** A chapter that is not begun: its name and its size, no zeros. */
export function ChapterRow({ chapter }: { chapter: Chapter }) {
  return (
    <li>
      <Link to="/chapter/$id" params={{ id: String(chapter.id) }} className={classes.row}>
        <span className={classes.rowName}>{chapter.name}</span>
        <span className={classes.soft}>{plural(chapter.topic_count, 'topic')}</span>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  );
}
