import type { JobParts } from '../../domain.ts';
import type { ScheduledJob } from '../../../jobs/job.ts';
import { sendLetters } from './letter-messages.ts';
import { tellReaders } from './letters.ts';

/** Each Monday at 7:00 in India. */
export const letterJobs: ScheduledJob[] = [
  { name: 'tell-of-letters', schedule: '30 1 * * 1', pollSeconds: 60, retryLimit: 3, expireSeconds: 600, work: tellReaders },
];

/** Each Monday from 7:00 in India. The messages of a large installation, and what a provider refused, go on each hour until 21:00. */
export const letterMessageJobs = ({ post, report }: JobParts): ScheduledJob[] => [
  {
    name: 'send-letters',
    schedule: '30 1-15 * * 1',
    pollSeconds: 60,
    expireSeconds: 6 * 3600,
    work: (context) => sendLetters(context, post, report),
  },
];
