import type { getQuestionStatistics } from '@abhyas/contract/exam-office/results';
import type { Answer } from '@abhyas/contract/endpoint';
import { IconAlertTriangle, IconLanguage, IconMessageReport, IconTargetOff, IconTrendingDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, plural } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import type { QuestionReports } from './ReportedErrors.tsx';
import classes from './TestResultsPage.module.css';

export type QuestionRow = Answer<typeof getQuestionStatistics>['questions'][number];

const doubts: Record<QuestionRow['doubts'][number], { words: string; Icon: typeof IconAlertTriangle }> = {
  other_option_chosen_more: { words: 'A wrong option beats the key', Icon: IconAlertTriangle },
  best_students_wrong: { words: 'The best students are wrong', Icon: IconTrendingDown },
  harder_in_hindi: { words: 'Harder in Hindi', Icon: IconLanguage },
  harder_in_english: { words: 'Harder in English', Icon: IconLanguage },
  nearly_nobody_right: { words: 'Nearly nobody right', Icon: IconTargetOff },
};

/** The weight by which questions are sorted. Questions whose key is most likely wrong have the lowest weight. */
const weightOf = ({ doubts: found }: QuestionRow) => Math.min(9, ...found.map((doubt) => Object.keys(doubts).indexOf(doubt)));

interface Props {
  questions: readonly QuestionRow[];
  /** The students' reports, by question. */
  reports: ReadonlyMap<number, QuestionReports>;
  openId: number | null;
  onOpen: ((id: number) => void) | null;
}

/** Questions with their figures: only the doubtful and the reported ones, or all questions with these first. */
export function OddQuestions({ questions, reports, openId, onOpen }: Props) {
  const [isAll, setAll] = useState(false);
  const isOdd = ({ doubts: found, question_id }: QuestionRow) => found.length > 0 || reports.has(question_id);
  const odd = questions.filter(isOdd).toSorted((a, b) => weightOf(a) - weightOf(b) || a.number - b.number);
  const shown = isAll ? [...odd, ...questions.filter((question) => !isOdd(question))] : odd;
  return (
    <>
      <div className="flex items-center justify-between gap-12">
        <h3 id="questions">{isAll ? 'All questions, the odd ones first' : 'Questions, the odd ones first'}</h3>
        <span className="text-15 text-ink-soft">
          {formatNumber(shown.length)} of {formatNumber(questions.length)}
        </span>
      </div>
      {shown.length === 0 && <p className="text-15 text-ink-soft">None: most of the good students chose the key of each question.</p>}
      <ul className={classes.questions}>
        {shown.map((question) => (
          <li key={question.question_id}>
            <button
              type="button"
              className={`flex items-center gap-16 ${classes.question}`}
              disabled={onOpen === null}
              aria-current={question.question_id === openId || undefined}
              onClick={() => onOpen?.(question.question_id)}
            >
              <QuestionLine question={question} reported={reports.get(question.question_id)?.report_count ?? 0} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="min-h-44 p-0 text-14 font-semibold text-accent" onClick={() => setAll(!isAll)}>
        {isAll ? 'Only the odd ones' : `All ${formatNumber(questions.length)} questions`}
      </button>
    </>
  );
}

function QuestionLine({ question, reported }: { question: QuestionRow; reported: number }) {
  const { number, subject_name, chapter_name, facility, correction } = question;
  const [first] = question.doubts;
  const doubt = first && doubts[first];
  return (
    <>
      <strong className="w-32 max-36:w-24 tabular">{number}</strong>
      <span className={`flex-1 min-w-0 ${classes.what}`}>
        {doubt ? (
          <strong>
            <doubt.Icon size={16} aria-hidden /> {doubt.words}
          </strong>
        ) : (
          <strong>{chapter_name}</strong>
        )}
        <small>
          <i className="inline-block size-8 mr-6 rounded-[50%]" aria-hidden style={{ background: subjectColor(subject_name) }} />
          {doubt ? chapter_name : subject_name}
          {correction === 'dropped' && ' · dropped'}
          {correction === 'bonus' && ' · bonus'}
          {reported > 0 && (
            <span className="inline-flex items-center gap-4 ml-8 text-warning whitespace-nowrap">
              <IconMessageReport size={14} aria-hidden /> {plural(reported, 'report')}
            </span>
          )}
        </small>
      </span>
      <Chosen question={question} />
      <span className={`${classes.right} min-w-44 text-end whitespace-nowrap`}>
        <strong className="tabular">{facility === null ? '–' : `${Math.round(100 * facility)}%`}</strong>
        <small>right</small>
      </span>
    </>
  );
}

/** The number of choices of each option: the key is underlined in green, an option chosen more often in amber. */
function Chosen({ question: { question_type, chosen, accepted_answers, doubts: found } }: { question: QuestionRow }) {
  if (question_type === 1) return <span className={`flex items-end gap-10 w-84 text-12 text-ink-soft ${classes.chosen}`} />;
  const most = Math.max(1, ...chosen);
  const isKey = (option: number) => accepted_answers.some((key) => key === option || (Array.isArray(key) && key.includes(option)));
  const rival = found.includes('other_option_chosen_more') ? chosen.indexOf(Math.max(...chosen)) + 1 : 0;
  return (
    <span
      className={`flex items-end gap-10 w-84 text-12 text-ink-soft ${classes.chosen}`}
      role="img"
      aria-label={chosen.map((count, at) => `Option ${at + 1}${isKey(at + 1) ? ' (key)' : ''}: ${count}`).join(', ')}
    >
      {chosen.map((count, at) => (
        <span key={at} data-key={isKey(at + 1) || undefined} data-rival={at + 1 === rival || undefined}>
          <i style={{ blockSize: `${Math.max(2, (24 * count) / most)}px` }} />
          {at + 1}
        </span>
      ))}
    </span>
  );
}
