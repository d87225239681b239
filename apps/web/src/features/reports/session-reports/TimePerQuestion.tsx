import { SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatDuration, formatLongDuration, formatTimeSpent } from '../../../ui/format.ts';
import { ChartTable } from './ChartTable.tsx';
import { type ReportData, subjectNameOf } from './reports.queries.ts';
import { onDemand } from '../../../ui/on-demand.tsx';

const QuestionTimeChart = onDemand(() => import('./QuestionTimeChart.tsx'), { fallback: <Skeleton className="h-236" /> });

type Questions = ReportData['time_per_question'][number]['questions'];

const words = {
  '1': /*i18n*/ 'Correct',
  '-1': /*i18n*/ 'Incorrect',
  '0': /*i18n*/ 'Unattempted',
  '2': /*i18n*/ 'Not counted',
} as const;

function findingOf(questions: Questions, subject: string): string {
  const [longest] = questions.toSorted((a, b) => b.duration - a.duration);
  const seconds = questions.reduce((sum, { duration }) => sum + duration, 0);
  if (!longest || seconds === 0) return i18n.t('No time was spent on {subject}.', { subject });
  const mean = Math.round(seconds / questions.length);
  const whole = seconds < 60 ? seconds : Math.round(seconds / 60) * 60;
  return i18n.t('{subject} took {whole}, {mean} a question; question {number} took longest: {duration}.', {
    subject,
    whole: formatLongDuration(whole),
    mean: formatDuration(mean),
    number: longest.number,
    duration: formatDuration(longest.duration),
  });
}

/** The time of each question, one subject at a time: a sentence, a chart, and the chart's figures as a table. */
export function TimePerQuestion({ data }: { data: ReportData }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const subject = data.time_per_question.find(({ subject_id }) => String(subject_id) === chosen) ?? data.time_per_question[0];
  if (!subject) return null;
  const name = i18n.t(subjectNameOf(data, subject.subject_id));
  const hasMedians = subject.questions.some(({ median }) => median !== null);
  return (
    <div className={card.card}>
      {data.time_per_question.length > 1 && (
        <SegmentedControl
          mb="md"
          aria-label={i18n.t('Subject')}
          value={String(subject.subject_id)}
          onChange={setChosen}
          data={data.time_per_question.map(({ subject_id }) => ({
            value: String(subject_id),
            label: i18n.t(subjectNameOf(data, subject_id)),
          }))}
        />
      )}
      <p className="max-w-[60ch] leading-text font-[550]">{findingOf(subject.questions, name)}</p>
      <div aria-hidden>
        <QuestionTimeChart questions={subject.questions} />
      </div>
      <ChartTable
        columns={[i18n.t('Question'), i18n.t('Your time'), ...(hasMedians ? [i18n.t('Median')] : []), i18n.t('Result')]}
        rows={subject.questions.map(({ question_id, number, duration, median, result }) => (
          <tr key={question_id}>
            <th scope="row">{number}</th>
            <td>{formatTimeSpent(duration)}</td>
            {hasMedians && <td>{median === null ? '–' : formatTimeSpent(Math.round(median))}</td>}
            <td>{result === null ? '–' : i18n.t(words[result])}</td>
          </tr>
        ))}
      />
    </div>
  );
}
