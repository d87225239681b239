import type { Job } from '../../../jobs/job.ts';
import { forgetExpired } from './identity.ts';

export const identityJobs: Job[] = [{ name: 'forget-expired', schedule: '17 */6 * * *', pollSeconds: 60, work: forgetExpired }];
