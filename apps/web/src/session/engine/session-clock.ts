/** The server's report on the time of a test. */
export interface TestClock {
  time_kind: 'wall_clock' | 'session_time';
  /** Seconds left by the server's clock. */
  remaining_duration: number;
  /** Ms; only tests that run by the wall clock have a deadline. */
  deadline: number | null;
}

/** Differences of up to this many seconds come from rounding and the network, so they do not change the timer. */
const TOLERANCE = 2;

export interface SessionClock {
  /** Seconds left. `spent`: seconds of the session so far; `now`: ms by the server's clock. */
  timeLeft: (spent: number, now: number) => number;
  /**
   * Sets the time left from a response of the server; `spent` is the session time (seconds) that the upload reported. With `wasGuess` it
   * replaces the device's estimate. Returns the seconds by which the deadline moved.
   */
  learn: (told: TestClock, spent: number, wasGuess?: boolean) => number;
}

/** Computes the time left of a running test, which grows only if the server extends the test. */
export function createSessionClock(told: TestClock, spentThen: number): SessionClock {
  let clock = told;
  let anchor = spentThen;
  let shown = Number.POSITIVE_INFINITY;

  const raw = (spent: number, now: number): number => {
    const left =
      clock.time_kind === 'wall_clock' && clock.deadline !== null
        ? (clock.deadline - now) / 1000
        : clock.remaining_duration - (spent - anchor);
    return Math.max(0, left);
  };

  return {
    timeLeft(spent, now) {
      shown = Math.min(shown, raw(spent, now));
      return shown;
    },
    learn(next, spent, wasGuess = false) {
      const isMoved =
        wasGuess ||
        (next.time_kind === 'wall_clock'
          ? next.deadline !== clock.deadline
          : Math.abs(next.remaining_duration - (clock.remaining_duration - (spent - anchor))) > TOLERANCE);
      if (!isMoved) return 0;
      const later = next.deadline === null || clock.deadline === null ? 0 : (next.deadline - clock.deadline) / 1000;
      clock = next;
      anchor = spent;
      shown = Number.POSITIVE_INFINITY;
      return Math.max(0, later);
    },
  };
}
