import type { Storage } from '../../../integrations/storage/storage.ts';
import type { Job, ScheduledJob } from '../../../jobs/job.ts';
import { deleteDueAccounts, removeFilesJob } from './deletion.ts';

/** Deletes, each day, the accounts that are due. */
const deleteAccounts = (storage: Storage): ScheduledJob => ({
  name: 'delete-accounts',
  schedule: '29 21 * * *',
  pollSeconds: 300,
  retryLimit: 3,
  expireSeconds: 3600,
  work: (context) => deleteDueAccounts(context, removeFilesJob(storage)),
});

export const privacyJobs = (storage: Storage): Job[] => [removeFilesJob(storage), deleteAccounts(storage)];
