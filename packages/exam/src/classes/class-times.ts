const MINUTE_MS = 60_000;
const JOIN_MINUTES_BEFORE = 10;

export interface ClassTimes {
  status: 'NOT_STARTED' | 'LIVE' | 'COMPLETED' | 'CANCELLED';
  starts_at: Date;
  duration_seconds: number;
}

/** When a class ends by its plan, extensions included. */
export const classEnd = ({ starts_at, duration_seconds }: ClassTimes): Date => new Date(starts_at.getTime() + duration_seconds * 1000);

/** The status as it is shown: a live class past its end reads completed, with no job needed. */
export const classStatus = (times: ClassTimes, now: Date): ClassTimes['status'] =>
  times.status === 'LIVE' && now >= classEnd(times) ? 'COMPLETED' : times.status;

/** From 10 minutes before its start until its end a class may be joined. */
export const joinWindow = (times: ClassTimes): { from: Date; until: Date } => ({
  from: new Date(times.starts_at.getTime() - JOIN_MINUTES_BEFORE * MINUTE_MS),
  until: classEnd(times),
});

/** Why a class cannot be joined at `now`; null where it can. */
export function joinRefusal(times: ClassTimes, now: Date): 'class_cancelled' | 'class_over' | 'class_not_open' | null {
  if (times.status === 'CANCELLED') return 'class_cancelled';
  const { from, until } = joinWindow(times);
  if (times.status === 'COMPLETED' || now >= until) return 'class_over';
  return now < from ? 'class_not_open' : null;
}
