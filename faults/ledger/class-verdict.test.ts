import { describe, expect, test } from 'vitest';
import { judgeClass, type MemberBook, type StoredQuiz } from './class-verdict.ts';

const locksAt = new Date('2027-01-10T04:00:10Z');
const at = (seconds: number) => new Date(locksAt.getTime() + seconds * 1000);
const quiz = (answers: StoredQuiz['answers']): StoredQuiz => ({ number: 3, isComplete: true, questions: [{ id: 7, locksAt }], answers });
const kept = { student: 1, question: 7, option: 2, isLate: false, answeredAt: at(-4) };
const book = (change: Partial<MemberBook> = {}): MemberBook => ({
  student: 1,
  given: new Map([[7, new Set([2])]]),
  acknowledged: new Map([[7, 2]]),
  refused: new Set(),
  shown: { number: 3, isComplete: true, questions: [{ id: 7, locksAt: locksAt.toISOString() }] },
  losses: 1,
  backs: [900],
  ...change,
});

test('a class in which all is well', () => {
  expect(judgeClass([book()], quiz([kept]))).toEqual({
    given: 1,
    acknowledged: 1,
    late: 0,
    refused: 0,
    lost: 0,
    sockets_lost: 1,
    slowest_back: 900,
    faults: [],
  });
});

describe('it finds', () => {
  test.each([
    ['an answer that was acknowledged and is nowhere', book(), []],
    ['another option than was acknowledged', book(), [{ ...kept, option: 3 }]],
    ['an answer that waited on the device and is nowhere', book({ acknowledged: new Map() }), []],
  ])('%s', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).lost).toBe(1));

  test.each([
    ['an answer that nobody gave', book({ given: new Map(), acknowledged: new Map() }), [kept]],
    ['one that counts and came after lock and grace', book(), [{ ...kept, answeredAt: at(2.1) }]],
    ['a page in another state', book({ shown: { number: 2, isComplete: false, questions: [] } }), [kept]],
    ['a page with another lock', book({ shown: { number: 3, isComplete: true, questions: [{ id: 7, locksAt: null }] } }), [kept]],
    ['who was back after more than 12 seconds', book({ backs: [12_001] }), [kept]],
  ])('%s', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).faults).toHaveLength(1));
});

test.each([
  ['a refused answer', book({ acknowledged: new Map(), refused: new Set([7]) }), []],
  ['one that is kept and was never heard of', book({ acknowledged: new Map() }), [kept]],
  ['a late one', book(), [{ ...kept, isLate: true, answeredAt: at(60) }]],
])('%s is not lost', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).faults).toEqual([]));
