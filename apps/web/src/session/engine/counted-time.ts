import { closeVisit, tick } from '@abhyas/exam/tests/session';
import type { EngineEnvironment, HeldSession, OpeningOfSession } from './engine-parts.ts';
import type { Phases } from './phases.ts';
import { createSessionClock } from './session-clock.ts';
import { createStopwatch } from './stopwatch.ts';
import type { UploadAnswer } from './upload-parts.ts';

/** Counts the seconds of a session while it is open, and computes the time left of a test. */
export function createCountedTime(
  { monotonic, now, say }: EngineEnvironment,
  { state, clock: told, isTimeAbout: isGuess = false }: OpeningOfSession,
  held: HeldSession,
  phases: Phases,
) {
  const stopwatch = createStopwatch(monotonic);
  const clock = told && createSessionClock(told, state.session_time_spent);
  let isPaused = false;
  let isTimeAbout = isGuess;

  const isRunning = () => !isPaused && phases.now() === 'open';

  /** Counts the seconds that passed since the last call. */
  function count(): void {
    const seconds = stopwatch.take();
    if (seconds > 0 && isRunning() && !held.isTakenOver) held.state = tick(held.state, seconds);
  }

  return {
    count,
    closeCurrentVisit: () => {
      count();
      held.state = closeVisit(held.state, held.state.session_time_spent);
    },
    /** Seconds left; null outside tests. */
    left: () => clock && clock.timeLeft(held.state.session_time_spent + (isRunning() ? stopwatch.pending() : 0), now()),
    /** Whether the time left is the device's estimate, until the server answers. */
    isAbout: () => isTimeAbout,
    restart: stopwatch.restart,
    /** In practice the clock stops while the page is hidden. */
    pause: (isOut: boolean) => {
      isPaused = isOut;
    },
    /** Sets the time left from a response of the server; `spent` is the session time (seconds) that the upload reported. */
    learn: ({ remaining_duration, deadline: until }: UploadAnswer, spent: number) => {
      if (clock && told && remaining_duration !== null) {
        const deadline = until === null ? null : Date.parse(until);
        const seconds = clock.learn({ time_kind: told.time_kind, remaining_duration, deadline }, spent, isTimeAbout);
        if (seconds > 0 && deadline !== null) say({ kind: 'extended', seconds, deadline });
      }
      isTimeAbout = false;
    },
  };
}

export type CountedTime = ReturnType<typeof createCountedTime>;
