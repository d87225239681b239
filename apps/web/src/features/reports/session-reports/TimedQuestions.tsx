import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatNumber, formatTimeSpent } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import classes from './Chapters.module.css';
import { type ReportData, subjectNameOf } from './reports.queries.ts';

type Timed = ReportData['rushed_answers'][number];

function List({ title, questions, data, finding }: { title: string; questions: readonly Timed[]; data: ReportData; finding: string }) {
  return (
    <section className={card.card} aria-label={title}>
      <h3>{title}</h3>
      <p className="text-ink-soft">{finding}</p>
      <ul className={`lined ${classes.list}`}>
        {questions.map(({ question_id, number, subject_id, duration, median }) => (
          <li key={question_id}>
            <span className="flex-1 min-w-0 font-medium">
              <Dot color={subjectColor(subjectNameOf(data, subject_id))} />
              {i18n.t('Question {number}', { number: formatNumber(number) })}
            </span>
            <span className="text-14 text-ink-soft whitespace-nowrap">
              {median === null
                ? formatTimeSpent(duration)
                : i18n.t('{duration}, others {median}', {
                    duration: formatTimeSpent(duration),
                    median: formatTimeSpent(Math.round(median)),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Questions answered too fast, and questions skipped too late. */
export function TimedQuestions({ data }: { data: ReportData }) {
  const { rushed_answers, late_skips } = data;
  return (
    <div className={`grid gap-16 ${classes.columns}`}>
      {rushed_answers.length > 0 && (
        <List
          title={i18n.t('Rushed answers')}
          questions={rushed_answers}
          data={data}
          finding={i18n.t('{count, plural, one {# wrong answer} other {# wrong answers}} given in much less time than others took.', {
            count: rushed_answers.length,
          })}
        />
      )}
      {late_skips.length > 0 && (
        <List
          title={i18n.t('Late skips')}
          questions={late_skips}
          data={data}
          finding={i18n.t('{count, plural, one {# question} other {# questions}} left without an answer after a long look.', {
            count: late_skips.length,
          })}
        />
      )}
    </div>
  );
}
