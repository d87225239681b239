import { addToMistakeBook, getImprovementData, getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { type Route, serve } from '../../../http/serve.ts';
import { bookQuestion, improvementData, studentTestReport } from './test-reports.ts';

export const testReportRoutes: Route[] = [
  serve(getStudentTestReports, ({ id }, context) => studentTestReport(context, context.student, id)),
  serve(getImprovementData, (input, context) => improvementData(context, context.student, input)),
  serve(addToMistakeBook, async (input, context) => {
    await bookQuestion(context, context.student, input);
    return { success: true as const };
  }),
];
