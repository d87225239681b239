import { expect, test } from 'vitest';
import { percentOfMarks, subjectPercents, usualPercent, weakSubject } from './test-results.ts';

test.each([
  { score: 360, max_score: 720, percent: 50 },
  { score: 1, max_score: 8, percent: 13 },
  { score: -20, max_score: 300, percent: 0 },
  { score: 0, max_score: 0, percent: 0 },
])('$score of $max_score marks are $percent percent', ({ percent, ...marks }) => {
  expect(percentOfMarks(marks)).toBe(percent);
});

test('the usual result is the mean of the three results before the last', () => {
  const results = [40, 50, 70, 100].map((score) => ({ score, max_score: 100 }));
  expect(usualPercent(results)).toBe(53);
  expect(usualPercent(results.slice(0, 1))).toBe(40);
  expect(usualPercent([])).toBe(null);
});

test('Botany and Zoology are one subject, with the sum of their marks', () => {
  const rows = [
    { subject_id: 2, score: 90, max_score: 180 },
    { subject_id: 4, score: 18, max_score: 180 },
    { subject_id: 5, score: 90, max_score: 180 },
  ];
  expect(subjectPercents(rows)).toEqual([
    { name: 'Physics', percent: 50 },
    { name: 'Biology', percent: 30 },
  ]);
});

test('a subject is weak below 50 percent; of several weak subjects the lowest is named', () => {
  const [physics, biology, maths] = [
    { name: 'Physics', percent: 49 },
    { name: 'Biology', percent: 30 },
    { name: 'Maths', percent: 50 },
  ];
  expect(weakSubject([physics, biology, maths])).toEqual(biology);
  expect(weakSubject([maths])).toBe(null);
  expect(weakSubject([])).toBe(null);
});
