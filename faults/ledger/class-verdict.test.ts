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

test('the verdict on a class without faults lists no fault', () => {
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

describe('the verdict finds', () => {
  test.each([
    ['an acknowledged answer that is not stored', book(), []],
    ['a stored option that differs from the acknowledged one', book(), [{ ...kept, option: 3 }]],
    ['an unsent answer on the device that is not stored', book({ acknowledged: new Map() }), []],
  ])('%s', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).lost).toBe(1));

  test.each([
    ['a stored answer that no student gave', book({ given: new Map(), acknowledged: new Map() }), [kept]],
    ['an answer that counts although it arrived after lock and grace period', book(), [{ ...kept, answeredAt: at(2.1) }]],
    ['a page whose state differs from the database', book({ shown: { number: 2, isComplete: false, questions: [] } }), [kept]],
    [
      'a page whose lock differs from the database',
      book({ shown: { number: 3, isComplete: true, questions: [{ id: 7, locksAt: null }] } }),
      [kept],
    ],
    ['a socket that was back after more than 12 seconds', book({ backs: [12_001] }), [kept]],
  ])('%s', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).faults).toHaveLength(1));
});

test.each([
  ['a refused answer', book({ acknowledged: new Map(), refused: new Set([7]) }), []],
  ['a stored answer that was never confirmed', book({ acknowledged: new Map() }), [kept]],
  ['a late answer', book(), [{ ...kept, isLate: true, answeredAt: at(60) }]],
])('the verdict accepts %s', (_what, of, answers) => expect(judgeClass([of], quiz(answers)).faults).toEqual([]));
