/** A longer silence between two readings means that the device slept; the server counts no more either. */
const LONGEST_GAP_SECONDS = 90;

/** Counts whole seconds by a clock in ms that is never set back. */
export function createStopwatch(monotonic: () => number) {
  let takenAt = monotonic();
  return {
    /** The whole seconds since they were last taken. */
    take: (): number => {
      const seconds = Math.floor((monotonic() - takenAt) / 1000);
      takenAt += seconds * 1000;
      return Math.min(seconds, LONGEST_GAP_SECONDS);
    },
    /** Seconds, with their fraction, that are not yet taken. */
    pending: (): number => Math.min((monotonic() - takenAt) / 1000, LONGEST_GAP_SECONDS),
    restart: (): void => {
      takenAt = monotonic();
    },
  };
}
