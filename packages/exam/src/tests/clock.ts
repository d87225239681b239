/** Seconds after the deadline in which an upload still counts. */
export const GRACE_SECONDS = 60;

/** The moment before which a window must have ended, for it and its grace period to be over now. */
export const endedBefore = (now: Date): Date => new Date(now.getTime() - GRACE_SECONDS * 1000);

/** If two reports of time are less than this many seconds apart, all the time between them counts. */
export const CLOSE_REPORTS_SECONDS = 90;
/** An attempt is not ranked if one writer leaves this many seconds of long gaps unreported. */
export const MOST_UNCLAIMED_SECONDS = 600;
const ERROR_TONE_SECONDS = 300;

/** The clock of a session. Times are in ms since 1970, lengths in seconds. */
export interface Clock {
  time_kind: 'wall_clock' | 'session_time';
  began_at: number;
  test_duration: number;
  /** Deadline of a `wall_clock` session. */
  deadline: number | null;
  /** Seconds for which a `session_time` session was open. */
  session_time_spent: number;
  time_reported_at: number | null;
}

const endOf = (clock: Clock): number => clock.deadline ?? clock.began_at + clock.test_duration * 1000;

/** Seconds left, never below zero, rounded up. A `session_time` clock stops while no device reports time. */
export function timeLeft(clock: Clock, now: number): number {
  const left = clock.time_kind === 'wall_clock' ? (endOf(clock) - now) / 1000 : clock.test_duration - clock.session_time_spent;
  return Math.max(0, Math.ceil(left));
}

/** Deadline (ms) of a `wall_clock` session: the earlier of begin + duration and the end of the window (`closes_at`), plus the extension. */
export function deadlineOf(began_at: number, test_duration: number, closes_at: number | null, extension_seconds: number): number {
  return Math.min(began_at + test_duration * 1000, closes_at ?? Number.POSITIVE_INFINITY) + extension_seconds * 1000;
}

/** The result of `acceptTimeSpent`. */
export interface AcceptedTime {
  session_time_spent: number;
  /** Moment (ms) up to which the time is counted. A remaining fraction of a second counts in the next report. */
  time_reported_at: number;
  /** Seconds of a long gap that were not reported as spent. */
  unclaimed_seconds: number;
}

/**
 * Accepts a report of seconds spent by the session's writer: never fewer than before, and never more than the wall clock allows since the
 * last report. If that was less than 90 s ago, or `test_duration` is used up, all wall-clock time counts. `lastReportAt` (ms) is the last
 * report, or the opening by the writer if that is later.
 */
export function acceptTimeSpent(
  previous: number,
  reported: number,
  lastReportAt: number,
  now: number,
  test_duration = Number.POSITIVE_INFINITY,
): AcceptedTime {
  const gap = Math.max(0, now - lastReportAt);
  const whole = Math.floor(gap / 1000);
  const isCounted = gap < CLOSE_REPORTS_SECONDS * 1000 || previous >= test_duration;
  // Both sides are rounded outwards, so that rounding to whole seconds never shortens an honest report.
  const spent = Math.min(Math.max(reported, previous + (isCounted ? whole : 0)), previous + Math.ceil(gap / 1000));
  return {
    session_time_spent: spent,
    time_reported_at: Math.max(lastReportAt, spent === previous + whole ? now - (gap % 1000) : now),
    unclaimed_seconds: isCounted ? 0 : Math.max(0, whole - (spent - previous)),
  };
}

/** Whether the session has ended: `grace_seconds` after the deadline, or after its session time was used up. */
export function isOver(clock: Clock, now: number, grace_seconds: number): boolean {
  if (clock.time_kind === 'wall_clock') return now >= endOf(clock) + grace_seconds * 1000;
  const beyond = clock.session_time_spent - clock.test_duration;
  return beyond >= 0 && now >= (clock.time_reported_at ?? clock.began_at) + (grace_seconds - beyond) * 1000;
}

/**
 * The notice to show when the seconds left fall from `before` to `after`: the minutes of the last crossed threshold. Null if none is
 * crossed, or at the end itself.
 */
export function noticeAt(before: number, after: number): 30 | 10 | 5 | 1 | null {
  if (after <= 0) return null;
  return ([1, 5, 10, 30] as const).find((minutes) => before > minutes * 60 && after <= minutes * 60) ?? null;
}

/** Colour of the timer, from the seconds left: `error` under 5 minutes, `ended` at zero. */
export function timerTone(left: number): 'normal' | 'error' | 'ended' {
  if (left <= 0) return 'ended';
  return left < ERROR_TONE_SECONDS ? 'error' : 'normal';
}
