import type { Value } from '@abhyas/contract/endpoint';
import type { ChapterCard as ChapterCardSchema } from '@abhyas/contract/bank/catalogue';
import { Link } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import { Figures } from '../../../ui/Figures.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../../ui/format.ts';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import classes from './HomePage.module.css';

export type Chapter = Value<typeof ChapterCardSchema>;

/** A chapter with the student's own figures; the whole card leads to it. */
export function ChapterCard({ chapter }: { chapter: Chapter }) {
  return (
    <li className={classes.card}>
      <div className="flex justify-between gap-16">
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
            {i18n.t('{topic_count, plural, one {# topic} other {# topics}}', { topic_count: chapter.topic_count })}
          </p>
        </div>
        <ProgressRing value={chapter.progress} color={subjectColor(chapter.subject_name)} label={i18n.t('Progress')} />
      </div>
      <Figures
        figures={[
          [i18n.t('Accuracy'), formatPercent(chapter.accuracy)],
          [i18n.t('Incorrect'), formatNumber(chapter.incorrect)],
          [i18n.t('Speed'), chapter.avg_speed === null ? '–' : formatDuration(chapter.avg_speed)],
        ]}
      />
    </li>
  );
}
