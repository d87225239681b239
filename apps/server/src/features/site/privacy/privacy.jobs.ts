import type { Storage } from '../../../integrations/storage/storage.ts';
import type { Job, ScheduledJob, SentJob } from '../../../jobs/job.ts';
import { deleteDueAccounts, type RemovedFiles, removeFilesOf } from './deletion.ts';

/** Removes, after the commit of a deletion, the files of the account. It is tried again for a day while the storage is unavailable. */
export const removeFiles = (storage: Storage): SentJob<RemovedFiles> => ({
  name: 'remove-files-of-account',
  pollSeconds: 60,
  retryLimit: 96,
  retrySeconds: 900,
  expireSeconds: 600,
  work: (_context, files) => removeFilesOf(storage, files),
});

/** Deletes, each day, the accounts that are due. */
const deleteAccounts = (storage: Storage): ScheduledJob => ({
  name: 'delete-accounts',
  schedule: '29 21 * * *',
  pollSeconds: 300,
  retryLimit: 3,
  expireSeconds: 3600,
  work: (context) => deleteDueAccounts(context, removeFiles(storage)),
});

export const privacyJobs = (storage: Storage): Job[] => [removeFiles(storage), deleteAccounts(storage)];
