import type { Job } from '../../../jobs/job.ts';
import { markCorrectedPaper } from './key-corrections.ts';

export const keyCorrectionJobs: Job[] = [markCorrectedPaper];
