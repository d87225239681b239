import { getPaperReports, getPaperResults, getResultsCsv, publishPaper, publishResults } from '@abhyas/contract/exam-office/results';
import { type Route, serve } from '../../../http/serve.ts';
import * as results from './results.ts';

export const resultRoutes: Route[] = [
  serve(getPaperResults, ({ id }, context) => results.resultsOf(context, id)),
  serve(getResultsCsv, ({ id }, context) => results.resultsCsv(context, id)),
  serve(getPaperReports, ({ id, page = 0 }, context) => results.reportsOf(context, id, page)),
  serve(publishResults, async ({ id, and_paper = false, although_sitting = false }, context) => ({
    success: true as const,
    ...(await results.publishResultsOf(context, id, and_paper, although_sitting)),
  })),
  serve(publishPaper, async ({ id, although_sitting = false }, context) => ({
    success: true as const,
    ...(await results.publishPaperOf(context, id, although_sitting)),
  })),
];
