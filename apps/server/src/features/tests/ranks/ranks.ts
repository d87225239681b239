import { leaderboardName, percentileFromCounts } from '@abhyas/exam/reports/rank';
import type { Context } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import * as store from './ranks.store.ts';

export type RankedPart = store.RankedPart;

/** Asks for ranks over the whole paper, not over one subject. */
export const wholePaper = (paper_id: number): RankedPart => ({ paper_id, subject_id: 0 });

/** Above every score. */
const HIGHEST = 2_147_483_647;

/** The rank of a score among the ranked sessions of a paper, which are the first finished session of each student. */
export interface Place {
  /** 1 + the number of higher scores; equal scores share a rank. */
  rank: number;
  /** As NTA computes it, to 7 decimals; null below 20 students. */
  percentile: number | null;
  appeared: number;
}

const placeAt = ({ above, atOrBelow, appeared }: store.Counts): Place => ({
  rank: above + 1,
  percentile: percentileFromCounts(atOrBelow, appeared),
  appeared,
});

/** The rank of each score, or the rank that the score of an unranked session would have. Reads counts only, so its cost is constant. */
export async function placesOf(context: Context, part: RankedPart, scores: readonly number[]): Promise<Place[]> {
  return (await store.countAround(context, part, scores)).map(placeAt);
}

/** The rank of one score, as `placesOf` gives it. */
export async function placeOf(context: Context, part: RankedPart, score: number): Promise<Place> {
  const [place] = await placesOf(context, part, [score]);
  if (!place) throw new Error(`No counts of paper ${part.paper_id}`);
  return place;
}

/** Whether the paper's results are published: immediately, or for an institute's paper once the institute publishes them. */
export const arePublished = ({ institute_id, results_published_at }: { institute_id: number | null; results_published_at: Date | null }) =>
  institute_id === null || results_published_at !== null;

/** The rank of a finished session by its stored score, or the rank that an unranked session would have had. Null before marking. */
export async function standingOf(context: Context, session: { student_id: number; id: number; is_ranked: boolean }, paper_id: number) {
  const score = await store.findScore(context, wholePaper(paper_id), session);
  if (score === undefined) return null;
  return { ...(await placeOf(context, wholePaper(paper_id), score)), is_ranked: session.is_ranked };
}

/** The position of a student's ranked session in the leaderboard; null without one. */
export async function rankOf(
  context: Context,
  part: RankedPart,
  student_id: number,
): Promise<(Place & { score: number; session_id: number }) | null> {
  const own = await store.findRanked(context, part, student_id);
  if (!own) return null;
  return { ...(await placeOf(context, part, own.score)), score: own.score, session_id: own.session_id };
}

/** Number of ranked sessions. */
export const countRanked = async (context: Context, part: RankedPart): Promise<number> => (await placeOf(context, part, HIGHEST)).appeared;

export interface RankedSession extends store.RankedRow {
  rank: number;
}

/**
 * Ranked sessions at positions `from` to `to` (exclusive, from 0): highest score first, equal scores by the exam's tie-break. `counts` are
 * those of `countByScore`.
 */
export async function pageOf(
  context: Context,
  part: RankedPart,
  counts: readonly store.ScoreCount[],
  from: number,
  to: number,
): Promise<RankedSession[]> {
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

/** The first `count` ranked sessions of each subject of a paper (0 for the whole paper). */
export async function topsOf(
  context: Context,
  paper_id: number,
  subject_ids: readonly number[],
  count: number,
): Promise<Map<number, RankedSession[]>> {
  const rows = groupRows(await store.findTops(context, paper_id, subject_ids, count), ({ subject_id }) => subject_id);
  // The list begins with the best session, so that its first session of a score has as many sessions before it as have higher scores.
  const ranked = (of: readonly store.RankedRow[]) =>
    of.map((row) => ({ ...row, rank: 1 + of.findIndex(({ score }) => score === row.score) }));
  return new Map([...rows].map(([subject_id, of]) => [subject_id, ranked(of)]));
}

/** The student's ranked session in each subject with up to `each` neighbours on both sides; a subject without one is missing. */
export async function neighboursIn(
  context: Context,
  paper_id: number,
  subject_ids: readonly number[],
  student_id: number,
  each: number,
): Promise<Map<number, RankedSession[]>> {
  const rows = groupRows(await store.findAround(context, paper_id, subject_ids, student_id, each), ({ subject_id }) => subject_id);
  return new Map([...rows].map(([subject_id, of]) => [subject_id, of.map((row) => ({ ...row, rank: row.above + 1 }))]));
}

/** The neighbours in one part of a paper, as `neighboursIn` gives them; empty without a ranked session. */
export async function neighboursOf(
  context: Context,
  { paper_id, subject_id }: RankedPart,
  student_id: number,
  each: number,
): Promise<RankedSession[]> {
  return (await neighboursIn(context, paper_id, [subject_id], student_id, each)).get(subject_id) ?? [];
}

/** A line of a leaderboard: the only facts about other students that are sent. */
export interface LeaderboardEntry {
  rank: number;
  name: string;
  total: number;
  student_id: number;
}

/** Ranked sessions as lines of a leaderboard, in their order. */
export async function entriesOf(context: Context, lists: readonly (readonly RankedSession[])[]): Promise<LeaderboardEntry[][]> {
  const names = await store.findNames(context, [...new Set(lists.flat().map(({ student_id }) => student_id))]);
  return lists.map((rows) =>
    rows.map(({ rank, score, student_id }) => ({
      rank,
      name: leaderboardName(names.get(student_id) ?? 'Student'),
      total: score,
      student_id,
    })),
  );
}

export const { countByScore, findScore: scoreOf } = store;
export { mergedPageOf, mergedPlaceOf } from './merged-ranks.ts';
