import type { Job } from '../../../jobs/job.ts';
import { forgetImports, importRosterPart } from './roster-imports.ts';

export const peopleJobs: Job[] = [
  importRosterPart,
  { name: 'forget-roster-imports', schedule: '37 21 * * *', pollSeconds: 300, work: forgetImports },
];
