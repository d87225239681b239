import type { ScheduledJob } from '../../../jobs/job.ts';
import { tellReaders } from './letters.ts';

/** Each Monday at 7:00 in India. */
export const letterJobs: ScheduledJob[] = [
  { name: 'tell-of-letters', schedule: '30 1 * * 1', pollSeconds: 60, retryLimit: 3, expireSeconds: 600, work: tellReaders },
];
