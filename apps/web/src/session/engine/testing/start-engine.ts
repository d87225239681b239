import type { OpeningOfSession, SessionPorts } from '../engine-parts.ts';
import { createSessionEngine, type SessionEngine } from '../session-engine.ts';

/** A running engine that uses the test's timers. */
export function startEngine(ports: SessionPorts, { object, state, clock }: OpeningOfSession): SessionEngine {
  const engine = createSessionEngine(
    {
      now: Date.now,
      monotonic: Date.now,
      random: () => 0.5,
      ...ports,
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    },
    { object, state, clock },
  );
  engine.start();
  return engine;
}
