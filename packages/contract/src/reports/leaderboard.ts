import { Type } from 'typebox';
import { endpoint, Id, Nullable } from '../endpoint.ts';

/** The most entries in one response of `getLeaderboard`. */
export const LEADERBOARD_PAGE = 100;

/** A line of a leaderboard; the name is cut to 15 characters. */
export const LeaderboardEntry = Type.Object({
  rank: Type.Integer(),
  name: Type.String(),
  total: Type.Integer(),
  student_id: Id,
});

/** The rank of an attempt among the ranked attempts. */
export const Standing = Type.Object({
  /** The rank; for an attempt that is not ranked, the rank that it would have. */
  rank: Type.Integer(),
  /** Percentile to 7 decimals; null below 20 students. */
  percentile: Nullable(Type.Number()),
  appeared: Type.Integer(),
  /** Whether the attempt is ranked; false for a retake, and if the time of the attempt is in doubt. */
  is_ranked: Type.Boolean(),
});

/** A page of a paper's leaderboard, 100 a page. A page beyond the end is empty. */
export const getLeaderboard = endpoint('GET /tests/{id}/get_leaderboard', {
  summary: 'List the ranked students of a test, a hundred a page',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({
    /** The lowest subject id with the subject's name. Default: the whole paper. */
    subject_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Counted from 1. Default: 1. */
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  response: Type.Object({
    name: Type.String(),
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** The caller's own line and the lines around it; empty without a ranked attempt. */
    neighbours: Type.Array(LeaderboardEntry),
    entries: Type.Array(LeaderboardEntry),
    total: Type.Integer(),
    /** Whether the results are not published yet, so that the list is empty. */
    hide_leaderboard: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});

/** The rank of the student's latest finished attempt with the neighbouring ranks, for the beginning of a report. */
export const getRank = endpoint('GET /tests/{id}/get_rank', {
  summary: 'Show the rank of the latest finished attempt at a test',
  id: 'The paper.',
  reach: 'membership',
  response: Type.Object({
    /** Null while the results are not published. */
    standing: Nullable(Standing),
    neighbours: Type.Array(LeaderboardEntry),
    hide_leaderboard: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});
