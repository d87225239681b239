import { percentileFromCounts } from '@abhyas/exam/rank';
import type { Context } from '../../context.ts';
import * as store from './ranks.store.ts';

export type RankedPart = store.RankedPart;

/** A whole paper, for which ranks are asked. */
export const wholePaper = (paper_id: number): RankedPart => ({ paper_id, subject_id: 0 });

/** Where a score stands among the ranked sessions of a paper: one a student, the first finished. */
export interface Place {
  /** 1 + the number of higher scores; equal scores share a rank. */
  rank: number;
  /** As NTA computes it, to 7 decimals; null below 20 students. */
  percentile: number | null;
  appeared: number;
}

/** The place that a score has, or that an unranked one would have. Reads counts only, however many have finished. */
export async function placeOf(context: Context, part: RankedPart, score: number): Promise<Place> {
  const { above, atOrBelow, appeared } = await store.countAround(context, part, score);
  return { rank: above + 1, percentile: percentileFromCounts(atOrBelow, appeared), appeared };
}

/** The place of a student's ranked session; null without one. */
export async function rankOf(
  context: Context,
  part: RankedPart,
  student_id: number,
): Promise<(Place & { score: number; session_id: number }) | null> {
  const own = await store.findRanked(context, part, student_id);
  if (!own) return null;
  return { ...(await placeOf(context, part, own.score)), score: own.score, session_id: own.session_id };
}

export interface RankedSession extends store.RankedRow {
  rank: number;
}

/** Ranked sessions at the places `from` up to but without `to`, the first being 0: highest first, those of an equal score by student. */
export async function pageOf(context: Context, part: RankedPart, from: number, to: number): Promise<RankedSession[]> {
  const counts = await store.countByScore(context, part);
  let passed = 0;
  const start = counts.find(({ count }) => {
    if (passed + count > from) return true;
    passed += count;
    return false;
  });
  if (!start || to <= from) return [];
  const rows = await store.findFrom(context, part, { score: start.score, skipped: from - passed }, to - from);
  const rankOfScore = (score: number) => counts.reduce((rank, other) => (other.score > score ? rank + other.count : rank), 1);
  const rankByScore = new Map([...new Set(rows.map(({ score }) => score))].map((score) => [score, rankOfScore(score)]));
  return rows.map((row) => ({ ...row, rank: rankByScore.get(row.score) ?? 1 }));
}

/** The student's ranked session with up to `each` on both sides of it; nothing without one. */
export async function neighboursOf(context: Context, part: RankedPart, student_id: number, each: number): Promise<RankedSession[]> {
  const own = await store.findRanked(context, part, student_id);
  if (!own) return [];
  const { above } = await store.countAround(context, part, own.score);
  const place = above + (await store.countBeforeAmongEqual(context, part, own));
  return pageOf(context, part, Math.max(0, place - each), place + each + 1);
}
