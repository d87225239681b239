import { answeredWithin } from '@abhyas/exam/reports/test-insights';
import { formatNumber, plural } from '../../../ui/format.ts';
import type { Insights, ReportData, Score } from './reports.queries.ts';

/** The subject with the highest measure; null if two subjects share it. */
function topBy(subjects: readonly Score[], measure: (subject: Score) => number): Score | null {
  const [first, second] = subjects.toSorted((a, b) => measure(b) - measure(a));
  return first && (!second || measure(first) > measure(second)) ? first : null;
}

/** With fewer students only the rank is shown, without a percentile, which would be meaningless. */
export const RANKED_FROM = 10;

interface Known {
  subjects: readonly Score[];
  total: Score;
  /** 'JEE Main', 'NEET'. */
  exam: string;
  standing: ReportData['standing'];
  earlier: Insights['earlier'];
}

/** The smallest whole percent such that the student is among this percent of the best students. */
const topPercent = (rank: number, appeared: number) => Math.max(1, Math.ceil((100 * rank) / appeared));

const bestSubject = (subjects: readonly Score[]) =>
  subjects.length > 1 ? topBy(subjects, ({ score, max_score }) => (max_score > 0 ? score / max_score : 0)) : null;

const marksMore = (more: number) => `${plural(more, 'mark')} more than`;

/** The best true fact of a report, then a second sentence. */
export function bestFact({ subjects, total, exam, standing, earlier }: Known): { fact: string; more: string } {
  const attempted = total.correct + total.incorrect;
  const counts = `You attempted ${formatNumber(attempted)} of ${plural(total.question_count, 'question')} and got ${formatNumber(total.correct)} right.`;
  if (attempted === 0) return { fact: `You attempted none of the ${plural(total.question_count, 'question')}`, more: '' };

  const best = bestSubject(subjects);
  const wrong = best && best.incorrect > 0 ? `with ${plural(best.incorrect, 'wrong answer')}` : 'without a wrong answer';
  const ofBest =
    best && best.score > 0 ? `${best.subject_name} went best: ${formatNumber(best.score)} of ${formatNumber(best.max_score)}` : null;
  const more = ofBest ? `${ofBest}, ${wrong}.` : counts;

  if (earlier && total.score > earlier.best_score) {
    const before = earlier.count > 1 ? 'the best before' : 'the one before';
    return { fact: `Your best ${exam} so far, ${marksMore(total.score - earlier.best_score)} ${before}`, more };
  }
  if (standing?.is_ranked && standing.appeared >= RANKED_FROM && standing.rank === 1)
    return { fact: `The best of ${formatNumber(standing.appeared)}`, more };
  if (standing?.is_ranked && standing.appeared >= 20 && standing.rank * 4 <= standing.appeared)
    return { fact: `Among the best ${topPercent(standing.rank, standing.appeared)} in 100`, more };
  if (earlier && total.score > earlier.last_score)
    return {
      fact: `${marksMore(total.score - earlier.last_score)} the last ${exam}`.replace(/^./, (letter) => letter.toUpperCase()),
      more,
    };
  if (ofBest) return { fact: ofBest, more: counts };
  if (total.correct > 0) return { fact: `${formatNumber(total.correct)} of ${formatNumber(attempted)} attempted were right`, more: counts };
  return { fact: `You attempted ${formatNumber(attempted)} of ${plural(total.question_count, 'question')}`, more: 'None was right yet.' };
}

/** The number of questions attempted at the beginning, in the fixed words (docs/product.md), and when the wrong answers were given. */
export function paceFinding(chart: ReportData['overall_time_chart'], questionCount: number, duration: number): string {
  const slices = chart.questions_per_time;
  const minutes = duration > 3600 ? 60 : 15;
  const answered = answeredWithin(slices, minutes);
  const isSlow = duration > 0 && answered < (questionCount * minutes * 60) / duration;
  const pace = `You attempted ${isSlow ? 'only ' : ''}${plural(answered, 'question')} in first ${minutes} mins`;
  const wrong = slices.reduce((sum, { incorrect }) => sum + incorrect, 0);
  const half = duration / 120;
  const late = slices.filter(({ from }) => from >= half).reduce((sum, { incorrect }) => sum + incorrect, 0);
  if (wrong < 2 || late * 2 <= wrong) return `${pace}.`;
  return `${pace}; ${formatNumber(late)} of your ${plural(wrong, 'wrong answer')} came in the second half.`;
}

/** The subject with the most of these questions; null if no single subject has the most. */
export function mostlyIn(data: ReportData, ids: readonly number[]): { name: string; count: number } | null {
  const counts = data.time_per_question
    .map(({ subject_id, questions }) => ({
      name: data.subject_mapping.find(({ id }) => id === subject_id)?.name ?? '',
      count: questions.filter(({ question_id }) => ids.includes(question_id)).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first && first.count > 0 && first.count > (second?.count ?? 0) ? first : null;
}
