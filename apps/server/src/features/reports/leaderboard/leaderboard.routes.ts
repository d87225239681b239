import { getLeaderboard, getRank } from '@abhyas/contract/reports/leaderboard';
import { type Route, serve } from '../../../http/serve.ts';
import { leaderboard, rankOfAttempt } from './leaderboard.ts';

export const leaderboardRoutes: Route[] = [
  serve(getLeaderboard, (input, context) => leaderboard(context, context.student, input)),
  serve(getRank, ({ id }, context) => rankOfAttempt(context, context.student, id)),
];
