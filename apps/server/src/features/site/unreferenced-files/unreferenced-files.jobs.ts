import type { JobParts } from '../../domain.ts';
import type { ScheduledJob } from '../../../jobs/job.ts';
import { clearUnreferenced } from './unreferenced-files.ts';

/** Checks the storage once a day, at night. */
export const unreferencedFileJobs = ({ storage, report }: JobParts): ScheduledJob[] => [
  {
    name: 'clear-unreferenced-files',
    schedule: '23 21 * * *',
    pollSeconds: 300,
    expireSeconds: 6 * 3600,
    work: (context) => clearUnreferenced(context, storage, report),
  },
];
