import { expect, test } from 'vitest';
import { type Child, figuresOf, linesOf, sentenceOf } from './child-words.ts';

const result = {
  paper_id: 1,
  name: 'Weekly test 2',
  finished_at: '2026-11-12T09:00:00Z',
  score: 132,
  max_score: 180,
  rank: 4,
  appeared: 38,
};
const child: Child = {
  id: 1,
  name: 'Riya Shah',
  institute_name: 'Vidya Classes',
  is_paused: false,
  last_result: result,
  usual_percent: null,
  missed: [],
  next_test: null,
  attendance: null,
  weak_subject: null,
};
const now = Date.parse('2026-11-20T09:00:00Z');

test('the last result is one sentence: marks, test, day, rank, and the comparison with the usual result', () => {
  expect(sentenceOf(child)).toBe('Riya scored 132 of 180 (73%) in Weekly test 2 on 12 Nov 2026, rank 4 of 38.');
  expect(sentenceOf({ ...child, usual_percent: 61 })).toMatch(/rank 4 of 38, better than the usual 61%\.$/);
  expect(sentenceOf({ ...child, usual_percent: 80 })).toMatch(/rank 4 of 38, lower than the usual 80%\.$/);
  expect(sentenceOf({ ...child, usual_percent: 71 })).toMatch(/rank 4 of 38, about as usual\.$/);
});

test('the sentence leaves out a meaningless rank, shows negative marks as 0 percent, and says when there is no result', () => {
  expect(sentenceOf({ ...child, last_result: { ...result, rank: null } })).toMatch(/on 12 Nov 2026\.$/);
  expect(sentenceOf({ ...child, last_result: { ...result, appeared: 1, rank: 1 } })).toMatch(/on 12 Nov 2026\.$/);
  expect(sentenceOf({ ...child, last_result: { ...result, score: -4 } })).toMatch(/^Riya scored −4 of 180 \(0%\)/);
  expect(sentenceOf({ ...child, last_result: null })).toBe('Riya has no result at Vidya Classes yet.');
  expect(sentenceOf({ ...child, name: null, last_result: null })).toBe('Your child has no result at Vidya Classes yet.');
});

const attendance = {
  total_classes: 20,
  attended: 14,
  at_risk: [{ subject_name: 'Physics', total_classes: 8, attended: 4, classes_needed: 8 }],
};

test('the figures are the last test, attendance and the next test', () => {
  const figures = (fields: Partial<Child>) =>
    figuresOf({ ...child, ...fields }, now).map(({ name, value, note }) => `${name}: ${value}, ${note}`);
  expect(figures({ attendance, next_test: { name: 'Weekly test 3', opens_at: '2026-11-22T04:30:00Z', closes_at: null } })).toEqual([
    'Last test: 73%, 132 of 180 marks',
    'Attendance: 70%, 14 of 20 classes',
    'Next test: Sun 10:00, Weekly test 3',
  ]);
  const open = { name: 'Weekly test 3', opens_at: null, closes_at: '2026-11-20T12:00:00Z' };
  expect(figures({ last_result: null, next_test: open })).toEqual(['Next test: Open now, Weekly test 3']);
  expect(figures({ last_result: null })).toEqual(['Next test: None, planned at the moment']);
});

test('each thing that a parent may want to talk about is one line', () => {
  const words = (fields: Partial<Child>) => linesOf({ ...child, ...fields }).map((line) => line.words);
  expect(
    words({
      missed: [{ name: 'Weekly test 1', closed_at: '2026-11-05T09:00:00Z' }],
      attendance,
      weak_subject: { name: 'Physics', percent: 34 },
    }),
  ).toEqual([
    'Missed in the last 30 days: Weekly test 1.',
    'Attendance below 75% in Physics (attend the next 8).',
    'Physics needs help most: 34% of its marks in the latest tests.',
  ]);
  expect(words({})).toEqual([]);
});
