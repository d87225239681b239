import { describe, expect, test } from 'vitest';
import { answersOf, visitsOf } from './reports.ts';

const content = {
  paper: { test_duration: 10_800 },
  questions: Array.from({ length: 180 }, (_, at) => ({ question_id: at + 1, key: { question_type: 0, accepted_answers: [2] } })),
} as unknown as Parameters<typeof answersOf>[0];
const answers = answersOf(content, 99, 0.83);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('a simulated attempt', () => {
  test('takes no longer than its test', () => {
    expect(sum(answers.map(({ seconds }) => seconds))).toBeLessThanOrEqual(10_800);
  });

  test('has visits that follow one another, and that add up to the time of each question', () => {
    const visits = visitsOf(answers);
    const ends = visits.map(({ second, seconds }) => second + seconds);
    expect(visits.map(({ second }) => second)).toEqual([0, ...ends.slice(0, -1)]);
    for (const { question_id, seconds } of answers)
      expect(sum(visits.filter((visit) => visit.question_id === question_id).map((visit) => visit.seconds))).toBe(seconds);
    expect(visits.length).toBeGreaterThan(answers.length);
  });
});
