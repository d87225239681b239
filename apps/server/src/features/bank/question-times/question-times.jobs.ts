import type { Job } from '../../../jobs/job.ts';
import { measureGrownPapers, measurePaper } from './question-times.ts';

/** The scheduled one at half past two at night in India. */
export const questionTimeJobs: Job[] = [
  measurePaper,
  { name: 'measure-questions', schedule: '0 21 * * *', pollSeconds: 60, work: measureGrownPapers },
];
