import { Link } from '@tanstack/react-router';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatMarks, formatNumber } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import classes from './Chapters.module.css';
import { type ReportData, subjectNameOf } from './reports.queries.ts';

/** Chapters that a report shows of each kind before the whole list. */
const preview = 3;

type Chapter = ReportData['chapter_performance'][number]['weak_chapters'][number] & { subject: string };

/** Weak and strong chapters over all subjects, what cost or won most first. */
export function chaptersOf(data: ReportData, kind: 'weak_chapters' | 'strong_chapters', subject_id?: number): Chapter[] {
  return data.chapter_performance
    .filter((row) => subject_id === undefined || row.subject_id === subject_id)
    .flatMap((row) => row[kind].map((chapter) => ({ ...chapter, subject: subjectNameOf(data, row.subject_id) })))
    .toSorted((a, b) => b.marks - a.marks);
}

/** A list of chapters with how many were right and the marks they won or lost. */
export function ChapterList({ title, chapters, isWeak }: { title: string; chapters: readonly Chapter[]; isWeak: boolean }) {
  return (
    <section className={card.card} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {chapters.map(({ chapter_name, subject, correct, total, marks }) => (
          <li key={`${subject} ${chapter_name}`}>
            <span className={classes.name}>
              <Dot color={subjectColor(subject)} />
              {chapter_name}
            </span>
            <span className={classes.right}>
              {formatNumber(correct)} of {formatNumber(total)} right
            </span>
            <span className={classes.marks} data-weak={isWeak || undefined}>
              {formatMarks(isWeak ? -marks : marks)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The three strongest and the three weakest chapters, with the way to all. */
export function ChapterPreview({ id, data }: { id: string; data: ReportData }) {
  const [strong, weak] = [chaptersOf(data, 'strong_chapters'), chaptersOf(data, 'weak_chapters')];
  return (
    <>
      <div className={classes.columns}>
        {strong.length > 0 && <ChapterList title="Strong" chapters={strong.slice(0, preview)} isWeak={false} />}
        {weak.length > 0 && <ChapterList title="Weak" chapters={weak.slice(0, preview)} isWeak />}
      </div>
      {(strong.length > preview || weak.length > preview) && (
        <p className={classes.all}>
          <Link to="/test_report/$id/chapter_performance" params={{ id }}>
            View All
          </Link>
        </p>
      )}
    </>
  );
}
