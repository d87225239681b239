import { describe, expect, test } from 'vitest';
import { quizQuestionState, quizReport, takesQuizAnswer } from './live-quiz.ts';

const at = (second: number) => new Date(Date.parse('2027-01-10T04:00:00Z') + second * 1000);

describe('a question shown at 0 s and locked at 30 s', () => {
  const times = { shown_at: at(0), locks_at: at(30) };
  test.each([
    [-1, 'hidden', false],
    [0, 'locking', true],
    [29.999, 'locking', true],
    [30, 'locked', true],
    [32, 'locked', true],
    [32.001, 'locked', false],
  ])('at %d s is %s', (second, state, isTaken) => {
    expect([quizQuestionState(times, at(second)), takesQuizAnswer(times, at(second))]).toEqual([state, isTaken]);
  });
});

test('a question that was shown and never locked stays open', () => {
  const times = { shown_at: at(0), locks_at: null };
  expect([quizQuestionState(times, at(9999)), takesQuizAnswer(times, at(9999))]).toEqual(['open', true]);
});

test('a question that was never shown takes no answer', () => {
  expect(takesQuizAnswer({ shown_at: null, locks_at: null }, at(0))).toBe(false);
});

test('the report counts correct, incorrect and unattempted', () => {
  expect(quizReport([{ result: 1 }, { result: -1 }, { result: 0 }, { result: 1 }])).toEqual({ correct: 2, incorrect: 1, unattempted: 1 });
});
