import type { Job } from '../../../jobs/job.ts';
import { measureGrownPapers, measurePaper } from './question-times.ts';

/** `measure-questions` runs at 02:30 in India. */
export const questionTimeJobs: Job[] = [
  measurePaper,
  { name: 'measure-questions', schedule: '0 21 * * *', pollSeconds: 60, work: measureGrownPapers },
];
