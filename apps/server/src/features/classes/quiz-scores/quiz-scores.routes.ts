import { getQuizScores } from '@abhyas/contract/classes/attendance';
import { type Route, serve } from '../../../http/serve.ts';
import { quizScores } from './quiz-scores.ts';

export const quizScoreRoutes: Route[] = [serve(getQuizScores, (_input, context) => quizScores(context, context.student))];
