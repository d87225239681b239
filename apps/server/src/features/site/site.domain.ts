import type { Domain } from '../domain.ts';
import { downloadRoutes } from './downloads/downloads.routes.ts';
import { firstDayRoutes } from './first-day/first-day.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { letterJobs, letterMessageJobs } from './letters/letters.jobs.ts';
import { letterRoutes } from './letters/letters.routes.ts';
import { privacyJobs } from './privacy/privacy.jobs.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { publicPageJobs } from './public-pages/public-pages.jobs.ts';
import { publicPageRoutes } from './public-pages/public-pages.routes.ts';
import { todayRoutes } from './today/today.routes.ts';
import { unreferencedFileJobs } from './unreferenced-files/unreferenced-files.jobs.ts';

export const site: Domain = {
  routes: ({ keys, storage, texts, firstDay, post }) => [
    ...homeRoutes,
    ...publicPageRoutes(texts),
    ...privacyRoutes(keys, storage),
    ...downloadRoutes(storage),
    ...todayRoutes,
    ...letterRoutes(post),
    ...firstDayRoutes(firstDay),
  ],
  jobs: [...letterJobs],
  jobsWith: (parts) => [
    ...letterMessageJobs(parts),
    ...publicPageJobs(parts.storage),
    ...privacyJobs(parts.storage),
    ...unreferencedFileJobs(parts),
  ],
};
