import { getLeaderboard } from '@abhyas/contract/leaderboard';
import { type Route, serve } from '../../http/serve.ts';
import { leaderboard } from './leaderboard.ts';

export const leaderboardRoutes: Route[] = [serve(getLeaderboard, (input, context) => leaderboard(context, context.student, input))];
