/** Total of a student before and after a key is corrected. */
export interface CorrectedTotal {
  student_id: number;
  before: number;
  after: number;
}

export interface RankedChange extends CorrectedTotal {
  rank_before: number;
  rank_after: number;
}

export interface CorrectionEffect {
  /** Counts of students by the change of their score, the largest gain first; students without a change are left out. */
  differences: { by: number; students: number }[];
  kept: number;
  /** All students by new rank, then by old rank. */
  ranks: RankedChange[];
  ranks_changed: number;
  /** The most ranks that a student loses, and the most that a student gains. */
  farthest_fall: number;
  farthest_rise: number;
}

/** The rank of each total: 1 + the number of higher totals. */
function rankByTotal(totals: readonly number[]): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const [above, total] of totals.toSorted((a, b) => b - a).entries()) if (!ranks.has(total)) ranks.set(total, above + 1);
  return ranks;
}

/** The effect of a correction on ranked students: scores, and ranks (1 + number of students with a higher total). */
export function correctionEffect(totals: readonly CorrectedTotal[]): CorrectionEffect {
  const [before, after] = [rankByTotal(totals.map((each) => each.before)), rankByTotal(totals.map((each) => each.after))];
  const ranks = totals
    .map((each) => ({ ...each, rank_before: before.get(each.before) ?? 0, rank_after: after.get(each.after) ?? 0 }))
    .toSorted((a, b) => a.rank_after - b.rank_after || a.rank_before - b.rank_before || a.student_id - b.student_id);
  const counts = new Map<number, number>();
  for (const each of totals) counts.set(each.after - each.before, (counts.get(each.after - each.before) ?? 0) + 1);
  const kept = counts.get(0) ?? 0;
  counts.delete(0);
  const moves = ranks.map(({ rank_before, rank_after }) => rank_after - rank_before);
  return {
    differences: [...counts].map(([by, students]) => ({ by, students })).toSorted((a, b) => b.by - a.by),
    kept,
    ranks,
    ranks_changed: moves.filter((by) => by !== 0).length,
    farthest_fall: moves.reduce((most, by) => Math.max(most, by), 0),
    farthest_rise: moves.reduce((most, by) => Math.max(most, -by), 0),
  };
}
