import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockedBanner, countedPositions, exceedsLimit, isBlocked, type SectionRules } from './sections.ts';

const section = (rules: Partial<SectionRules> = {}): SectionRules => ({
  name: 'B',
  subject_id: 2,
  question_type: 1,
  question_count: 10,
  first_position: 20,
  attempt_limit: 5,
  limit_kind: 'block',
  integer: false,
  correct: 4,
  incorrect: -1,
  unattempted: 0,
  partial: null,
  ...rules,
});
const firstN = section({ limit_kind: 'first_n' });
const full = new Set([20, 22, 24, 26, 28]);

describe('which answers count', () => {
  it.each([section(), firstN])('the first five in question order, regardless of the order of answering ($limit_kind)', (rules) => {
    expect(countedPositions(rules, new Set([29, 27, 20, 5, 25, 23, 21, 40]))).toEqual(new Set([20, 21, 23, 25, 27]));
  });

  it('all answers of a section without a limit', () => {
    expect(countedPositions(section({ attempt_limit: null, limit_kind: null }), new Set([19, 20, 29, 30]))).toEqual(new Set([20, 29]));
  });
});

describe('the limit of numerical answers', () => {
  it('blocks a sixth question, while the five answers can be changed', () => {
    expect(isBlocked(section(), 21, full)).toBe(true);
    expect(isBlocked(section(), 22, full)).toBe(false);
    expect(isBlocked(section(), 19, full)).toBe(false);
    expect(isBlocked(section(), 21, new Set([20, 22, 24, 26]))).toBe(false);
  });

  it('blocks no question if any may be attempted', () => {
    expect(isBlocked(firstN, 21, full)).toBe(false);
    expect(exceedsLimit(firstN, new Set([...full, 21]))).toBe(false);
  });

  it('flags a session with more answers than the limit', () => {
    expect(exceedsLimit(section(), full)).toBe(false);
    expect(exceedsLimit(section(), new Set([...full, 21]))).toBe(true);
    expect(exceedsLimit(section(), new Set([...full, 1]))).toBe(false);
  });

  it('an answer can always be removed, which unblocks the other questions', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 15, max: 35 })), fc.integer({ min: 1, max: 5 }), (positions, limit) => {
        const rules = section({ attempt_limit: limit });
        const answered = new Set(positions);
        for (const position of positions) expect(isBlocked(rules, position, answered)).toBe(false);
        const counted = countedPositions(rules, answered);
        expect(counted.size).toBeLessThanOrEqual(limit);
        for (const position of counted) answered.delete(position);
        const others = [...countedPositions(section({ attempt_limit: null, limit_kind: null }), answered)];
        if (others.length < limit) for (let at = 20; at < 30; at += 1) expect(isBlocked(rules, at, answered)).toBe(false);
      }),
    );
  });

  it('tells the student what to do', () => {
    expect(blockedBanner(5, 'Physics')).toBe(
      'This question is locked. You can answer a maximum of 5 numerical questions in Physics. To answer this question, un-answer another numerical question in Physics.',
    );
  });
});
