import { createSessionEngine, type OpeningOfSession, type Reach, type SessionEngine } from '../session-engine.ts';

/** An engine by the timers of the test, running. */
export function startEngine(reach: Reach, { object, state, clock }: OpeningOfSession): SessionEngine {
  const engine = createSessionEngine(
    {
      now: Date.now,
      monotonic: Date.now,
      random: () => 0.5,
      ...reach,
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    { object, state, clock },
  );
  engine.start();
  return engine;
}
