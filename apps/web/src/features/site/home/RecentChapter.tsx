import { i18n, named } from '../../../platform/language.ts';
import { Link } from '@tanstack/react-router';
import { formatPercent } from '../../../ui/format.ts';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import type { Chapter } from './ChapterCard.tsx';
import classes from './HomePage.module.css';

/** A chapter of the 'Continue Training' strip. */
export function RecentChapter({ chapter }: { chapter: Chapter }) {
  return (
    <li className="relative flex items-center gap-16 p-16 border border-line rounded-card bg-surface hover:border-line-strong">
      <ProgressRing value={chapter.progress} color={subjectColor(chapter.subject_name)} label={i18n.t('Progress')} size={48} />
      <div className={classes.cardName}>
        <h3>
          <Link
            to="/chapter/$id"
            params={{ id: String(chapter.id) }}
            className={`${classes.cardLink} text-inherit no-underline focus-visible:outline-none`}
          >
            {named(chapter.name)}
          </Link>
        </h3>
        <p className="text-14 text-ink-soft">
          {i18n.t(chapter.subject_name)} ·{' '}
          {chapter.accuracy === null
            ? i18n.t('{topic_count, plural, one {# topic} other {# topics}}', { topic_count: chapter.topic_count })
            : i18n.t('{percent} accuracy', { percent: formatPercent(chapter.accuracy) })}
        </p>
      </div>
    </li>
  );
}
