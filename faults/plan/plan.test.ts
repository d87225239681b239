import { afterEach, describe, expect, test, vi } from 'vitest';
import { type PartSize, planPart } from './part-plan.ts';

const length = { faults: 180_000, test: 90_000 };
const size: PartSize = { students: 200, papers: 6, servers: 2, hasDatabaseProcess: true };

/** The whole plan as data, including the fates of every student's first requests. */
function wholePlan(seed: number) {
  const { kills, students, fatesOf } = planPart(seed, length, size);
  const acts = students.map(({ events }) => events.filter(({ kind }) => kind === 'act'));
  const ways = students.map(({ events }) => events.filter(({ kind }) => kind !== 'act'));
  const cuts = students.map((student) => student.cuts);
  const clocks = students.map(({ clockError, events }) => [clockError, ...events.filter(({ kind }) => kind === 'clock_jump')]);
  const fates = students.map((_, number) => Array.from({ length: 300 }, fatesOf(number)));
  return { kills, acts, ways, cuts, clocks, fates, students };
}

afterEach(() => vi.restoreAllMocks());

describe('a plan that is generated twice from one seed', () => {
  test('has the same kills, acts, cuts, clocks and faults of requests both times', () => {
    expect(wholePlan(42)).toEqual(wholePlan(42));
  });

  test('depends on no clock and on no other randomness', () => {
    const plan = wholePlan(42);
    const forbidden = () => {
      throw new Error('A plan knows the seed only');
    };
    vi.spyOn(Math, 'random').mockImplementation(forbidden);
    vi.spyOn(Date, 'now').mockImplementation(forbidden);
    vi.spyOn(performance, 'now').mockImplementation(forbidden);
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(forbidden);
    expect(wholePlan(42)).toEqual(plan);
  });

  test("a request's fate does not depend on the requests of other students", () => {
    const alone = Array.from({ length: 50 }, planPart(42, length, size).fatesOf(7));
    const { fatesOf } = planPart(42, length, size);
    const [own, other] = [fatesOf(7), fatesOf(8)];
    const between = alone.map(() => {
      other();
      return own();
    });
    expect(between).toEqual(alone);
  });

  test("a student's plan does not depend on the number of students", () => {
    expect(planPart(42, length, { ...size, students: 8 }).students).toEqual(planPart(42, length, size).students.slice(0, 8));
  });
});

test.each(['kills', 'acts', 'ways', 'cuts', 'clocks', 'fates'] as const)('another seed makes other %s', (part) => {
  expect(wholePlan(43)[part]).not.toEqual(wholePlan(42)[part]);
});

describe('a run of three minutes', () => {
  const { kills, students, cuts, clocks, fates } = wholePlan(42);

  test('kills every server and the database, silences the connections of every server, and makes the database read-only', () => {
    const victims = new Set(kills.map(({ what, server }) => (what === 'server' ? server : what === 'link' ? `link ${server}` : what)));
    expect(victims).toEqual(new Set([0, 1, 'database', 'link 0', 'link 1', 'writes']));
  });

  test('cuts networks for seconds and for minutes', () => {
    const lengths = cuts.flat().map(({ from, to }) => to - from);
    expect(Math.min(...lengths)).toBeLessThan(5000);
    expect(Math.max(...lengths)).toBeGreaterThan(60_000);
  });

  test('has device clocks that are wrong by hours, either way, and jump', () => {
    const errors = clocks.map(([error]) => error as number);
    expect(Math.min(...errors)).toBeLessThan(-3_600_000);
    expect(Math.max(...errors)).toBeGreaterThan(3_600_000);
    expect(clocks.some((clock) => clock.length > 1)).toBe(true);
  });

  test('loses requests and answers, delays them, and repeats uploads', () => {
    const all = fates.flat();
    expect(new Set(all.map(({ loss }) => loss))).toEqual(new Set([null, 'request', 'answer']));
    expect(all.some(({ delay }) => delay > 5000)).toBe(true);
    expect(all.some(({ repeatedAfter }) => repeatedAfter !== null && repeatedAfter > 5000)).toBe(true);
  });

  test('lets browsers crash, come back, and move to another device, in order of time', () => {
    const kinds = new Set(
      students.flatMap(({ events }) => events.map((event) => ('device' in event ? `${event.kind} ${event.device}` : ''))),
    );
    expect(kinds).toEqual(new Set(['', 'open 0', 'open 1', 'vanish 0', 'vanish 1']));
    for (const { events } of students) {
      const moments = events.map(({ at }) => at);
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    }
  });
});
