/** A student's score in one shift of a test, total and by subject name. */
export interface ShiftScore {
  student_id: number;
  total: number;
  subjects: Readonly<Record<string, number>>;
}

/** Percentiles in units of 10⁻⁷, so that they are compared as integers. */
export interface ShiftPercentiles {
  student_id: number;
  total: number;
  subjects: Readonly<Record<string, number>>;
}

const UNITS = 10_000_000;

/** The percentile 100 x atOrBelow / appeared, in units of 10⁻⁷, rounded half up with integer arithmetic. */
export function percentileUnits(atOrBelow: number, appeared: number): number {
  const scaled = BigInt(atOrBelow) * 100n * BigInt(UNITS);
  return Number((2n * scaled + BigInt(appeared)) / (2n * BigInt(appeared)));
}

/** The number of sorted numbers that are at most `value`. */
function countUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Percentiles of every student within one shift, total and per subject, as NTA computes them before shifts are merged. */
export function shiftPercentiles(scores: readonly ShiftScore[]): ShiftPercentiles[] {
  const names = [...new Set(scores.flatMap(({ subjects }) => Object.keys(subjects)))];
  const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  const totals = ascending(scores.map(({ total }) => total));
  const bySubject = new Map(names.map((name) => [name, ascending(scores.map(({ subjects }) => subjects[name] ?? 0))]));
  return scores.map(({ student_id, total, subjects }) => ({
    student_id,
    total: percentileUnits(countUpTo(totals, total), scores.length),
    subjects: Object.fromEntries(
      [...bySubject].map(([name, sorted]) => [name, percentileUnits(countUpTo(sorted, subjects[name] ?? 0), scores.length)]),
    ),
  }));
}

/**
 * Ranks over all shifts of a test: by total percentile, then by the percentiles of `subjects` in their order (the exam's tie-break). Equal
 * students share a rank. The result is keyed by student id.
 */
export function mergedRanks(shifts: readonly (readonly ShiftPercentiles[])[], subjects: readonly string[]): Map<number, number> {
  const compare = (a: ShiftPercentiles, b: ShiftPercentiles): number =>
    b.total - a.total || subjects.map((name) => (b.subjects[name] ?? 0) - (a.subjects[name] ?? 0)).find((step) => step !== 0) || 0;
  const ordered = shifts.flat().toSorted(compare);
  const ranks = new Map<number, number>();
  let rank = 1;
  ordered.forEach((standing, place) => {
    const before = ordered[place - 1];
    if (!before || compare(before, standing) !== 0) rank = place + 1;
    ranks.set(standing.student_id, rank);
  });
  return ranks;
}
