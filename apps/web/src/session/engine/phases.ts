/**
 * `finishing`: the finish is being sent. `finish_failed`: the server has not received it, and it is tried again. `finished`: the session is
 * no longer counted, kept or sent.
 */
export type Phase = 'open' | 'finishing' | 'finish_failed' | 'finished';

/** `reopened`: the student cancelled the finish, or the server says that time is left. `taken_over`: another page will end the session. */
export type PhaseEvent = 'finish_pressed' | 'time_up' | 'send_failed' | 'reopened' | 'taken_over' | 'ended';

/** The next phase for each phase and event. An event that a phase does not list changes nothing. */
const transitions: Record<Phase, Partial<Record<PhaseEvent, Phase>>> = {
  open: { finish_pressed: 'finishing', time_up: 'finishing', ended: 'finished' },
  finishing: { finish_pressed: 'finishing', send_failed: 'finish_failed', reopened: 'open', taken_over: 'open', ended: 'finished' },
  finish_failed: { finish_pressed: 'finishing', reopened: 'open', taken_over: 'open', ended: 'finished' },
  finished: {},
};

/** The phase of one session, and whether its time ran out while it was open here. */
export function createPhases() {
  let phase: Phase = 'open';
  let isTimeUp = false;
  return {
    now: () => phase,
    isTimeUp: () => isTimeUp,
    /** Applies an event. Returns whether the event is possible in the current phase. */
    take: (event: PhaseEvent): boolean => {
      const next = transitions[phase][event];
      if (!next) return false;
      phase = next;
      if (event === 'time_up') isTimeUp = true;
      if (event === 'reopened' || event === 'taken_over') isTimeUp = false;
      return true;
    },
  };
}

export type Phases = ReturnType<typeof createPhases>;
