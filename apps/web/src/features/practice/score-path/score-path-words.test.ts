import { expect, test } from 'vitest';
import { chapterReason, chaptersFinding, levelFinding, type ScorePath } from './score-path-words.ts';

const exam = { name: 'NEET' as const, year: 2028, days: 300, full_marks: 720, seconds_a_question: 60 };
const mock = {
  paper_id: 1,
  name: 'Mock',
  finished_at: '2027-01-10T04:00:00Z',
  score: 400,
  max_score: 720,
  scaled_score: 400,
  percentile: null,
};
const path = (fields: Partial<ScorePath>): ScorePath => ({
  exam,
  exams: ['NEET'],
  target_score: 600,
  level: 400,
  tests: [mock],
  chapters: [],
  ...fields,
});
const chapter = { id: 1, name: 'Motion', subject_name: 'Physics', questions: 3.4, solves_of_ten: 6, seconds: 50, marks: 4.2 };

test.each([
  [{ tests: [], level: null }, 'No mock test yet.'],
  [{}, 'Your only mock test comes to 400 of 720 marks: 200 marks to your target.'],
  [{ tests: [mock, mock, mock, mock], level: 599 }, 'Your latest 3 mock tests come to 599 of 720 marks: 1 mark to your target.'],
  [{ tests: [mock, mock], level: 600 }, 'Your latest 2 mock tests come to 600 of 720 marks, your target of 600 is reached.'],
  [{ target_score: null }, 'Your only mock test comes to 400 of 720 marks.'],
])('the level is shown as a sentence: %o', (fields, sentence) => {
  expect(levelFinding(path(fields), exam)).toBe(sentence);
});

test('the marks of the chapters are added up', () => {
  expect(chaptersFinding([chapter])).toBe('This chapter is worth about 4 marks to you.');
  expect(chaptersFinding([chapter, { ...chapter, marks: 9.6 }])).toBe('These 2 chapters are worth about 14 marks to you.');
});

test.each([
  [{}, 'About 3 questions in the exam, you solve 6 of 10'],
  [{ seconds: 95 }, 'About 3 questions in the exam, you solve 6 of 10, 95 s a question where the exam gives 60'],
  [{ questions: 1.2, solves_of_ten: null, seconds: null }, 'About 1 question in the exam, hardly practised yet'],
  [{ questions: 0.4 }, 'Less than 1 question in the exam, you solve 6 of 10'],
])('the reason of a chapter names weight, accuracy and a slow pace: %o', (fields, sentence) => {
  expect(chapterReason({ ...chapter, ...fields }, exam)).toBe(sentence);
});
