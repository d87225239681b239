import type { Storage } from '../../../integrations/storage/storage.ts';
import type { ScheduledJob } from '../../../jobs/job.ts';
import { clearAbandoned } from './stored-files.ts';

/** Each hour, deletes uploads that were begun a day ago and never recorded. */
export const storedFileJobs = (storage: Storage): ScheduledJob[] => [
  {
    name: 'clear-abandoned-uploads',
    schedule: '17 * * * *',
    pollSeconds: 60,
    retryLimit: 3,
    expireSeconds: 600,
    work: (context) => clearAbandoned(context, storage),
  },
];
