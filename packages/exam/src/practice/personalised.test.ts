import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChapterCandidate, chooseInOrder, choosePersonalised } from './personalised.ts';

const candidate = (id: number, change: Partial<ChapterCandidate> = {}): ChapterCandidate => ({
  id,
  topic_id: 1,
  complexity: 3,
  comprehension_question_id: null,
  is_seen: false,
  is_missed: false,
  result: null,
  ...change,
});

test('an assignment takes the requested difficulty first, then the nearest', () => {
  const candidates = [1, 2, 3, 4, 5].map((complexity) => candidate(complexity, { complexity }));
  expect(choosePersonalised(candidates, 2, 3)).toEqual({ ids: [4, 5, 3], filled: 1 });
  expect(choosePersonalised(candidates, 0, 2)).toEqual({ ids: [1, 2], filled: 0 });
});

test('an assignment takes the weakest topics first, and in each topic unseen, then missed, then other questions', () => {
  const candidates = [
    candidate(1, { topic_id: 1, is_seen: true, result: 1 }),
    candidate(2, { topic_id: 1 }),
    candidate(3, { topic_id: 2, is_seen: true, is_missed: true, result: -1 }),
    candidate(4, { topic_id: 2, is_seen: true, is_missed: true, result: -1 }),
    candidate(5, { topic_id: 2 }),
    candidate(6, { topic_id: 3 }),
  ];
  expect(choosePersonalised(candidates, 1, 6).ids).toEqual([5, 3, 4, 6, 2, 1]);
});

test('an assignment repeats no question, and contains all available questions up to the count', () => {
  const candidates = fc
    .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 })
    .map((ids) =>
      ids.map((id) => candidate(id, { complexity: 1 + (id % 5), topic_id: id % 4, is_seen: id % 3 === 0, is_missed: id % 6 === 0 })),
    );
  fc.assert(
    fc.property(candidates, fc.constantFrom(0 as const, 1 as const, 2 as const), fc.constantFrom(15, 30), (all, difficulty, count) => {
      const { ids, filled } = choosePersonalised(all, difficulty, count);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(Math.min(count, all.length));
      expect(filled).toBeLessThanOrEqual(ids.length);
    }),
  );
});

test("an assignment keeps the questions of a passage together, in a paper's order", () => {
  const ofPassage = { comprehension_question_id: 9 };
  expect(chooseInOrder([candidate(1, ofPassage), candidate(2), candidate(3, ofPassage), candidate(4, { is_seen: true })], 10)).toEqual([
    1, 3, 2, 4,
  ]);
});
