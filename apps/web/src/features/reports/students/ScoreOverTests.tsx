import type { Answer } from '@abhyas/contract/endpoint';
import type { getStudentForStaff } from '@abhyas/contract/reports/students';
import { percentOfMarks } from '@abhyas/exam/reports/test-results';
import card from '../../../ui/card.module.css';
import { formatNumber } from '../../../ui/format.ts';
import classes from './ScoreOverTests.module.css';

type Test = Answer<typeof getStudentForStaff>['tests'][number];

const mostShown = 8;

/** The score in whole percent of the marks; null without a score. */
export const percentOf = ({ score, max_score }: Pick<Test, 'score' | 'max_score'>): number | null =>
  score === null || max_score === null || max_score === 0 ? null : percentOfMarks({ score, max_score });

const meanOf = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, each) => sum + each, 0) / numbers.length);

/** A sentence that compares the student's mean in the latest tests with the mean of the batch. */
export function findingOf(results: readonly { percent: number; batch: number | null }[]): string {
  const own = meanOf(results.map(({ percent }) => percent));
  const shared = results.flatMap(({ percent, batch }) => (batch === null ? [] : [{ percent, batch }]));
  const words = results.length === 1 ? 'In one test' : `In the last ${results.length} tests on average`;
  if (shared.length === 0) return `${words} ${formatNumber(own)}% of the marks.`;
  const difference = meanOf(shared.map(({ percent }) => percent)) - meanOf(shared.map(({ batch }) => batch));
  if (difference === 0) return `${words} ${formatNumber(own)}% of the marks, the same as the batch.`;
  return `${words} ${formatNumber(own)}% of the marks, ${formatNumber(Math.abs(difference))} points ${difference > 0 ? 'above' : 'below'} the batch.`;
}

/** The scores of the latest tests, the newest last, beside the mean of the batch. The list of tests shows the same figures as text. */
export function ScoreOverTests({ tests }: { tests: readonly Test[] }) {
  const results = tests
    .flatMap((test) => {
      const percent = percentOf(test);
      return test.is_assignment || percent === null ? [] : [{ id: test.id, name: test.name, percent, batch: test.batch_percent }];
    })
    .slice(0, mostShown)
    .toReversed();
  if (results.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby="scores">
      <h2 id="scores">Score over tests</h2>
      <p className="text-14 text-ink-soft">{findingOf(results)}</p>
      <ol className={classes.chart} aria-hidden>
        {results.map(({ id, name, percent, batch }) => (
          <li key={id}>
            <div className={`${classes.bars} flex items-end gap-4 h-120 mt-20 border-b border-line-strong`}>
              <span style={{ blockSize: `${Math.max(1, percent)}%` }} className="bg-accent-fill [print-color-adjust:exact]">
                <b>{formatNumber(percent)}</b>
              </span>
              {batch !== null && (
                <span style={{ blockSize: `${Math.max(1, batch)}%` }} className="bg-line-strong [print-color-adjust:exact]">
                  <b>{formatNumber(batch)}</b>
                </span>
              )}
            </div>
            <span className="block pt-4 truncate text-12 text-ink-soft">{name}</span>
          </li>
        ))}
      </ol>
      {results.some(({ batch }) => batch !== null) && (
        <p
          className={`flex flex-wrap items-center gap-x-16 gap-y-4 mt-12 text-14 font-regular text-ink-soft ${classes.legend}`}
          aria-hidden
        >
          <span data-line="own">Student</span>
          <span data-line="batch">Mean of the batch, in % of the marks</span>
        </p>
      )}
    </section>
  );
}
