import { answeredWithin } from '@abhyas/exam/reports/test-insights';
import { i18n } from '../../../platform/language.ts';
import { formatDateTime, formatNumber } from '../../../ui/format.ts';
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

/** The best true fact of a report, then a second sentence. */
export function bestFact({ subjects, total, exam, standing, earlier }: Known): { fact: string; more: string } {
  const attempted = total.correct + total.incorrect;
  const counts = i18n.t(
    'You attempted {attempted} of {question_count, plural, one {# question} other {# questions}} and got {correct} right.',
    { attempted: formatNumber(attempted), question_count: total.question_count, correct: formatNumber(total.correct) },
  );
  if (attempted === 0)
    return {
      fact: i18n.t('You attempted none of the {question_count, plural, one {# question} other {# questions}}', {
        question_count: total.question_count,
      }),
      more: '',
    };

  const best = bestSubject(subjects);
  const ofBest =
    best && best.score > 0
      ? i18n.t('{subject_name} went best: {score} of {max_score}', {
          subject_name: i18n.t(best.subject_name),
          score: formatNumber(best.score),
          max_score: formatNumber(best.max_score),
        })
      : null;
  const more =
    best && ofBest
      ? best.incorrect > 0
        ? i18n.t('{ofBest}, with {wrong, plural, one {# wrong answer} other {# wrong answers}}.', { ofBest, wrong: best.incorrect })
        : i18n.t('{ofBest}, without a wrong answer.', { ofBest })
      : counts;

  if (earlier && total.score > earlier.best_score) {
    const gain = { exam, marks: total.score - earlier.best_score };
    return {
      fact:
        earlier.count > 1
          ? i18n.t('Your best {exam} so far, {marks, plural, one {# mark} other {# marks}} more than the best before', gain)
          : i18n.t('Your best {exam} so far, {marks, plural, one {# mark} other {# marks}} more than the one before', gain),
      more,
    };
  }
  if (standing?.is_ranked && standing.appeared >= RANKED_FROM && standing.rank === 1)
    return { fact: i18n.t('The best of {appeared}', { appeared: formatNumber(standing.appeared) }), more };
  if (standing?.is_ranked && standing.appeared >= 20 && standing.rank * 4 <= standing.appeared)
    return { fact: i18n.t('Among the best {rank} in 100', { rank: topPercent(standing.rank, standing.appeared) }), more };
  if (earlier && total.score > earlier.last_score)
    return {
      fact: i18n.t('{marks, plural, one {# mark} other {# marks}} more than the last {exam}', {
        marks: total.score - earlier.last_score,
        exam,
      }),
      more,
    };
  if (ofBest) return { fact: ofBest, more: counts };
  if (total.correct > 0)
    return {
      fact: i18n.t('{correct} of {attempted} attempted were right', {
        correct: formatNumber(total.correct),
        attempted: formatNumber(attempted),
      }),
      more: counts,
    };
  return {
    fact: i18n.t('You attempted {attempted} of {question_count, plural, one {# question} other {# questions}}', {
      attempted: formatNumber(attempted),
      question_count: total.question_count,
    }),
    more: i18n.t('None was right yet.'),
  };
}

/** The number of questions attempted at the beginning, in the fixed words (docs/product.md), and when the wrong answers were given. */
export function paceFinding(chart: ReportData['overall_time_chart'], questionCount: number, duration: number): string {
  const slices = chart.questions_per_time;
  const minutes = duration > 3600 ? 60 : 15;
  const answered = answeredWithin(slices, minutes);
  const isSlow = duration > 0 && answered < (questionCount * minutes * 60) / duration;
  const pace = isSlow
    ? i18n.t('You attempted only {answered, plural, one {# question} other {# questions}} in first {minutes} mins', { answered, minutes })
    : i18n.t('You attempted {answered, plural, one {# question} other {# questions}} in first {minutes} mins', { answered, minutes });
  const wrong = slices.reduce((sum, { incorrect }) => sum + incorrect, 0);
  const half = duration / 120;
  const late = slices.filter(({ from }) => from >= half).reduce((sum, { incorrect }) => sum + incorrect, 0);
  if (wrong < 2 || late * 2 <= wrong) return i18n.t('{pace}.', { pace });
  return i18n.t('{pace}; {late} of your {wrong, plural, one {# wrong answer} other {# wrong answers}} came in the second half.', {
    pace,
    late: formatNumber(late),
    wrong,
  });
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

/** Why the figures of chapters and time are left out while students may still take the test. */
export const stillTakenText = ({ taken_until }: ReportData): string =>
  taken_until === null
    ? i18n.t('Students are still taking this test. The figures of chapters and time follow when they have finished.')
    : i18n.t(
        'Students may take this test until {time}. The figures of chapters and time follow then, because they would give single answers away.',
        { time: formatDateTime(taken_until) },
      );
