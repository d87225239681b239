import type { Domain } from '../domain.ts';
import { bookmarkRoutes } from './bookmarks/bookmarks.routes.ts';
import { dayPlanRoutes } from './day-plan/day-plan.routes.ts';
import { doubtRoutes } from './doubts/doubts.routes.ts';
import { practiceJobs } from './practice/practice.jobs.ts';
import { practiceRoutes } from './practice/practice.routes.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { scorePathRoutes } from './score-path/score-path.routes.ts';

export const practice: Domain = {
  routes: ({ storage }) => [
    ...dayPlanRoutes,
    ...practiceRoutes,
    ...bookmarkRoutes,
    ...progressRoutes,
    ...scorePathRoutes,
    ...doubtRoutes(storage),
  ],
  jobs: practiceJobs,
};
