import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNewer, mergeResponse, type Versioned } from './merge.ts';

const response: fc.Arbitrary<Versioned> = fc.record({
  responses: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  rich_response: fc.constantFrom(null, '5', '-'),
  writer: fc.integer({ min: 0, max: 2 }),
  version: fc.integer({ min: 0, max: 2 }),
  is_marked: fc.boolean(),
  is_visited: fc.boolean(),
  verified: fc.boolean(),
  question_time_spent: fc.nat(100),
  solution_request_time: fc.option(fc.nat(100)),
});
const plain: Versioned = {
  responses: [1],
  rich_response: null,
  writer: 1,
  version: 1,
  is_marked: false,
  is_visited: true,
  verified: false,
  question_time_spent: 10,
  solution_request_time: null,
};

describe('merging two responses to one question', () => {
  it.each([
    ['the higher version of one writer', { version: 2 }, true],
    ['not an older version of one writer', { version: 0 }, false],
    ['the newer writer, whatever its version', { writer: 2, version: 0 }, true],
    ['not an older writer, whatever its version', { writer: 0, version: 99 }, false],
  ])('keeps %s', (_, change, isTaken) => {
    expect(mergeResponse(plain, { ...plain, ...change, responses: [4] }).responses).toEqual(isTaken ? [4] : [1]);
  });

  it('keeps a late answer of an older writer if the newer writer has only looked at the question', () => {
    const look: Versioned = { ...plain, writer: 2, responses: [] };
    expect(mergeResponse(look, plain)).toEqual(plain);
    expect(mergeResponse(plain, look)).toEqual(plain);
    expect(mergeResponse({ ...look, version: 2 }, plain)).toMatchObject({ writer: 2, responses: [] });
  });

  it.each<[string, Partial<Versioned>]>([
    ['an option', { responses: [1] }],
    ['a number', { rich_response: '5' }],
    ['half a number', { rich_response: '-' }],
    ['a mark', { is_marked: true }],
    ['a verified answer', { verified: true }],
    ['a request for the solution', { solution_request_time: 3 }],
  ])('treats %s as more than a look, however early it was sent', (_, change) => {
    const look: Versioned = { ...plain, responses: [], writer: 2 };
    const older: Versioned = { ...plain, version: 9 };
    expect(mergeResponse(older, { ...look, ...change })).toEqual({ ...look, ...change });
    expect(mergeResponse(look, { ...look, ...change, writer: 1, version: 0 })).toEqual({ ...look, ...change, writer: 1, version: 0 });
  });

  it('keeps the larger of the two numbers of seconds', () => {
    expect(mergeResponse(plain, { ...plain, version: 2, question_time_spent: 3 }).question_time_spent).toBe(10);
    expect(mergeResponse(plain, { ...plain, version: 0, question_time_spent: 30 })).toEqual({ ...plain, question_time_spent: 30 });
  });

  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(response, response, response, (a, b, c) => {
        expect(mergeResponse(a, b)).toEqual(mergeResponse(b, a));
        expect(mergeResponse(mergeResponse(a, b), c)).toEqual(mergeResponse(a, mergeResponse(b, c)));
        expect(mergeResponse(a, a)).toEqual(a);
      }),
      { numRuns: 2000 },
    );
  });

  it('never drops the newest answer, however often and in whatever order uploads arrive', () => {
    const arrivals = fc
      .array(response, { minLength: 1, maxLength: 12 })
      .chain((sent) => fc.tuple(fc.constant(sent), fc.shuffledSubarray([...sent, ...sent], { minLength: sent.length * 2 })));
    fc.assert(
      fc.property(arrivals, ([sent, arrived]) => {
        const kept = arrived.reduce((stored, incoming) => mergeResponse(stored, incoming));
        const touched = sent.filter(({ version, responses, is_marked, verified, rich_response, solution_request_time }) =>
          [version > 1, responses.length > 0, is_marked, verified, rich_response !== null, solution_request_time !== null].includes(true),
        );
        expect((touched.length > 0 ? touched : sent).some((other) => isNewer(other, kept))).toBe(false);
        expect(sent).toContainEqual({ ...kept, question_time_spent: expect.any(Number) });
        expect(kept.question_time_spent).toBe(Math.max(...sent.map(({ question_time_spent }) => question_time_spent)));
      }),
    );
  });
});
