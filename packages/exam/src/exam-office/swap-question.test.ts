import { describe, expect, it } from 'vitest';
import type { PoolQuestion, SectionPlan } from './blueprint.ts';
import { swapQuestion } from './swap-question.ts';

const one = (id: number, more: Partial<PoolQuestion> = {}): PoolQuestion => ({
  id,
  subject_id: 2,
  chapter_id: 1,
  level: 3,
  question_type: 0,
  key: 1,
  has_whole_key: true,
  passage: null,
  last_used: null,
  likeness: null,
  ...more,
});
const plan = (more: Partial<SectionPlan> = {}): SectionPlan => ({
  subject_id: 2,
  question_type: 0,
  question_count: 2,
  integer: false,
  chapters: [
    { chapter_id: 1, weight: 1 },
    { chapter_id: 2, weight: 1 },
    { chapter_id: 3, weight: 0 },
  ],
  ...more,
});
/** Swaps question 2 of a paper that consists of questions 1 and 2. */
const swap = (others: PoolQuestion[], passed: number[] = []) =>
  swapQuestion({
    sections: [plan()],
    shares: [1, 1, 1, 1, 1],
    pool: [one(1, { likeness: 'held' }), one(2), ...others],
    paper: [[1, 2]],
    section: 0,
    question_id: 2,
    passed: new Set(passed),
    seed: 1,
  });

describe('the next best question', () => {
  it.each<[string, PoolQuestion[], number[], number[] | null]>([
    ['has the chapter and level of the replaced one', [one(3, { level: 4 }), one(4), one(5, { chapter_id: 2 })], [], [1, 4]],
    ['otherwise has the nearest level', [one(3, { level: 5 }), one(4, { level: 2 }), one(5, { chapter_id: 2 })], [], [1, 4]],
    ['otherwise is of another chapter of the section', [one(5, { chapter_id: 2 }), one(6, { chapter_id: 3 })], [], [1, 5]],
    ['was used longest ago', [one(3, { last_used: 7 }), one(4, { last_used: 2 })], [], [1, 4]],
    ['was not swapped away before', [one(3), one(4, { last_used: 2 })], [3], [1, 4]],
    ['is not similar to another question of the paper', [one(3, { likeness: 'held' })], [], null],
    ['is not in a chapter without weight', [one(3, { chapter_id: 3 })], [], null],
    ['is not of another form or subject', [one(3, { question_type: 1 }), one(4, { subject_id: 3 })], [], null],
    ['is not part of a passage', [one(3, { passage: { id: 1, size: 1 } })], [], null],
  ])('%s', (_title, others, passed, section) => {
    expect(swap(others, passed)).toEqual(section);
  });

  it('replaces a passage by a whole passage of the same length, at the same position', () => {
    const of = (id: number, passage: number, size: number) => one(id, { question_type: 3, passage: { id: passage, size } });
    const pool = [one(9, { question_type: 3 }), of(1, 1, 2), of(2, 1, 2), of(3, 2, 3), of(4, 2, 3), of(5, 2, 3), of(6, 3, 2), of(7, 3, 2)];
    const swapped = { sections: [plan({ question_type: 3 })], shares: [1], pool, section: 0, passed: new Set<number>(), seed: 1 };
    expect(swapQuestion({ ...swapped, paper: [[1, 2, 9]], question_id: 2 })).toEqual([6, 7, 9]);
    expect(swapQuestion({ ...swapped, paper: [[1, 2, 9]], question_id: 5 })).toBeNull();
  });
});
