import { expect, test } from 'vitest';
import { planKills } from './kill-plan.ts';
import { planStudent, requestFates } from './student-plan.ts';

const length = { faults: 180_000, test: 90_000 };

test('a seed repeats its decisions', () => {
  for (const number of [0, 1, 199]) {
    expect(planStudent(7, number, 6, length)).toEqual(planStudent(7, number, 6, length));
    const [first, second] = [requestFates(7, number), requestFates(7, number)];
    expect(Array.from({ length: 50 }, first)).toEqual(Array.from({ length: 50 }, second));
  }
  expect(planKills(7, 180_000, 2, true)).toEqual(planKills(7, 180_000, 2, true));
});

test('another seed, and another student, decide differently', () => {
  expect(planStudent(7, 0, 6, length)).not.toEqual(planStudent(8, 0, 6, length));
  expect(planStudent(7, 0, 6, length).events).not.toEqual(planStudent(7, 6, 6, length).events);
});

test('a run of three minutes kills servers and database, and events come in order', () => {
  const kills = planKills(7, 180_000, 2, true);
  expect(new Set(kills.map(({ what }) => what))).toEqual(new Set(['server', 'database']));
  const moments = planStudent(7, 3, 6, length).events.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
});
