import type { Job } from '../../../jobs/job.ts';
import { indexPending } from './search.ts';

/** Writes outdated index entries. An import does this at its end; the job completes an interrupted import. */
export const searchJobs: Job[] = [{ name: 'index-questions', schedule: '* * * * *', pollSeconds: 20, work: indexPending }];
