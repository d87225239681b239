import type { Job } from '../../../jobs/job.ts';
import { indexPending } from './search.ts';

/** An import writes what its questions are found by when it ends; this does it where it was cut off before. */
export const searchJobs: Job[] = [{ name: 'index-questions', schedule: '* * * * *', pollSeconds: 20, work: indexPending }];
