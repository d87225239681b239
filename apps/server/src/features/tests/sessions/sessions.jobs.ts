import type { Job } from '../../../jobs/job.ts';
import { endDueTests } from './sessions.ts';

/** Ends all tests that are over. Each is ended once, because a session is locked while it is ended. */
export const sessionJobs: Job[] = [
  { name: 'end-due-tests', schedule: '* * * * *', pollSeconds: 2, retryLimit: 10, expireSeconds: 60, work: endDueTests },
];
