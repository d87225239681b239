import { formatNumber, plural } from '../../ui/format.ts';
import type { Score } from './reports.queries.ts';

/** The one subject that stands highest by a measure; null when two stand level. */
function topBy(subjects: readonly Score[], measure: (subject: Score) => number): Score | null {
  const [first, second] = subjects.toSorted((a, b) => measure(b) - measure(a));
  return first && second && measure(first) > measure(second) ? first : null;
}

/** What a test report says in a sentence or two: how many were right, where it went best, where most marks were lost. */
export function findingOf(subjects: readonly Score[], total: Score): string {
  const attempted = total.correct + total.incorrect;
  const questions = plural(total.question_count, 'question');
  if (attempted === 0) return `You attempted none of the ${questions}.`;
  const best = topBy(subjects, ({ score, max_score }) => (max_score > 0 ? score / max_score : 0));
  const worst = topBy(subjects, ({ score, max_score }) => max_score - score);
  const parts = [
    best && `${best.subject_name} went best`,
    worst && worst !== best && `${worst.subject_name} cost you the most marks: ${formatNumber(worst.max_score - worst.score)}`,
  ].filter((part): part is string => typeof part === 'string');
  const counts = `You attempted ${formatNumber(attempted)} of ${questions} and got ${formatNumber(total.correct)} right.`;
  return parts.length > 0 ? `${counts} ${parts.join('; ')}.` : counts;
}
