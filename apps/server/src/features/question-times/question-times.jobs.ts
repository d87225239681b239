import type { Job } from '../../jobs/job.ts';
import { measureGrownPapers } from './question-times.ts';

/** At half past two at night in India. */
export const questionTimeJobs: Job[] = [{ name: 'measure-questions', schedule: '0 21 * * *', pollSeconds: 60, work: measureGrownPapers }];
