import { describe, expect, test } from 'vitest';
import { afterMessage, keyTimeOf, lockOf, mayKnowMore, type Message, type QuizState } from './quiz-state.ts';

const state = (number: number, ids: number[] = [1]): QuizState =>
  ({
    number,
    complete: false,
    question_data: ids.map((id, position) => ({ id, position, state: 'open', locks_at: null, question_text: `${id}` })),
    response_data: [],
  }) as unknown as QuizState;
const message = (number: number, questions: object[], complete = false) => ({ number, complete, questions }) as unknown as Message;

describe('a message of the live quiz', () => {
  test('with an old number changes nothing', () => {
    const held = state(4);
    expect(afterMessage(held, message(4, []))).toBe(held);
    expect(afterMessage(held, message(3, []))).toBe(held);
  });

  test('with the next number locks known questions and adds new ones', () => {
    const locks_at = '2026-11-23T10:00:03Z';
    const next = afterMessage(
      state(4),
      message(5, [
        { id: 1, position: 0, state: 'locked', is_locked: true, locks_at },
        { id: 2, position: 1, state: 'open', locks_at: null, question_text: 'new' },
      ]),
    );
    expect(next).toMatchObject({
      number: 5,
      question_data: [
        { id: 1, state: 'locked', is_locked: true, locks_at, question_text: '1' },
        { id: 2, question_text: 'new' },
      ],
    });
  });

  test('after a gap or about an unknown question makes the page fetch the whole state', () => {
    expect(afterMessage(state(4), message(6, [{ id: 1, position: 0, locks_at: null }]))).toBeNull();
    expect(afterMessage(state(4), message(5, [{ id: 9, position: 0, locks_at: null }]))).toBeNull();
  });
});

test('a question counts down to its lock by the server’s clock', () => {
  const locks_at = '2026-11-23T10:00:03Z';
  const at = Date.parse(locks_at);
  expect([lockOf({ locks_at: null }, at), lockOf({ locks_at }, at - 1), lockOf({ locks_at }, at)]).toEqual(['open', 'locking', 'locked']);
});

test('a page fetches the key of its answer once the lock and its grace period are over, and not before', () => {
  const locks_at = '2026-11-23T10:00:03Z';
  const answered = {
    ...state(1),
    question_data: state(1).question_data.map((question) => ({ ...question, locks_at })),
    response_data: [{ id: 1, result: null, response: 2, duration: 5, is_late: false, is_after_key: false }],
  };
  const lock = Date.parse(locks_at);
  expect([0, 300, 2000, 2001].map((ms) => mayKnowMore(answered, lock + ms))).toEqual([false, false, false, true]);
  expect(keyTimeOf({ locks_at })).toBe(lock + 2001);
});

test('the end of the quiz reveals keys that this page has not received yet', () => {
  expect(mayKnowMore({ ...state(1), complete: true }, 0)).toBe(true);
  expect(mayKnowMore(state(1), 0)).toBe(false);
});
