import { wholePercent } from '../institute/percent.ts';
import { subjectName } from '../bank/subjects.ts';

export interface TestMarks {
  score: number;
  max_score: number;
}

/** Number of results to which the last one is compared. */
const usualResults = 3;
/** The same limit as for weak chapters of a report, in percent. */
const weakBelow = 50;

/** The score as a whole percent of the marks; 0 for a negative score and without marks. */
export const percentOfMarks = ({ score, max_score }: TestMarks): number => wholePercent(Math.max(0, score), max_score) ?? 0;

/** The usual result: the mean percent of the three newest results in `earlier`, which is in the order newest first; null if it is empty. */
export function usualPercent(earlier: readonly TestMarks[]): number | null {
  const percents = earlier.slice(0, usualResults).map(percentOfMarks);
  return percents.length === 0 ? null : Math.round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length);
}

export interface SubjectPercent {
  name: string;
  percent: number;
}

/** Percent of the marks in each subject by its shown name: Botany and Zoology are added up as Biology. */
export function subjectPercents(rows: readonly (TestMarks & { subject_id: number })[]): SubjectPercent[] {
  const names = [...new Set(rows.map(({ subject_id }) => subjectName(subject_id)))];
  return names.map((name) => {
    const own = rows.filter(({ subject_id }) => subjectName(subject_id) === name);
    const score = own.reduce((sum, row) => sum + row.score, 0);
    return { name, percent: percentOfMarks({ score, max_score: own.reduce((sum, row) => sum + row.max_score, 0) }) };
  });
}

/** The subject with the lowest percent, if that is below 50; otherwise null. */
export function weakSubject(subjects: readonly SubjectPercent[]): SubjectPercent | null {
  const [weakest] = subjects.toSorted((a, b) => a.percent - b.percent);
  return weakest && weakest.percent < weakBelow ? weakest : null;
}
