import { indianDay, weekStart } from '../institute/indian-day.ts';
import { wholePercent } from '../institute/percent.ts';

const DAYS_IN_WEEK = 7;

/** An answer that was verified in practice or marked in a test. */
export interface ProgressAnswer {
  at: Date;
  subject_id: number;
  /** 1 correct, -1 incorrect. */
  result: 1 | -1;
  /** Seconds. */
  question_time_spent: number;
}

/** Counts of one day (in India) and subject, as stored. All figures are computed from such counts. */
export interface DayCounts {
  /** Days since 1970-01-01. */
  day: number;
  subject_id: number;
  correct: number;
  incorrect: number;
  /** Seconds. */
  seconds: number;
}

export interface WeekFigures {
  total_attempted: number;
  /** Whole percent; null without an attempt. */
  accuracy: number | null;
  /** Mean seconds per question; null without an attempt. */
  avg_speed: number | null;
}

/** Counts the answers by subject and by day in Asia/Kolkata; the result is in the order of days. */
export function countByDay(answers: readonly ProgressAnswer[]): DayCounts[] {
  const counts = new Map<string, DayCounts>();
  for (const { at, subject_id, result, question_time_spent } of answers) {
    const day = indianDay(at);
    const key = `${day} ${subject_id}`;
    const found = counts.get(key) ?? { day, subject_id, correct: 0, incorrect: 0, seconds: 0 };
    counts.set(key, {
      ...found,
      correct: found.correct + (result === 1 ? 1 : 0),
      incorrect: found.incorrect + (result === -1 ? 1 : 0),
      seconds: found.seconds + question_time_spent,
    });
  }
  return [...counts.values()].toSorted((a, b) => a.day - b.day || a.subject_id - b.subject_id);
}

const sumOf = (days: readonly DayCounts[]) =>
  days.reduce(
    (sum, { correct, incorrect, seconds }) => ({
      correct: sum.correct + correct,
      incorrect: sum.incorrect + incorrect,
      seconds: sum.seconds + seconds,
    }),
    { correct: 0, incorrect: 0, seconds: 0 },
  );

/** Totals over all days: attempted, correct, incorrect and seconds. */
export function overallProgress(days: readonly DayCounts[]): {
  total_attempted: number;
  correct: number;
  incorrect: number;
  total_time_spent: number;
} {
  const { correct, incorrect, seconds } = sumOf(days);
  return { total_attempted: correct + incorrect, correct, incorrect, total_time_spent: seconds };
}

/**
 * Figures of the week (from Monday, Asia/Kolkata) `weeksAgo` weeks before the week of `now`; with `upToWeekday` only of the days up to the
 * weekday of `now`.
 */
export function weekFigures(days: readonly DayCounts[], now: Date, weeksAgo: number, upToWeekday = false): WeekFigures {
  const today = indianDay(now);
  const from = weekStart(today) - weeksAgo * DAYS_IN_WEEK;
  const end = upToWeekday ? today - weeksAgo * DAYS_IN_WEEK + 1 : from + DAYS_IN_WEEK;
  const { correct, incorrect, seconds } = sumOf(days.filter(({ day }) => day >= from && day < end));
  const total_attempted = correct + incorrect;
  return {
    total_attempted,
    accuracy: wholePercent(correct, total_attempted),
    avg_speed: total_attempted > 0 ? Math.round(seconds / total_attempted) : null,
  };
}

/**
 * Points of the line chart for the last seven days (`step` 1) or weeks (`step` 7), the newest last. `from` is the first day, counted from
 * 1970-01-01.
 */
export function progressGraph(
  days: readonly DayCounts[],
  now: Date,
  step: 1 | 7,
): { from: number; correct: number; total_attempted: number }[] {
  const last = step === 1 ? indianDay(now) : weekStart(indianDay(now));
  return Array.from({ length: DAYS_IN_WEEK }, (_, point) => {
    const from = last - (DAYS_IN_WEEK - 1 - point) * step;
    const { correct, incorrect } = sumOf(days.filter(({ day }) => day >= from && day < from + step));
    return { from, correct, total_attempted: correct + incorrect };
  });
}

/**
 * Number of days in a row with practice up to `today`, or up to yesterday while today has none. One rest day a week is forgiven: single
 * missed days do not end the row if they are at least seven days apart. Days are counted from 1970-01-01.
 */
export function practiceStreak(practisedDays: readonly number[], today: number): number {
  const practised = new Set(practisedDays);
  let day = practised.has(today) ? today : today - 1;
  let streak = 0;
  let lastRest = Number.POSITIVE_INFINITY;
  for (;;) {
    if (practised.has(day)) streak += 1;
    else if (practised.has(day - 1) && streak > 0 && lastRest - day >= DAYS_IN_WEEK) lastRest = day;
    else return streak;
    day -= 1;
  }
}
