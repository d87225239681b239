import { moveTo, initialState, type SessionState, selectOption } from '@abhyas/exam/tests/session';
import { beforeEach, expect, test } from 'vitest';
import { createUploadSchedule } from './upload-schedule.ts';

let now: number;
let schedule: ReturnType<typeof createUploadSchedule>;
beforeEach(() => {
  now = 0;
  schedule = createUploadSchedule(
    () => now,
    () => 1,
  );
});

const questions = [101, 102].map((id) => ({ id, question_type: 0 }) as const);
const opened = initialState({ session_id: 5, kind: 'test', questions, responses: [], writer: 1, session_time_spent: 0, current_index: 0 });
const answered: SessionState = selectOption(opened, 2);

/** The first second, up to a minute from now, at which an upload is due. */
function secondsUntilDue(state: SessionState): number {
  const begun = now;
  while (!schedule.isDue(state, false) && now < begun + 60_000) now += 1000;
  return (now - begun) / 1000;
}

test('a change is sent after ten seconds, or after thirty if the server said within the last five minutes that it is busy', () => {
  schedule.changed();
  expect(secondsUntilDue(answered)).toBe(10);
  schedule.failed(true);
  schedule.arrived();
  schedule.sentUntil(null);
  schedule.changed();
  expect(secondsUntilDue(answered)).toBe(30);
  schedule.sentUntil(null);
  now += 300_000;
  schedule.changed();
  expect(secondsUntilDue(answered)).toBe(10);
});

test('each failure lengthens the wait, and `hurry` ends the wait', () => {
  schedule.changed();
  now = 10_000;
  const waits = [1, 2, 4].map((seconds) => {
    schedule.failed();
    return secondsUntilDue(answered) === seconds;
  });
  expect(waits).toEqual([true, true, true]);
  schedule.failed();
  expect(schedule.isDue(answered, false)).toBe(false);
  schedule.hurry();
  expect([schedule.isDue(answered, false), schedule.hasFailed()]).toEqual([true, true]);
});

test('a change made during an upload is sent ten seconds after it was made', () => {
  schedule.changed();
  now = 10_000;
  const sentAt = now;
  const more = selectOption(moveTo(answered, 1, 0), 3);
  now = 14_000;
  schedule.arrived();
  schedule.sentUntil(sentAt);
  expect(secondsUntilDue(more)).toBe(6);
});
