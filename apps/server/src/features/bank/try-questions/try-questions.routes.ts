import { getTryQuestions } from '@abhyas/contract/bank/try-questions';
import { type Route, serve } from '../../../http/serve.ts';
import { tryQuestions } from './try-questions.ts';

export const tryQuestionRoutes: Route[] = [serve(getTryQuestions, (input, context) => tryQuestions(context, input))];
