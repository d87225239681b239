/** The most seconds that count between two readings. During a longer gap the device slept, and the server counts no more either. */
const LONGEST_GAP_SECONDS = 90;

/** Counts whole seconds by a clock in ms that is never set back. */
export function createStopwatch(monotonic: () => number) {
  let takenAt = monotonic();
  return {
    /** The whole seconds since the last call. */
    take: (): number => {
      const seconds = Math.floor((monotonic() - takenAt) / 1000);
      takenAt += seconds * 1000;
      return Math.min(seconds, LONGEST_GAP_SECONDS);
    },
    /** Seconds, with their fraction, since the last call of `take`. */
    pending: (): number => Math.min((monotonic() - takenAt) / 1000, LONGEST_GAP_SECONDS),
    restart: (): void => {
      takenAt = monotonic();
    },
  };
}
