import type { Domain } from '../domain.ts';
import { bankExportRoutes } from './bank-exports/bank-exports.routes.ts';
import { bankQuestionRoutes } from './bank-questions/bank-questions.routes.ts';
import { cheatSheetRoutes } from './cheat-sheets/cheat-sheets.routes.ts';
import { mistakeRoutes } from './mistakes/mistakes.routes.ts';
import { questionTimeJobs } from './question-times/question-times.jobs.ts';
import { questionImportJobs } from './question-imports/question-imports.jobs.ts';
import { questionImportRoutes } from './question-imports/question-imports.routes.ts';
import { searchJobs } from './search/search.jobs.ts';
import { searchRoutes } from './search/search.routes.ts';
import { topicSampleRoutes } from './topic-samples/topic-samples.routes.ts';
import { tryQuestionRoutes } from './try-questions/try-questions.routes.ts';
import { videoRoutes } from './videos/videos.routes.ts';

export const bank: Domain = {
  routes: ({ storage }) => [
    ...mistakeRoutes,
    ...searchRoutes,
    ...cheatSheetRoutes,
    ...videoRoutes,
    ...topicSampleRoutes,
    ...tryQuestionRoutes,
    ...bankQuestionRoutes,
    ...bankExportRoutes,
    ...questionImportRoutes(storage),
  ],
  jobs: [...questionTimeJobs, ...searchJobs],
  jobsWith: questionImportJobs,
};
