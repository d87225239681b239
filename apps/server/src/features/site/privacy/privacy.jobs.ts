import type { Storage } from '../../../integrations/storage/storage.ts';
import type { ScheduledJob } from '../../../jobs/job.ts';
import { deleteDueAccounts } from './deletion.ts';

/** Deletes, each day, the accounts whose days are over. */
export const privacyJobs = (storage: Storage): ScheduledJob[] => [
  {
    name: 'delete-accounts',
    schedule: '29 21 * * *',
    pollSeconds: 300,
    retryLimit: 3,
    expireSeconds: 3600,
    work: (context) => deleteDueAccounts(context, storage),
  },
];
