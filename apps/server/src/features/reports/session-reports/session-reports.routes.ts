import { getAssignmentReport, getReport } from '@abhyas/contract/reports/session-reports';
import { type Route, serve } from '../../../http/serve.ts';
import { testReport } from './session-reports.ts';
import { sessionReport } from './practice-report.ts';

export const sessionReportRoutes: Route[] = [
  serve(getReport, ({ id }, context) => testReport(context, context.student, id)),
  serve(getAssignmentReport, ({ id, object_type, session_type }, context) =>
    sessionReport(context, context.student, id, object_type, session_type),
  ),
];
