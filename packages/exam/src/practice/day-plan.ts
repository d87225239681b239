import { indianDay, weekdayOf, weekStart } from '../institute/indian-day.ts';

/**
 * State of a day: goal reached (`full`), some practice (`half`), the one forgiven day without practice (`rest`), no practice, or in the
 * future.
 */
export type DayState = 'full' | 'half' | 'rest' | 'none' | 'ahead';

export const dailyGoals = [10, 20, 40] as const;
/** The goal of a student who chose none: the smallest. */
const USUAL_GOAL = 10;
const DAYS_OF_WEEK = 7;

/**
 * The states of the seven days of the week of `today`, Monday first, from the number of questions answered on each. Days are counted from
 * 1970-01-01 in India. Of the past days, the first one without an answer is `rest`, the others are `none`.
 */
export function weekStates(
  answeredOn: ReadonlyMap<number, number>,
  goal: number | null,
  today: number,
): { day: number; state: DayState }[] {
  const monday = weekStart(today);
  let hasRested = false;
  return Array.from({ length: DAYS_OF_WEEK }, (_, at) => {
    const day = monday + at;
    const answered = answeredOn.get(day) ?? 0;
    if (answered >= (goal ?? USUAL_GOAL)) return { day, state: 'full' };
    if (answered > 0) return { day, state: 'half' };
    if (day >= today) return { day, state: 'ahead' };
    if (hasRested) return { day, state: 'none' };
    hasRested = true;
    return { day, state: 'rest' };
  });
}

export const exams = ['JEE Main', 'JEE Advanced', 'NEET'] as const;
export type Exam = (typeof exams)[number];

const dayOf = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / 86_400_000;
const SUNDAY = 6;
/** The `nth` Sunday of a month. */
function sundayOf(year: number, month: number, nth: number): number {
  const first = dayOf(year, month, 1);
  return first + ((SUNDAY - weekdayOf(first) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + DAYS_OF_WEEK * (nth - 1);
}

/**
 * The day on which an exam is usually held, in days since 1970: JEE Main from 22 January (session 1), NEET on the first Sunday of May, JEE
 * Advanced on the third.
 */
export function examDay(exam: Exam, year: number): number {
  if (exam === 'JEE Main') return dayOf(year, 1, 22);
  return sundayOf(year, 5, exam === 'NEET' ? 1 : 3);
}

/** Whole days from now to the exam, counted from midnight in India; null once the exam has passed. */
export function daysToExam(exam: Exam, year: number, now: Date): number | null {
  const days = examDay(exam, year) - indianDay(now);
  return days < 0 ? null : days;
}
