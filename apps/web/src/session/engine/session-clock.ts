/** What the server says about the time of a test. */
export interface TestClock {
  time_kind: 'wall_clock' | 'session_time';
  /** Seconds left by the server's clock. */
  remaining_duration: number;
  /** Ms; of a `wall_clock` test. */
  deadline: number | null;
}

/** Differences of up to this many seconds come from rounding and travel; they do not move the timer. */
const TOLERANCE = 2;

export interface SessionClock {
  /** Seconds left. `spent`: seconds of the session so far; `now`: ms by the server's clock. */
  timeLeft: (spent: number, now: number) => number;
  /**
   * Takes what an answer of the server says; `spent` is the session's time that it was told. A guess that was shown until now gives way.
   * Answers by how many seconds the deadline was put off.
   */
  learn: (told: TestClock, spent: number, wasGuess?: boolean) => number;
}

/** The time left of a running test. It never grows unless the server gives more. */
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
