import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion, type FillInput, fillPaper, type PoolQuestion, type SectionPlan } from './blueprint.ts';

let last = 0;
const one = (more: Partial<PoolQuestion> = {}): PoolQuestion => ({
  id: (last += 1),
  subject_id: 2,
  chapter_id: 1,
  level: 3,
  question_type: 0,
  key: (last % 4) + 1,
  has_whole_key: true,
  passage: null,
  last_used: null,
  likeness: null,
  ...more,
});
const many = (count: number, more: Partial<PoolQuestion> = {}) => Array.from({ length: count }, () => one(more));
const section = (question_count: number, weights: Record<number, number> = {}, more: Partial<SectionPlan> = {}): SectionPlan => ({
  subject_id: 2,
  question_type: 0,
  question_count,
  integer: false,
  chapters: Object.entries(weights).map(([id, weight]) => ({ chapter_id: Number(id), weight })),
  ...more,
});
const input = (pool: PoolQuestion[], sections: SectionPlan[], more: Partial<FillInput> = {}): FillInput => ({
  pool,
  sections,
  shares: [0, 0, 1, 0, 0],
  kept: [],
  excluded: new Set(),
  seed: 1,
  ...more,
});
const fill = (filled: FillInput) => {
  const byId = new Map(filled.pool.map((question) => [question.id, question]));
  return fillPaper(filled).map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
};
const countsBy = (questions: readonly PoolQuestion[], field: 'chapter_id' | 'level' | 'key') => {
  const counts: Record<number, number> = {};
  for (const question of questions) counts[question[field] ?? 0] = (counts[question[field] ?? 0] ?? 0) + 1;
  return counts;
};

describe('whole numbers by weight', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [45, [2, 1, 0], [30, 15, 0]],
    [7, [50, 30, 20], [4, 2, 1]],
    [1, [1, 1], [1, 0]],
    [5, [0, 0], [0, 0]],
    [0, [3, 4], [0, 0]],
  ])('%i by %j are %j', (total, weights, shares) => {
    expect(apportion(total, weights)).toEqual(shares);
  });

  it('add up to the total, and each is its exact share rounded up or down', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }), (total, weights) => {
        const sum = weights.reduce((all, weight) => all + weight, 0);
        const shares = apportion(total, weights);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(sum === 0 ? 0 : total);
        for (const [at, share] of shares.entries())
          if (sum > 0) expect(Math.abs(share - (total * (weights[at] ?? 0)) / sum)).toBeLessThan(1);
      }),
    );
  });
});

describe('a filled paper', () => {
  it.each<[string, FillInput, Record<number, number>]>([
    [
      'has chapters in proportion to their weights',
      input([...many(9), ...many(9, { chapter_id: 2 })], [section(6, { 1: 2, 2: 1 })]),
      { 1: 4, 2: 2 },
    ],
    [
      'has no question of a chapter without weight',
      input([...many(2), ...many(9, { chapter_id: 2 })], [section(6, { 1: 0, 2: 1 })]),
      { 2: 6 },
    ],
    ['weights all chapters equally if none is chosen', input([...many(9), ...many(9, { chapter_id: 7 })], [section(6)]), { 1: 3, 7: 3 }],
    [
      'has more questions of other chapters if one has too few',
      input([...many(1), ...many(9, { chapter_id: 2 })], [section(6, { 1: 1, 2: 1 })]),
      { 1: 1, 2: 5 },
    ],
    ['stays incomplete if the pool has too few questions', input(many(3), [section(6, { 1: 1 })]), { 1: 3 }],
    ['has no excluded question', input([one({ id: 9001 }), ...many(2)], [section(6)], { excluded: new Set([9001]) }), { 1: 2 }],
    ['has only one of several questions that differ only in their numbers', input(many(5, { likeness: 'same' }), [section(3)]), { 1: 1 }],
    [
      'has only questions of its subject and form',
      input([...many(5, { subject_id: 3 }), ...many(5, { question_type: 1 }), one()], [section(3)]),
      { 1: 1 },
    ],
    [
      'has only whole numbers as answers if the section requires them',
      input([one(), ...many(3, { has_whole_key: false })], [section(3, {}, { integer: true })]),
      { 1: 1 },
    ],
  ])('%s', (_title, filled, chapters) => {
    expect(countsBy(fill(filled).flat(), 'chapter_id')).toEqual(chapters);
  });

  it('has the planned share of each level, and in each chapter the levels that the pool allows', () => {
    const pool = [...many(10, { level: 1 }), ...many(10, { level: 3, chapter_id: 2 }), ...many(10, { level: 5, chapter_id: 2 })];
    const questions = fill(input(pool, [section(10, { 1: 1, 2: 1 })], { shares: [5, 0, 3, 0, 2] })).flat();
    expect(countsBy(questions, 'level')).toEqual({ 1: 5, 3: 3, 5: 2 });
    expect(countsBy(questions, 'chapter_id')).toEqual({ 1: 5, 2: 5 });
  });

  it('prefers questions that no paper has used, then the ones used longest ago', () => {
    const [late, early, never] = [many(4, { last_used: 9 }), many(4, { last_used: 5 }), many(4)] as const;
    const questions = fill(input([...late, ...early, ...never], [section(6)])).flat();
    expect(questions.filter(({ last_used }) => last_used === null)).toHaveLength(4);
    expect(questions.filter(({ last_used }) => last_used === 5)).toHaveLength(2);
  });

  it('keeps locked questions in their positions, and counts them in their chapter', () => {
    const locked = one({ chapter_id: 2 });
    const filled = input([locked, ...many(9), ...many(9, { chapter_id: 2 })], [section(4, { 1: 1, 2: 1 })], {
      kept: [{ section: 0, place: 2, question_id: locked.id }],
    });
    expect(fillPaper(filled)[0]?.[2]).toBe(locked.id);
    expect(countsBy(fill(filled).flat(), 'chapter_id')).toEqual({ 1: 2, 2: 2 });
  });

  it('has either all questions of a passage, together, or none', () => {
    const passage = (id: number, size: number, held = size) => many(held, { question_type: 3, passage: { id, size } });
    const pool = [...passage(1, 3), ...passage(2, 2), ...passage(3, 4, 3), ...passage(4, 3)];
    const ids = fill(input(pool, [section(6, {}, { question_type: 3 })]))
      .flat()
      .map(({ passage: of }) => of?.id);
    expect(ids.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 1, 1, 4, 4, 4]);
    expect(new Set([ids.slice(0, 3).join(), ids.slice(3).join()])).toEqual(new Set(['1,1,1', '4,4,4']));
  });

  it('has 15 to 35 percent of each key, even if the least recently used questions share one key', () => {
    const pool = [...many(40, { key: 1 }), ...[2, 3, 4].flatMap((key) => many(10, { key, last_used: 5 }))];
    for (const share of Object.values(countsBy(fill(input(pool, [section(40)])).flat(), 'key'))) {
      expect(share).toBeGreaterThanOrEqual(6);
      expect(share).toBeLessThanOrEqual(14);
    }
  });
});

const anyQuestion = fc.record({
  subject_id: fc.constantFrom(2, 3),
  chapter_id: fc.integer({ min: 1, max: 5 }),
  level: fc.integer({ min: 1, max: 5 }),
  question_type: fc.constantFrom<0 | 1>(0, 1),
  key: fc.integer({ min: 1, max: 4 }),
  has_whole_key: fc.boolean(),
  last_used: fc.option(fc.nat(5)),
  likeness: fc.option(fc.constantFrom('a', 'b', 'c')),
});

describe('any pool', () => {
  it('gives the same paper for the same seed, without repeated or similar questions, and as full as possible', () => {
    fc.assert(
      fc.property(
        fc.array(anyQuestion, { maxLength: 60 }),
        fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
        fc.nat(12),
        fc.nat(12),
        fc.nat(),
        (drawn, shares, first, second, seed) => {
          const pool = drawn.map((question, at) => ({ ...question, id: at + 1, passage: null }));
          const filled = input(
            pool,
            [section(first, { 1: 2, 2: 1, 3: 1, 4: 0, 5: 3 }), section(second, {}, { subject_id: 3, question_type: 1 })],
            { shares, seed },
          );
          const sections = fill(filled);
          expect(fill(filled)).toEqual(sections);
          const questions = sections.flat();
          expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
          const marks = questions.flatMap(({ likeness }) => likeness ?? []);
          expect(new Set(marks).size).toBe(marks.length);
          for (const [at, { length }] of sections.entries()) {
            const plan = filled.sections[at];
            const left = pool.filter(
              ({ id, subject_id, question_type, chapter_id, likeness }) =>
                subject_id === plan?.subject_id &&
                question_type === plan.question_type &&
                (at === 1 || chapter_id !== 4) &&
                !questions.some((question) => question.id === id || (likeness !== null && question.likeness === likeness)),
            );
            expect(Math.min(left.length, (plan?.question_count ?? 0) - length)).toBe(0);
          }
        },
      ),
    );
  });

  it('fills 180 questions from 20,000 as planned', () => {
    const pool = Array.from({ length: 20_000 }, (_none, at) =>
      one({
        subject_id: 2 + (at % 4),
        chapter_id: (at % 4) * 20 + ((at >> 2) % 20),
        level: (Math.floor(at / 80) % 5) + 1,
        last_used: at % 3 ? at : null,
      }),
    );
    const sections = [2, 3, 4, 5].map((subject_id) => section(45, {}, { subject_id }));
    const filled = fill(input(pool, sections, { shares: [1, 2, 4, 2, 1] }));
    for (const questions of filled) {
      expect(countsBy(questions, 'level')).toEqual({ 1: 5, 2: 9, 3: 18, 4: 9, 5: 4 });
      expect(Object.values(countsBy(questions, 'chapter_id')).every((count) => count === 2 || count === 3)).toBe(true);
    }
  });
});
