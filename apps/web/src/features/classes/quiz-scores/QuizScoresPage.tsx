import type { Answer } from '@abhyas/contract/endpoint';
import { getQuizScores } from '@abhyas/contract/classes/attendance';
import { percentRoundedUp } from '@abhyas/exam/classes/attendance';
import { Skeleton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { Dot } from '../../../ui/Dot.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import { subjectColor } from '../../../ui/subject.ts';
import card from '../../../ui/card.module.css';
import table from '../../../ui/table.module.css';

type Score = Answer<typeof getQuizScores>['quiz_scores'][number];

/** The best fact of several subjects; with one subject, where the figures come from. */
function findingOf(scores: readonly Score[]): string {
  const shares = scores.filter(({ total_attempted }) => total_attempted > 0);
  const [best] = shares.toSorted((one, other) => other.correct / other.total_attempted - one.correct / one.total_attempted);
  if (!best || shares.length < 2 || best.correct === 0) return i18n.t('From the quizzes of your live classes.');
  return i18n.t('Best in {subject_name}: {correct} of {total_attempted}.', {
    subject_name: i18n.t(best.subject_name),
    correct: formatNumber(best.correct),
    total_attempted: formatNumber(best.total_attempted),
  });
}

/** /quiz_scores: answers to live quizzes by subject. */
export default function QuizScoresPage() {
  const scores = useCall(getQuizScores, {});
  return (
    <>
      <PageTitle>{i18n.t('Quiz Scores')}</PageTitle>
      <Loaded query={scores} skeleton={<Skeleton height={280} radius="lg" />}>
        {({ quiz_scores, is_higher_education }) => {
          if (quiz_scores.length === 0)
            return (
              <EmptyState icon={<IconListCheck size={26} />} title={i18n.t('No quiz taken')}>
                {i18n.t('Your answers in the quizzes of live classes are counted here.')}
              </EmptyState>
            );
          const attempted = quiz_scores.reduce((sum, row) => sum + row.total_attempted, 0);
          const correct = quiz_scores.reduce((sum, row) => sum + row.correct, 0);
          const percent = percentRoundedUp(correct, attempted) ?? 0;
          return (
            <div className="grid gap-24">
              <section className="flex items-center gap-16">
                <ProgressRing value={percent} color="var(--accent-fill)" label={i18n.t('Answered correctly')} size={96} />
                <div>
                  <h2 className="text-24 leading-snug">
                    {i18n.t('{correct} of {attempted, plural, one {# quiz question} other {# quiz questions}} right', {
                      correct: formatNumber(correct),
                      attempted,
                    })}
                  </h2>
                  <p className="text-14 text-ink-soft">{findingOf(quiz_scores)}</p>
                </div>
              </section>
              <section className={card.card}>
                <div className={table.scroll}>
                  <table className={table.table}>
                    <thead>
                      <tr>
                        <th scope="col">{i18n.t('Subject')}</th>
                        {is_higher_education && (
                          <th scope="col" className={table.word}>
                            {i18n.t('Code')}
                          </th>
                        )}
                        <th scope="col">{i18n.t('Total attempted')}</th>
                        <th scope="col">{i18n.t('Answered correctly')}</th>
                        <th scope="col">{i18n.t('Score')}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {quiz_scores.map((row) => (
                        <tr key={row.subject_name}>
                          <th scope="row">
                            <span className="flex items-baseline">
                              <Dot color={subjectColor(row.subject_name)} />
                              {i18n.t(row.subject_name)}
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
                        <th scope="row">{i18n.t('Total')}</th>
                        {is_higher_education && <td />}
                        <td>{formatNumber(attempted)}</td>
                        <td>{formatNumber(correct)}</td>
                        <td>{formatPercent(percentRoundedUp(correct, attempted))}</td>
                      </tr>
                    </tfoot>
                  </table>
                </div>
              </section>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
