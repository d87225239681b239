/** Seconds after the deadline in which an upload still counts. */
export const GRACE_SECONDS = 60;

/** Reports of time that come closer together than this count every second in between. */
export const CLOSE_REPORTS_SECONDS = 90;
/** Seconds of long gaps that one writer may leave unreported; an attempt that reaches them is not ranked. */
export const MOST_UNCLAIMED_SECONDS = 600;
const ERROR_TONE_SECONDS = 300;

/** The clock of a session. Moments are in ms since 1970, lengths in seconds. */
export interface Clock {
  time_kind: 'wall_clock' | 'session_time';
  began_at: number;
  test_duration: number;
  /** Of a `wall_clock` session. */
  deadline: number | null;
  /** Of a `session_time` session: seconds it was open. */
  session_time_spent: number;
  time_reported_at: number | null;
}

const endOf = (clock: Clock): number => clock.deadline ?? clock.began_at + clock.test_duration * 1000;

/** Seconds left, never below zero; a begun second counts as left. A `session_time` clock stands while nobody reports time. */
export function timeLeft(clock: Clock, now: number): number {
  const left = clock.time_kind === 'wall_clock' ? (endOf(clock) - now) / 1000 : clock.test_duration - clock.session_time_spent;
  return Math.max(0, Math.ceil(left));
}

/** Deadline (ms) of a `wall_clock` session: begin + duration or the end of the window, whichever comes first; extensions reach beyond both. */
export function deadlineOf(began_at: number, test_duration: number, closes_at: number | null, extension_seconds: number): number {
  return Math.min(began_at + test_duration * 1000, closes_at ?? Number.POSITIVE_INFINITY) + extension_seconds * 1000;
}

/** What the server takes from a report of time. */
export interface AcceptedTime {
  session_time_spent: number;
  /** Moment (ms) up to which time is counted: a part of a second that is not yet one is left for the next report. */
  time_reported_at: number;
  /** Seconds of a long gap that were not reported as spent. */
  unclaimed_seconds: number;
}

/**
 * Takes a report of seconds spent by the session's writer: never fewer than before, never more than the wall clock allows since the last
 * report, and all of it when that was less than 90 s ago or the `test_duration` is used up. `lastReportAt` (ms) is the last report, or the
 * opening by the writer if that came later.
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
  // Rounded outwards on both sides, so that whole seconds never cost an honest report anything.
  const spent = Math.min(Math.max(reported, previous + (isCounted ? whole : 0)), previous + Math.ceil(gap / 1000));
  return {
    session_time_spent: spent,
    time_reported_at: Math.max(lastReportAt, spent === previous + whole ? now - (gap % 1000) : now),
    unclaimed_seconds: isCounted ? 0 : Math.max(0, whole - (spent - previous)),
  };
}

/** Whether the session has ended: `grace_seconds` past the deadline, or past the moment in which all its session time was spent. */
export function isOver(clock: Clock, now: number, grace_seconds: number): boolean {
  if (clock.time_kind === 'wall_clock') return now >= endOf(clock) + grace_seconds * 1000;
  const beyond = clock.session_time_spent - clock.test_duration;
  return beyond >= 0 && now >= (clock.time_reported_at ?? clock.began_at) + (grace_seconds - beyond) * 1000;
}

/** The notice to give when the seconds left fall from `before` to `after`: minutes of the last threshold crossed; none at the end itself. */
export function noticeAt(before: number, after: number): 30 | 10 | 5 | 1 | null {
  if (after <= 0) return null;
  return ([1, 5, 10, 30] as const).find((minutes) => before > minutes * 60 && after <= minutes * 60) ?? null;
}

/** Colour of the timer for the seconds left: error under 5 minutes, ended at zero. */
export function timerTone(left: number): 'normal' | 'error' | 'ended' {
  if (left <= 0) return 'ended';
  return left < ERROR_TONE_SECONDS ? 'error' : 'normal';
}
