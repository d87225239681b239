import { Type } from 'typebox';
import { endpoint, Id, Nullable } from '../endpoint.ts';

/** Entries that one answer of `getLeaderboard` lists at most. */
export const LEADERBOARD_PAGE = 100;

/** A line of a leaderboard; the name is cut to 15 characters. */
export const LeaderboardEntry = Type.Object({
  rank: Type.Integer(),
  name: Type.String(),
  total: Type.Integer(),
  student_id: Id,
});

/** Where an attempt stands among the ranked ones. */
export const Standing = Type.Object({
  /** The rank; of an attempt that is not ranked the one it would have had. */
  rank: Type.Integer(),
  /** To 7 decimals, from 20 students on. */
  percentile: Nullable(Type.Number()),
  appeared: Type.Integer(),
  /** False for a retake, and where the time of the attempt is in doubt. */
  is_ranked: Type.Boolean(),
});

/** A page of a paper's leaderboard, 100 a page. A page beyond the end is empty. */
export const getLeaderboard = endpoint('GET /tests/{id}/get_leaderboard', {
  summary: 'List the ranked students of a test, a hundred a page',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({
    /** The lowest id of the subject's name; the whole paper without it. */
    subject_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** From 1, which is meant without it. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  response: Type.Object({
    name: Type.String(),
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** The caller's own line and those around it; empty without a ranked attempt. */
    neighbours: Type.Array(LeaderboardEntry),
    entries: Type.Array(LeaderboardEntry),
    total: Type.Integer(),
    /** Results are not out: there is nothing to list yet. */
    hide_leaderboard: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});

/** Where the student's latest finished attempt stands, with the neighbours around: what a report begins with. */
export const getRank = endpoint('GET /tests/{id}/get_rank', {
  summary: 'Tell the rank of the latest finished attempt at a test',
  id: 'The paper.',
  reach: 'membership',
  response: Type.Object({
    /** Null while the results are not out. */
    standing: Nullable(Standing),
    neighbours: Type.Array(LeaderboardEntry),
    hide_leaderboard: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});
