import type { Domain } from '../domain.ts';
import { answerFileRoutes } from './answer-files/answer-files.routes.ts';
import { guardianRoutes } from './guardians/guardians.routes.ts';
import { leaderboardRoutes } from './leaderboard/leaderboard.routes.ts';
import { sessionReportRoutes } from './session-reports/session-reports.routes.ts';
import { studentRoutes } from './students/students.routes.ts';
import { testReportRoutes } from './test-reports/test-reports.routes.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';

export const reports: Domain = {
  routes: () => [
    ...uploadRoutes,
    ...sessionReportRoutes,
    ...answerFileRoutes,
    ...testReportRoutes,
    ...leaderboardRoutes,
    ...studentRoutes,
    ...guardianRoutes,
  ],
};
