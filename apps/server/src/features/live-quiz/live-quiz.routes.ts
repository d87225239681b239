import { answerLiveQuiz, getLiveQuizReport } from '@abhyas/contract/live-quiz';
import { type Route, serve } from '../../http/serve.ts';
import { answerQuestion, quizReportOf } from './live-quiz.ts';

export const liveQuizRoutes: Route[] = [
  serve(answerLiveQuiz, (input, context) => answerQuestion(context, context.student, input)),
  serve(getLiveQuizReport, ({ id }, context) => quizReportOf(context, context.student, id)),
];
