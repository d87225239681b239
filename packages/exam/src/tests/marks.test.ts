import { describe, expect, it } from 'vitest';
import { type MarkingScheme, marksOf } from './marks.ts';
import { type Key, questionTypes } from '../bank/question.ts';

const single: MarkingScheme = { correct: 4, incorrect: -1, unattempted: 0, partial: null };
const advanced: MarkingScheme = { correct: 4, incorrect: -2, unattempted: 0, partial: [1, 2, 3] };
const multiple = (...accepted: number[][]): Key => ({
  question_type: questionTypes.multiple_option,
  accepted_answers: accepted,
  precision: 2,
});
const chosen = (...responses: number[]) => ({ responses, rich_response: null });

it.each([
  [[2], { outcome: 1, marks: 4 }],
  [[1], { outcome: -1, marks: -1 }],
  [[], { outcome: 0, marks: 0 }],
])('an answer with the single option %j earns %j', (responses, expected) => {
  expect(marksOf(single, { question_type: 0, accepted_answers: [2], precision: 2 }, chosen(...responses))).toEqual(expected);
});

describe('several right options, as JEE Advanced marks them', () => {
  it.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], 1, 4],
    [[1, 2, 3, 4], [1, 2, 3], -1, 3],
    [[1, 2, 3, 4], [2, 4], -1, 2],
    [[1, 2, 3, 4], [4], -1, 1],
    [[1, 2, 3], [1, 3], -1, 2],
    [[1, 2, 3], [3], -1, 1],
    [[1, 2, 3], [1, 4], -1, -2],
    [[1, 2, 3], [1, 2, 3, 4], -1, -2],
    [[1, 2], [1], -1, 1],
    [[1, 2], [3], -1, -2],
    [[1], [1], 1, 4],
    [[1], [2], -1, -2],
    [[1, 2], [], 0, 0],
  ])('with the key %j the choice %j has outcome %i and %i marks', (right, responses, outcome, marks) => {
    expect(marksOf(advanced, multiple(right), chosen(...responses))).toEqual({ outcome, marks });
  });

  it('gives the marks of the accepted answer that gives the most', () => {
    expect(marksOf(advanced, multiple([1, 2], [2, 3, 4]), chosen(2, 3)).marks).toBe(2);
    expect(marksOf(advanced, multiple([1, 2], [2, 3]), chosen(2, 3)).marks).toBe(4);
  });

  it('gives no partial marks if the scheme has no table of them', () => {
    expect(marksOf({ ...advanced, partial: null }, multiple([1, 2]), chosen(1)).marks).toBe(-2);
    expect(marksOf({ ...advanced, partial: [1] }, multiple([1, 2, 3]), chosen(1, 2)).marks).toBe(-2);
  });
});
