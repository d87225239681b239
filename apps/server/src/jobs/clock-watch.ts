import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { every } from './every.ts';
import type { Database } from '../database/open.ts';

const compareMs = 60_000;
/** Milliseconds by which the two clocks may differ. */
export const mostClockErrorMs = 5000;

/** Reports why a command refuses to work. */
export const wrongClock = 'The clock of this machine differs from the database’s by more than five seconds. Set it right, then try again.';

/** Compares the clock of this process with the clock of the database, so that a wrong clock ends no test. */
export interface ClockWatch {
  /** Whether the clocks agreed at the last comparison, and the clock of this machine has not jumped since. */
  isRight(): boolean;
  /** Compares now; resolves with whether the clocks agree. Rejects, and changes nothing, if the database does not answer. */
  compare(): Promise<boolean>;
  close(): void;
}

interface ClockParts {
  /** The clock by which the process ends tests. */
  clock?: () => Date;
  /** Milliseconds of a clock that never jumps. */
  steady?: () => number;
  /** Called at each change: milliseconds by which the clock of the process is ahead, or null when it is right again. */
  onChange(aheadMs: number | null): void;
  onFailure(error: unknown): void;
}

/** For tests, which set their own clock. */
export const trustedClock: ClockWatch = { isRight: () => true, compare: async () => true, close: () => {} };

/** Watches the clock: at once on `compare`, then every minute. */
export function watchClock(
  db: Database,
  { clock = () => new Date(), steady = () => performance.now(), onChange, onFailure }: ClockParts,
): ClockWatch {
  let isAgreed = false;
  let wasTold = false;
  let lead = 0;
  const leadNow = () => clock().getTime() - steady();
  const compareNow = async (): Promise<boolean> => {
    const before = { wall: clock().getTime(), steady: steady() };
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const roundTrip = steady() - before.steady;
    // The database read its clock at some moment of the round trip.
    const ahead = before.wall + roundTrip / 2 - (rows[0]?.now.getTime() ?? Number.NaN);
    isAgreed = Math.abs(ahead) <= mostClockErrorMs + roundTrip / 2;
    lead = before.wall - before.steady;
    if (isAgreed === wasTold) {
      wasTold = !isAgreed;
      onChange(isAgreed ? null : Math.round(ahead));
    }
    return isAgreed;
  };
  let comparing: Promise<boolean> | undefined;
  const compare = () => (comparing ??= compareNow().finally(() => (comparing = undefined)));
  const close = every(compareMs, compare, onFailure);
  return {
    compare,
    close,
    isRight: () => {
      if (Math.abs(leadNow() - lead) <= mostClockErrorMs) return isAgreed;
      // The clock was set or the machine slept: only a comparison can show whether it is right.
      compare().catch(onFailure);
      return false;
    },
  };
}
