import type { Context } from '../../../context.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import type { Job } from '../../../jobs/job.ts';
import { forgetOldLetters } from './public-pages.ts';

export const publicPageJobs = (storage: Storage): Job[] => [
  { name: 'forget-old-letters', schedule: '41 2 * * *', pollSeconds: 300, work: (context: Context) => forgetOldLetters(context, storage) },
];
