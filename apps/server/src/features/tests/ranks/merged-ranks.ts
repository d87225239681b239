import { percentileUnits } from '@abhyas/exam/exam-office/shifts';
import { tieBreakOf, tieBreaks } from '@abhyas/exam/reports/rank';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { Context } from '../../../context.ts';
import * as store from './ranks.store.ts';

/** Percentile of a score, in units of 10⁻⁷, from the counts of its shift. */
type UnitsOf = (score: number) => number;

interface Shift {
  paper_id: number;
  /** The totals of the shift, highest first. */
  totals: { score: number; count: number; units: number }[];
  appeared: number;
}

function withUnits(counts: readonly { score: number; count: number }[]) {
  const appeared = counts.reduce((sum, { count }) => sum + count, 0);
  let above = 0;
  const totals = counts.map(({ score, count }) => {
    const units = percentileUnits(appeared - above, appeared);
    above += count;
    return { score, count, units };
  });
  return { totals, appeared };
}

/** Compares two lists of percentiles; negative if the first list is ranked higher. */
const compareUnits = (a: readonly number[], b: readonly number[]): number =>
  b.map((units, at) => units - (a[at] ?? 0)).find((step) => step !== 0) ?? 0;

/** Percentiles by subject in one shift, in the order in which the subjects break ties. */
async function unitsBySubject(context: Context, paper_id: number, subject_ids: readonly number[]): Promise<UnitsOf[]> {
  const counted = [];
  for (const subject_id of subject_ids) counted.push(withUnits(await store.countByScore(context, { paper_id, subject_id })));
  return counted.map(({ totals }) => {
    const unitsByScore = new Map(totals.map(({ score, units }) => [score, units]));
    return (score) => unitsByScore.get(score) ?? 0;
  });
}

async function shiftsOf(context: Context, paper_ids: readonly number[]): Promise<Shift[]> {
  const shifts: Shift[] = [];
  for (const id of paper_ids)
    shifts.push({ paper_id: id, ...withUnits(await store.countByScore(context, { paper_id: id, subject_id: 0 })) });
  return shifts;
}

/** Subjects of a paper in the order in which their percentiles break ties. */
function inTieOrder(subject_ids: readonly number[]): number[] {
  const order = tieBreaks[tieBreakOf(subject_ids.map(subjectName))];
  return order.flatMap((name) => subject_ids.find((id) => subjectName(id) === name) ?? []);
}

/**
 * The rank of a student over the shifts of a test: 1 + the number of students with a higher percentile in their shift, or the same
 * percentile and higher percentiles of subjects. Computed from the counts of each shift; single students are read only if they share the
 * percentile. Null without a rank.
 */
export async function mergedPlaceOf(
  context: Context,
  paper_ids: readonly number[],
  paper_id: number,
  student_id: number,
  subject_ids: readonly number[],
): Promise<{ rank: number; appeared: number; shifts: number } | null> {
  const own = await store.findRanked(context, { paper_id, subject_id: 0 }, student_id);
  if (!own) return null;
  const shifts = await shiftsOf(context, paper_ids);
  const ownUnits = shifts.find((shift) => shift.paper_id === paper_id)?.totals.find(({ score }) => score === own.score)?.units;
  if (ownUnits === undefined) return null;
  const above = shifts.flatMap(({ totals }) => totals.filter(({ units }) => units > ownUnits)).reduce((sum, { count }) => sum + count, 0);

  const subjects = inTieOrder(subject_ids);
  const equals: { units: number[]; count: number }[] = [];
  let ownSubjects: number[] = [];
  for (const shift of shifts) {
    const scores = shift.totals.filter(({ units }) => units === ownUnits).map(({ score }) => score);
    if (scores.length === 0) continue;
    const unitsOf = await unitsBySubject(context, shift.paper_id, subjects);
    const unitsIn = (of: readonly number[]) => of.map((score, at) => unitsOf[at]?.(score) ?? 0);
    for (const row of await store.countSubjectScores(context, shift.paper_id, scores, subjects))
      equals.push({ units: unitsIn(row.scores), count: row.count });
    if (shift.paper_id === paper_id) ownSubjects = unitsIn(await store.findSubjectScores(context, paper_id, student_id, subjects));
  }
  const ahead = equals.filter(({ units }) => compareUnits(units, ownSubjects) < 0).reduce((sum, { count }) => sum + count, 0);
  return { rank: 1 + above + ahead, appeared: shifts.reduce((sum, shift) => sum + shift.appeared, 0), shifts: shifts.length };
}

export interface MergedRow {
  student_id: number;
  paper_id: number;
  score: number;
  rank: number;
  /** Total percentile within the student's shift, and percentiles by subject, in units of 10⁻⁷. */
  units: number;
  subject_units: number[];
}

/**
 * Students of all shifts of a test at positions `from` to `to` (exclusive), best first, ordered as in `mergedPlaceOf`. Of each shift, only
 * students whose percentile is on the page are read.
 */
export async function mergedPageOf(
  context: Context,
  paper_ids: readonly number[],
  subject_ids: readonly number[],
  from: number,
  to: number,
): Promise<{ subjects: number[]; rows: MergedRow[] }> {
  const subjects = inTieOrder(subject_ids);
  const shifts = await shiftsOf(context, paper_ids);
  const counts = new Map<number, number>();
  for (const { units, count } of shifts.flatMap(({ totals }) => totals)) counts.set(units, (counts.get(units) ?? 0) + count);
  let passed = 0;
  const firstPlaces = new Map<number, number>();
  for (const [units, count] of [...counts].toSorted(([a], [b]) => b - a)) {
    if (passed < to && passed + count > from) firstPlaces.set(units, passed);
    passed += count;
  }
  const found: Omit<MergedRow, 'rank'>[] = [];
  for (const { paper_id, totals } of shifts) {
    const unitsByTotal = new Map(totals.filter(({ units }) => firstPlaces.has(units)).map(({ score, units }) => [score, units]));
    if (unitsByTotal.size === 0) continue;
    const unitsOf = await unitsBySubject(context, paper_id, subjects);
    for (const { student_id, score, scores } of await store.findStudentsAt(context, paper_id, [...unitsByTotal.keys()], subjects)) {
      const subject_units = scores.map((of, at) => unitsOf[at]?.(of) ?? 0);
      found.push({ student_id, paper_id, score, units: unitsByTotal.get(score) ?? 0, subject_units });
    }
  }
  const ordered = found.toSorted(
    (a, b) => b.units - a.units || compareUnits(a.subject_units, b.subject_units) || a.student_id - b.student_id,
  );
  const first = Math.min(...firstPlaces.values());
  const rows: MergedRow[] = [];
  for (const [at, row] of ordered.entries()) {
    const before = rows[at - 1];
    const isEqual = before?.units === row.units && compareUnits(before.subject_units, row.subject_units) === 0;
    rows.push({ ...row, rank: isEqual ? before.rank : first + at + 1 });
  }
  return { subjects, rows: rows.slice(Math.max(0, from - first), to - first) };
}
