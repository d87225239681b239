import { getQuestionStatistics, getQuestionStatisticsCsv } from '@abhyas/contract/exam-office/results';
import { type Route, serve } from '../../../http/serve.ts';
import { questionStatistics, questionStatisticsCsv } from './question-statistics.ts';

export const questionStatisticsRoutes: Route[] = [
  serve(getQuestionStatistics, ({ id }, context) => questionStatistics(context, id)),
  serve(getQuestionStatisticsCsv, ({ id }, context) => questionStatisticsCsv(context, id)),
];
