import type { Domain } from '../domain.ts';
import { answerSheetJobs } from './answer-sheets/answer-sheets.jobs.ts';
import { answerSheetRoutes } from './answer-sheets/answer-sheets.routes.ts';
import { hallRoutes } from './hall/hall.routes.ts';
import { instituteTestRoutes } from './institute-tests/institute-tests.routes.ts';
import { keyChallengeRoutes } from './key-challenges/key-challenges.routes.ts';
import { keyCorrectionJobs } from './key-corrections/key-corrections.jobs.ts';
import { keyCorrectionRoutes } from './key-corrections/key-corrections.routes.ts';
import { offlineTestRoutes } from './offline-tests/offline-tests.routes.ts';
import { paperDraftRoutes } from './paper-drafts/paper-drafts.routes.ts';
import { paperPrintRoutes } from './paper-print/paper-print.routes.ts';
import { questionReportRoutes } from './question-reports/question-reports.routes.ts';
import { questionStatisticsRoutes } from './question-statistics/question-statistics.routes.ts';
import { resultRoutes } from './results/results.routes.ts';
import { seatMoveJobs } from './seat-moves/seat-moves.jobs.ts';
import { seatMoveRoutes } from './seat-moves/seat-moves.routes.ts';
import { shiftGroupRoutes } from './shift-groups/shift-groups.routes.ts';

export const examOffice: Domain = {
  routes: ({ keys, secret, storage }) => [
    ...resultRoutes,
    ...questionStatisticsRoutes,
    ...shiftGroupRoutes,
    ...questionReportRoutes,
    ...offlineTestRoutes(storage),
    ...answerSheetRoutes,
    ...instituteTestRoutes,
    ...paperDraftRoutes,
    ...keyChallengeRoutes,
    ...paperPrintRoutes,
    ...keyCorrectionRoutes,
    ...hallRoutes(secret),
    ...seatMoveRoutes(keys),
  ],
  jobs: [...answerSheetJobs, ...keyCorrectionJobs, ...seatMoveJobs],
};
