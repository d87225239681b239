import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseTryQuestions, type TryCandidate, type TryPart } from './first-questions.ts';

const parts: readonly TryPart[] = ['visit', 'practice', 'test'];
const candidatesOf = (subjects: readonly { subject: string; complexity: number }[]): TryCandidate[] =>
  subjects.map((each, at) => ({ id: at + 1, ...each }));
const some = fc
  .array(fc.record({ subject: fc.constantFrom('Physics', 'Chemistry', 'Biology'), complexity: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 60,
  })
  .map(candidatesOf);

test('the parts take five, ten and five questions while there are enough, and share none', () => {
  fc.assert(
    fc.property(some, (candidates) => {
      const chosen = parts.map((part) => chooseTryQuestions(candidates, part).map(({ id }) => id));
      const all = chosen.flat();
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBe(Math.min(20, candidates.length));
      if (candidates.length >= 20) expect(chosen.map(({ length }) => length)).toEqual([5, 10, 5]);
    }),
  );
});

test('the subjects take turns: no subject of three has more than two of the first five', () => {
  const candidates = ['Physics', 'Chemistry', 'Biology'].flatMap((subject) =>
    Array.from({ length: 20 }, (_, at) => ({ id: subject.length * 100 + at, subject, complexity: (at % 5) + 1 })),
  );
  const subjects = chooseTryQuestions(candidates, 'visit').map(({ subject }) => subject);
  for (const name of new Set(subjects)) expect(subjects.filter((each) => each === name).length).toBeLessThanOrEqual(2);
});

test('each part begins with its easiest question', () => {
  fc.assert(
    fc.property(some, fc.constantFrom(...parts), (candidates, part) => {
      const complexities = chooseTryQuestions(candidates, part).map(({ complexity }) => complexity);
      expect(complexities).toEqual(complexities.toSorted((one, other) => one - other));
    }),
  );
});
