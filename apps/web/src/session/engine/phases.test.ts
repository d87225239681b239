import { expect, test } from 'vitest';
import { createPhases, type PhaseEvent } from './phases.ts';

test.each<[events: PhaseEvent[], phase: string, isTimeUp: boolean]>([
  [[], 'open', false],
  [['finish_pressed'], 'finishing', false],
  [['finish_pressed', 'send_failed'], 'finish_failed', false],
  [['finish_pressed', 'send_failed', 'finish_pressed'], 'finishing', false],
  [['finish_pressed', 'send_failed', 'reopened'], 'open', false],
  [['time_up', 'send_failed'], 'finish_failed', true],
  [['time_up', 'reopened'], 'open', false],
  [['time_up', 'taken_over'], 'open', false],
  [['time_up', 'ended'], 'finished', true],
  [['ended', 'reopened'], 'finished', false],
  [['ended', 'time_up'], 'finished', false],
  [['send_failed'], 'open', false],
])('after %j a session is %s', (events, phase, isTimeUp) => {
  const phases = createPhases();
  for (const event of events) phases.take(event);
  expect({ phase: phases.now(), isTimeUp: phases.isTimeUp() }).toEqual({ phase, isTimeUp });
});
