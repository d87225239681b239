import { type getPaperQuestionReports, problemLabels } from '@abhyas/contract/exam-office/question-reports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Link } from '@tanstack/react-router';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import classes from './TestResultsPage.module.css';

export type QuestionReports = Answer<typeof getPaperQuestionReports>['questions'][number];

const labels = new Map<number, string>(problemLabels);

/** The students' reports on a question, beside its key. */
export function ReportedErrors({ reported: { is_own, report_count, reports } }: { reported: QuestionReports }) {
  return (
    <section className={`pt-16 border-t border-line ${classes.reported}`} aria-labelledby="reported">
      <h4 id="reported">{plural(report_count, 'report')} of errors</h4>
      <ul>
        {reports.map(({ problem_type, message, reported_at }, at) => (
          <li key={`${reported_at} ${at}`}>
            <strong>{labels.get(problem_type)}</strong>
            {message !== null && <span>{message}</span>}
            <small>{formatDate(reported_at)}</small>
          </li>
        ))}
      </ul>
      {report_count > reports.length && <p className="text-14 text-ink-soft">and {formatNumber(report_count - reports.length)} earlier</p>}
      <p className="text-14 text-ink-soft">
        A corrected key closes them.{' '}
        {is_own ? (
          <Link to="/staff/question_reports">Answer them</Link>
        ) : (
          'The question is a shared one: its reports are answered by the operator.'
        )}
      </p>
    </section>
  );
}
