import type { Context } from '../../../context.ts';
import type { Job } from '../../../jobs/job.ts';
import { forgetUnmatched } from './answer-sheets.ts';

export const answerSheetJobs: Job[] = [
  { name: 'forget-answer-sheets', schedule: '47 21 * * *', pollSeconds: 300, work: (context: Context) => forgetUnmatched(context) },
];
