import { createSessionEngine, type OpeningOfSession, type SessionPorts, type SessionEngine } from '../session-engine.ts';

/** An engine by the timers of the test, running. */
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
