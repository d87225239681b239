import { describe, expect, it } from 'vitest';
import { formOf, isBothWrongTheKey, isLongestTheKey, isWithin, shareOf } from './forms.ts';

describe('the form of a question', () => {
  it.each([
    ['Statement I: Ice floats.\n\nStatement II: Ice is denser than water.', 'statements'],
    ['Assertion (A): Ice floats.\n\nReason (R): Ice is less dense than water.', 'assertion'],
    ['Match each body with its shape.\n\n<table><tr><td>A. ball</td><td>I. round</td></tr></table>', 'match'],
    ['The table shows three runs. <table><tr><td>1</td></tr></table> Which is the fastest?', 'plain'],
    ['Why does ice float?', 'plain'],
  ])('%s is %s', (text, form) => expect(formOf({ text })).toBe(form));
});

describe('a question', () => {
  const options = ['5 m', '10 m upward', '20 m', '1 m'];

  it('counts for the share of longest keys only if exactly one of its options is the longest', () => {
    expect(isLongestTheKey({ text: '', options, answer: 2 })).toBe(true);
    expect(isLongestTheKey({ text: '', options, answer: 1 })).toBe(false);
    expect(isLongestTheKey({ text: '', options: ['1 m', '2 m', '3 m', '4 m'], answer: 1 })).toBeUndefined();
    expect(isLongestTheKey({ text: '', options, answer: [1, 2] })).toBeUndefined();
  });

  it('counts for the share of “both statements are wrong” only if it has such an option', () => {
    const both = ['Both are correct.', 'Only I is correct.', 'Only II is correct.', 'Both are incorrect.'];
    expect(isBothWrongTheKey({ text: '', options: both, answer: 4 })).toBe(true);
    expect(isBothWrongTheKey({ text: '', options: both, answer: 1 })).toBe(false);
    expect(isBothWrongTheKey({ text: '', options, answer: 1 })).toBeUndefined();
  });
});

it('a share counts only the questions that can have the property, and both bounds are inclusive', () => {
  expect(shareOf([true, false, undefined, true], (value) => value)).toBeCloseTo(2 / 3);
  expect([0.1, 0.2, 0.3].map((share) => isWithin(share, [0.1, 0.2]))).toEqual([true, true, false]);
});
