import { describe, expect, test } from 'vitest';
import { quizKeyTime, quizQuestionState, quizReport } from './live-quiz.ts';

const at = (second: number) => new Date(Date.parse('2027-01-10T04:00:00Z') + second * 1000);

describe('a question shown at 0 s and locked at 30 s', () => {
  const times = { shown_at: at(0), locks_at: at(30) };
  test.each([
    [-1, 'hidden', false],
    [0, 'locking', false],
    [29.999, 'locking', false],
    [30, 'locked', false],
    [32, 'locked', false],
    [32.001, 'locked', true],
  ])('is at %d s: %s', (second, state, isFree) => {
    expect([quizQuestionState(times, at(second)), at(second).getTime() >= quizKeyTime(times)]).toEqual([state, isFree]);
  });
});

test('a question that was shown and never locked stays open', () => {
  const times = { shown_at: at(0), locks_at: null };
  expect([quizQuestionState(times, at(9999)), quizKeyTime(times)]).toEqual(['open', Number.POSITIVE_INFINITY]);
});

test('the report counts correct, incorrect and unattempted', () => {
  expect(quizReport([{ result: 1 }, { result: -1 }, { result: 0 }, { result: 1 }])).toEqual({ correct: 2, incorrect: 1, unattempted: 1 });
});
