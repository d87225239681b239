import { median } from '../institute/median.ts';

/** One ranked attempt's answer to a question. */
export interface AnswerFact {
  /** -1 incorrect, 0 unattempted, 1 correct, 2 answered but not counted. */
  result: -1 | 0 | 1 | 2;
  /** Chosen options; empty for a numerical entry. */
  options: readonly number[];
  /** Seconds. */
  question_time_spent: number;
  /** Total score of the attempt. */
  total: number;
  /** Answers in the order of the visits; the last is the final answer. */
  history: readonly string[];
}

export interface QuestionStatistics {
  /** Number of attempts, without those whose answer does not count. */
  attempts: number;
  attempted: number;
  correct: number;
  /** Share of the attempts that answered correctly, 0-1; null without attempts. */
  facility: number | null;
  /** Correlation between answering correctly and the rest of the score, -1 to 1; null if one of the two is equal for all students. */
  discrimination: number | null;
  /** How many students chose each option, 1-4. */
  chosen: readonly [number, number, number, number];
  /** Median seconds of the students who answered; null if nobody did. */
  median_time: number | null;
  /** Number of attempts in which the answer changed at least once. */
  changed: number;
}

/** Point-biserial correlation (Pearson) of 0/1 outcomes with the scores of the rest of the paper. */
function correlation(pairs: readonly { x: number; y: number }[]): number | null {
  const count = pairs.length;
  if (count < 2) return null;
  const mean = (of: (pair: { x: number; y: number }) => number): number => pairs.reduce((sum, pair) => sum + of(pair), 0) / count;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const { x, y } of pairs) {
    xy += (x - mx) * (y - my);
    xx += (x - mx) ** 2;
    yy += (y - my) ** 2;
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
}

/**
 * Figures of one question over the ranked attempts of a paper, as in classical test theory: facility is the share of correct answers,
 * discrimination the point-biserial correlation with the total minus this question's `marks`. Both leave out answers that do not count.
 */
export function questionStatistics(facts: readonly (AnswerFact & { marks: number })[]): QuestionStatistics {
  const counted = facts.filter(({ result }) => result !== 2);
  const answered = facts.filter(({ result }) => result !== 0);
  const correct = counted.filter(({ result }) => result === 1).length;
  const chosen = [0, 0, 0, 0] as [number, number, number, number];
  for (const { options } of facts) for (const option of options) chosen[option - 1] = (chosen[option - 1] ?? 0) + 1;
  return {
    attempts: counted.length,
    attempted: answered.length,
    correct,
    facility: counted.length > 0 ? correct / counted.length : null,
    discrimination: correlation(counted.map(({ result, total, marks }) => ({ x: result === 1 ? 1 : 0, y: total - marks }))),
    chosen,
    median_time: median(answered.map(({ question_time_spent }) => question_time_spent)),
    changed: facts.filter(({ history }) => new Set(history.filter((answer) => answer !== '')).size > 1).length,
  };
}

/** Why a teacher should look at a question. */
export type QuestionDoubt =
  | 'nearly_nobody_right'
  | 'other_option_chosen_more'
  | 'best_students_wrong'
  | 'harder_in_hindi'
  | 'harder_in_english';

const FEW_RIGHT = 0.1;
const MIN_ATTEMPTS = 10;

/** Doubts about a question, if it has at least 10 attempts. `key` is its one right option; null if it has another kind of key. */
export function doubtsOf(statistics: QuestionStatistics, key: number | null): QuestionDoubt[] {
  const { attempts, facility, discrimination, chosen } = statistics;
  if (attempts < MIN_ATTEMPTS || facility === null) return [];
  const ofKey = key === null ? Number.POSITIVE_INFINITY : (chosen[key - 1] ?? 0);
  return [
    ...(facility < FEW_RIGHT ? (['nearly_nobody_right'] as const) : []),
    ...(chosen.some((count) => count > ofKey) ? (['other_option_chosen_more'] as const) : []),
    ...(discrimination !== null && discrimination < 0 ? (['best_students_wrong'] as const) : []),
  ];
}
