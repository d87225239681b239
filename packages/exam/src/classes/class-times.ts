const MINUTE_MS = 60_000;
const JOIN_MINUTES_BEFORE = 10;

export interface ClassTimes {
  status: 'NOT_STARTED' | 'LIVE' | 'COMPLETED' | 'CANCELLED';
  starts_at: Date;
  duration_seconds: number;
}

/** Planned end of a class, extensions included. */
export const classEnd = ({ starts_at, duration_seconds }: ClassTimes): Date => new Date(starts_at.getTime() + duration_seconds * 1000);

/** The status to show. A live class past its end is shown as completed, so that no job has to end it. */
export const classStatus = (times: ClassTimes, now: Date): ClassTimes['status'] =>
  times.status === 'LIVE' && now >= classEnd(times) ? 'COMPLETED' : times.status;

/** The time in which a class may be joined: from 10 minutes before its start until its end. */
export const joinWindow = (times: ClassTimes): { from: Date; until: Date } => ({
  from: new Date(times.starts_at.getTime() - JOIN_MINUTES_BEFORE * MINUTE_MS),
  until: classEnd(times),
});

/** Why a class cannot be joined at `now`; null if it can. */
export function joinRefusal(times: ClassTimes, now: Date): 'class_cancelled' | 'class_over' | 'class_not_open' | null {
  if (times.status === 'CANCELLED') return 'class_cancelled';
  const { from, until } = joinWindow(times);
  if (times.status === 'COMPLETED' || now >= until) return 'class_over';
  return now < from ? 'class_not_open' : null;
}
