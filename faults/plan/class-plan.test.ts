import { expect, test } from 'vitest';
import { planClass } from './class-plan.ts';

const plan = (seed: number, members = 200) => planClass(seed, 180_000, members, 2, true);

test('a seed repeats its decisions, and another seed makes other ones', () => {
  expect(plan(42)).toEqual(plan(42));
  for (const part of ['kills', 'questions', 'members'] as const) expect(plan(43)[part]).not.toEqual(plan(42)[part]);
});

test("a student's plan does not depend on the number of students", () => {
  expect(plan(42, 8).members).toEqual(plan(42).members.slice(0, 8));
});

test('a plan of three minutes kills the database, each server, and all servers at once; networks are cut, pages reload, and two devices answer', () => {
  const { kills, members, questions } = plan(42);
  expect(new Set(kills.map(({ what }) => what))).toEqual(new Set(['server', 'database', 'link', 'writes']));
  const moments = kills.filter(({ what }) => what === 'server').map(({ at }) => at);
  expect(new Set(moments).size).toBeLessThan(moments.length);
  expect(new Set(members.flatMap(({ cuts }) => cuts.map(({ isSilent }) => isSilent)))).toEqual(new Set([true, false]));
  expect(members.some(({ reload }) => reload !== null)).toBe(true);
  expect(members.some(({ answers }) => answers.some((answer) => answer !== null && answer.otherOption !== null))).toBe(true);
  expect(questions.some(({ isUnlocked }) => isUnlocked)).toBe(true);
});
