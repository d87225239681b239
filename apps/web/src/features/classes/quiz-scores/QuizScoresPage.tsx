import { getQuizScores } from '@abhyas/contract/classes/attendance';
import { percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { Skeleton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useCall } from '../../../platform/queries.ts';
import { Dot } from '../../../ui/Dot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import card from '../../../ui/card.module.css';
import table from '../../../ui/table.module.css';

/** /quiz_scores: answers to live quizzes by subject. */
export default function QuizScoresPage() {
  const scores = useCall(getQuizScores, {});
  return (
    <>
      <PageTitle>Quiz Scores</PageTitle>
      <Loaded query={scores} skeleton={<Skeleton height={280} radius="lg" />}>
        {({ quiz_scores, is_higher_education }) => {
          if (quiz_scores.length === 0)
            return (
              <EmptyState icon={<IconListCheck size={26} />} title="No quiz taken">
                Your answers in the quizzes of live classes are counted here.
              </EmptyState>
            );
          const attempted = quiz_scores.reduce((sum, row) => sum + row.total_attempted, 0);
          const correct = quiz_scores.reduce((sum, row) => sum + row.correct, 0);
          return (
            <section className={card.card}>
              <div className={table.scroll}>
                <table className={table.table}>
                  <thead>
                    <tr>
                      <th scope="col">Subject</th>
                      {is_higher_education && (
                        <th scope="col" className={table.word}>
                          Code
                        </th>
                      )}
                      <th scope="col">Total attempted</th>
                      <th scope="col">Answered correctly</th>
                      <th scope="col">Score</th>
                    </tr>
                  </thead>
                  <tbody>
                    {quiz_scores.map((row) => (
                      <tr key={row.subject_name}>
                        <th scope="row">
                          <span className={table.withDot}>
                            <Dot color={subjectColor(row.subject_name)} />
                            {row.subject_name}
                          </span>
                        </th>
                        {is_higher_education && <td className={table.word}>{row.subject_code ?? '–'}</td>}
                        <td>{formatNumber(row.total_attempted)}</td>
                        <td>{formatNumber(row.correct)}</td>
                        <td>{formatPercent(percentRoundedUp(row.correct, row.total_attempted))}</td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row">Total</th>
                      {is_higher_education && <td />}
                      <td>{formatNumber(attempted)}</td>
                      <td>{formatNumber(correct)}</td>
                      <td>{formatPercent(percentRoundedUp(correct, attempted))}</td>
                    </tr>
                  </tfoot>
                </table>
              </div>
            </section>
          );
        }}
      </Loaded>
    </>
  );
}
