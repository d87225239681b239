import {
  answerQuestionReports,
  createReportIssue,
  getPaperQuestionReports,
  getQuestionReports,
  getReportedQuestions,
} from '@abhyas/contract/exam-office/question-reports';
import { type Route, serve } from '../../../http/serve.ts';
import * as reports from './question-reports.ts';

export const questionReportRoutes: Route[] = [
  serve(createReportIssue, (input, context) => reports.reportIssue(context, context.student, input)),
  serve(getReportedQuestions, (_input, context) => reports.reportedQuestions(context, context.student.id)),
  serve(getQuestionReports, ({ page = 1 }, context) => reports.openReports(context, page)),
  serve(getPaperQuestionReports, ({ id }, context) => reports.reportsOfPaper(context, id)),
  serve(answerQuestionReports, async ({ question_id, reply }, context) => ({
    closed: await reports.answerReports(context, { id: question_id }, reply),
  })),
];
