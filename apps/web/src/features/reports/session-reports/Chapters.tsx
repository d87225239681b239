import { Link } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatMarks, formatNumber } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import classes from './Chapters.module.css';
import { type ReportData, subjectNameOf } from './reports.queries.ts';

/** Chapters that a report shows of each kind before the whole list. */
const preview = 3;

type Chapter = ReportData['chapter_performance'][number]['weak_chapters'][number] & { subject: string };

/** Weak and strong chapters of all subjects, sorted by the marks that they lost or won. */
export function chaptersOf(data: ReportData, kind: 'weak_chapters' | 'strong_chapters', subject_id?: number): Chapter[] {
  return data.chapter_performance
    .filter((row) => subject_id === undefined || row.subject_id === subject_id)
    .flatMap((row) => row[kind].map((chapter) => ({ ...chapter, subject: subjectNameOf(data, row.subject_id) })))
    .toSorted((a, b) => b.marks - a.marks);
}

/** A list of chapters with their right answers and the marks won or lost. */
export function ChapterList({ title, chapters, isWeak }: { title: string; chapters: readonly Chapter[]; isWeak: boolean }) {
  return (
    <section className={card.card} aria-label={title}>
      <h3>{title}</h3>
      <ul className={`lined ${classes.list}`}>
        {chapters.map(({ chapter_name, subject, correct, total, marks }) => (
          <li key={`${subject} ${chapter_name}`}>
            <span className="flex-1 min-w-0 font-medium">
              <Dot color={subjectColor(subject)} />
              {named(chapter_name)}
            </span>
            <span className="text-14 text-ink-soft whitespace-nowrap">
              {i18n.t('{correct} of {total} right', { correct: formatNumber(correct), total: formatNumber(total) })}
            </span>
            <span className="min-w-36 text-end font-bold text-correct tabular data-weak:text-incorrect" data-weak={isWeak || undefined}>
              {formatMarks(isWeak ? -marks : marks)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The three strongest and the three weakest chapters, with a link to all chapters. */
export function ChapterPreview({ id, data }: { id: string; data: ReportData }) {
  const [strong, weak] = [chaptersOf(data, 'strong_chapters'), chaptersOf(data, 'weak_chapters')];
  return (
    <>
      <div className={`grid gap-16 ${classes.columns}`}>
        {strong.length > 0 && <ChapterList title={i18n.t('Strong')} chapters={strong.slice(0, preview)} isWeak={false} />}
        {weak.length > 0 && <ChapterList title={i18n.t('Weak')} chapters={weak.slice(0, preview)} isWeak />}
      </div>
      {(strong.length > preview || weak.length > preview) && (
        <p className={`print:hidden! ${classes.all}`}>
          <Link to="/test_report/$id/chapter_performance" params={{ id }}>
            {i18n.t('View All')}
          </Link>
        </p>
      )}
    </>
  );
}
