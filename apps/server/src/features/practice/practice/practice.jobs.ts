import type { Job } from '../../../jobs/job.ts';
import { addRatingSteps } from './settling.ts';

/** Moves the ratings of questions by the answers of practice. */
export const practiceJobs: Job[] = [{ name: 'add-rating-steps', schedule: '*/2 * * * *', pollSeconds: 30, work: addRatingSteps }];
