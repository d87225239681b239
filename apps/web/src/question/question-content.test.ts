import { expect, test } from 'vitest';
import { type QuestionContent, rightOptions } from './question-content.ts';

const accepting = (accepted_answers: unknown[] | undefined) => ({ accepted_answers }) as unknown as QuestionContent;
const shown = (accepted: unknown[] | undefined, chosen: number[] = []) => {
  const right = rightOptions(accepting(accepted), chosen);
  return right && [...right];
};

test.each([
  ['the accepted option', [2], [3], [2]],
  ['each singly accepted option', [2, 3], [3], [2, 3]],
  ['the accepted set', [[1, 3]], [1], [1, 3]],
  [
    'the chosen one of several accepted sets',
    [
      [1, 3],
      [2, 4],
    ],
    [4, 2],
    [2, 4],
  ],
  [
    'the first of several accepted sets, where none was chosen',
    [
      [1, 3],
      [2, 4],
    ],
    [2],
    [1, 3],
  ],
  ['none for a numerical key', ['4', { from: '1', to: '2' }], [], []],
])('the option shown as right is %s', (_what, accepted, chosen, right) => {
  expect(shown(accepted, chosen)).toEqual(right);
});

test('a question that was sent without its answer shows no option as right or wrong', () => {
  expect(shown(undefined, [1])).toBeNull();
});
