import type { ScheduledJob } from '../../../jobs/job.ts';
import { forgetMoves } from './seat-moves.ts';

export const seatMoveJobs: ScheduledJob[] = [{ name: 'forget-seat-moves', schedule: '41 3 * * *', pollSeconds: 60, work: forgetMoves }];
