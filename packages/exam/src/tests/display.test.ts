import { describe, expect, it } from 'vitest';
import { countStates, isKeyUsed, type LabelledResponse, paletteState, statusLabel } from './display.ts';

const fresh: LabelledResponse = {
  question_type: 0,
  responses: [],
  rich_response: null,
  is_marked: false,
  is_visited: false,
  verified: false,
  solution_request_time: null,
};
const visited = { ...fresh, is_visited: true };
const answered = { ...visited, responses: [2] };
const marked = { ...visited, is_marked: true };
const halfTyped: LabelledResponse = { ...visited, question_type: 1, rich_response: '-' };

describe('the palette', () => {
  it.each([
    ['a question without a response', undefined, 'not_visited'],
    ['a new response', fresh, 'not_visited'],
    ['a response of a question that was only seen', visited, 'not_answered'],
    ['a half-typed entry', halfTyped, 'not_answered'],
    ['an answer', answered, 'answered'],
    ['a mark', marked, 'marked'],
    ['a mark on an answer', { ...answered, is_marked: true }, 'answered_marked'],
  ] as const)('shows %s', (_, response, state) => {
    expect(paletteState(response)).toBe(state);
  });

  it('counts every question once', () => {
    expect(countStates([undefined, fresh, visited, halfTyped, answered, marked, { ...answered, is_marked: true }])).toEqual({
      not_visited: 2,
      not_answered: 2,
      answered: 1,
      marked: 1,
      answered_marked: 1,
    });
  });
});

describe('the label of a question', () => {
  it.each([
    [undefined, null, 'Unvisited'],
    [fresh, null, 'Unvisited'],
    [visited, null, 'Unattempted'],
    [halfTyped, null, 'Unattempted'],
    [answered, null, 'Attempted'],
    [{ ...answered, is_marked: true }, null, 'Marked'],
    [answered, 1, 'Correct'],
    [{ ...answered, is_marked: true }, 1, 'Correct'],
    [answered, -1, 'Incorrect'],
    [answered, 2, 'Not_Counted'],
    [visited, 0, 'Unattempted'],
    [marked, 0, 'Unattempted'],
    [fresh, 0, 'Unvisited'],
    [{ ...visited, solution_request_time: 5 }, null, 'Key_Used'],
    [{ ...visited, solution_request_time: 5 }, 0, 'Key_Used'],
    [{ ...answered, solution_request_time: 5, verified: true }, 1, 'Correct'],
  ] as const)('%j with result %j is %s', (response, result, label) => {
    expect(statusLabel(response, result)).toBe(label);
  });

  it('says "key used" only if the student opened the solution before verifying', () => {
    expect(isKeyUsed({ verified: false, solution_request_time: 0 })).toBe(true);
    expect(isKeyUsed({ verified: true, solution_request_time: 0 })).toBe(false);
    expect(isKeyUsed({ verified: false, solution_request_time: null })).toBe(false);
  });
});
