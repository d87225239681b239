import type { ScheduledJob } from '../../../jobs/job.ts';
import type { JobParts } from '../../domain.ts';
import { clearImports, workJobName, workOnImports } from './import-work.ts';

/** Reads, checks, commits and undoes imports; a call starts the work at once, and the schedule continues the work of a killed server. */
export const questionImportJobs = (parts: Pick<JobParts, 'storage' | 'isEmbedded' | 'waitsForTests'>): ScheduledJob[] => [
  {
    name: workJobName,
    schedule: '* * * * *',
    pollSeconds: 2,
    isShared: true,
    expireSeconds: 3600,
    work: (context) => workOnImports(context, parts),
  },
  {
    name: 'clear-question-imports',
    schedule: '41 * * * *',
    pollSeconds: 60,
    retryLimit: 3,
    expireSeconds: 600,
    work: (context) => clearImports(context, parts.storage),
  },
];
