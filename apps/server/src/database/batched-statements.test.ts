import { expect, test, vi } from 'vitest';
import type { Database } from './open.ts';
import { type Outcome, batchStatements } from './batched-statements.ts';
import { noteSpread } from './scale/spread-database.ts';

interface Statement {
  asked: readonly number[];
  answer(): void;
  answerBy(later: Promise<number>): void;
  fail(error: Error): void;
}

/** A database that responds on command, with the double of each number. */
function slowDatabase(most: number, isSpread = false) {
  const statements: Statement[] = [];
  const executor = { adapter: {} };
  const db = { getExecutor: () => executor } as unknown as Database;
  if (isSpread) noteSpread(db);
  const ask = batchStatements<number, number>(
    (_db, asked) =>
      new Promise<Outcome<number>[]>((resolve, reject) => {
        const answers = asked.map((number) => (number < 0 ? new Error(`no ${number}`) : number * 2));
        const answerBy = (later: Promise<number>) => resolve([later, ...answers.slice(1)]);
        statements.push({ asked, answer: () => resolve(answers), answerBy, fail: reject });
      }),
    most,
  );
  return { statements, ask: (number: number) => ask(db, number) };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('calls in one turn of the event loop share a statement up to the limit, and each gets its own result', async () => {
  const { statements, ask } = slowDatabase(3);
  const answers = Promise.all([1, 2, 3, 4].map(ask));
  await nextTurn();
  expect(statements.map(({ asked }) => asked)).toEqual([[1, 2, 3], [4]]);
  for (const { answer } of statements) answer();
  expect(await answers).toEqual([2, 4, 6, 8]);
});

test('in a spread database each call has a statement of its own, and as many calls are under way together', async () => {
  const { statements, ask } = slowDatabase(3, true);
  const answers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(ask));
  await nextTurn();
  expect(statements.map(({ asked }) => asked)).toEqual([[1], [2], [3], [4], [5], [6], [7], [8], [9]]);
  for (const { answer } of statements) answer();
  expect(await answers).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18]);
});

test('calls that arrive while three statements are under way wait and share the next ones', async () => {
  const { statements, ask } = slowDatabase(3);
  const answers: Promise<number>[] = [];
  for (let number = 1; number <= 8; number += 1) {
    answers.push(ask(number));
    await nextTurn();
  }
  expect(statements.map(({ asked }) => asked)).toEqual([[1], [2], [3]]);
  statements[1]?.answer();
  expect(await answers[1]).toBe(4);
  await nextTurn();
  statements[0]?.answer();
  expect(await answers[0]).toBe(2);
  await nextTurn();
  expect(statements.map(({ asked }) => asked)).toEqual([[1], [2], [3], [4, 5, 6], [7, 8]]);
  for (const { answer } of statements) answer();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
});

test('a single call can be refused; a failed statement refuses its own calls and does not block others', async () => {
  const { statements, ask } = slowDatabase(2);
  const asked = [1, -1, 3, 4, 5].map(ask);
  const outcomes = Promise.allSettled(asked);
  await nextTurn();
  statements[1]?.fail(new Error('gone'));
  statements[0]?.answer();
  await asked[0];
  await nextTurn();
  statements[2]?.answer();
  expect((await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    2,
    'no -1',
    'gone',
    'gone',
    10,
  ]);
});

test('the response to a call can come later than the others, without blocking them', async () => {
  const { statements, ask } = slowDatabase(1);
  let answerLater = (_answer: number) => {};
  const [later, other] = [ask(0), ask(1)];
  await nextTurn();
  statements[0]?.answerBy(new Promise((resolve) => (answerLater = resolve)));
  statements[1]?.answer();
  expect(await other).toBe(2);
  const next = ask(2);
  await nextTurn();
  statements[2]?.answer();
  expect(await next).toBe(4);
  answerLater(7);
  expect(await later).toBe(7);
});

test('statements without an answer block others for half a minute only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { statements, ask } = slowDatabase(1);
    void ask(1);
    void ask(2);
    void ask(3);
    const fourth = ask(4);
    await nextTurn();
    vi.advanceTimersByTime(29_000);
    await nextTurn();
    expect(statements.map(({ asked }) => asked)).toEqual([[1], [2], [3]]);
    vi.advanceTimersByTime(1000);
    await nextTurn();
    statements[3]?.answer();
    expect(await fourth).toBe(8);
  } finally {
    vi.useRealTimers();
  }
});
