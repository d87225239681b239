import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indianDay, weekStart } from '../institute/indian-day.ts';
import { countByDay, overallProgress, practiceStreak, type ProgressAnswer, progressGraph, weekFigures } from './progress.ts';

/** Noon of a Wednesday in India. */
const now = new Date('2027-01-13T06:30:00Z');
const today = indianDay(now);

test('a week begins on Monday', () => {
  expect(new Date(weekStart(today) * 86_400_000).getUTCDay()).toBe(1);
  expect(today - weekStart(today)).toBe(2);
  for (let day = today; day < today + 7; day += 1) expect(day - weekStart(day)).toBeLessThan(7);
});

test('an answer a second before midnight in India belongs to the day before', () => {
  const answer = (at: string): ProgressAnswer => ({ at: new Date(at), subject_id: 1, result: 1, question_time_spent: 10 });
  const days = countByDay([answer('2027-01-12T18:29:59Z'), answer('2027-01-12T18:30:00Z')]);
  expect(days.map(({ day }) => day)).toEqual([today - 1, today]);
});

test('on a Wednesday the same days of the week before are Monday to Wednesday', () => {
  const days = [-9, -8, -7, -6, -3, 0].map((back) => ({ day: today + back, subject_id: 1, correct: 1, incorrect: 0, seconds: 10 }));
  expect(weekFigures(days, now, 1).total_attempted).toBe(5);
  expect(weekFigures(days, now, 1, true).total_attempted).toBe(3);
});

const anyAnswer = fc.record({
  at: fc.integer({ min: -40 * 86_400, max: 0 }).map((seconds) => new Date(now.getTime() + seconds * 1000)),
  subject_id: fc.integer({ min: 1, max: 5 }),
  result: fc.constantFrom(1 as const, -1 as const),
  question_time_spent: fc.integer({ min: 0, max: 600 }),
});

/** The date in India, by the platform's own calendar. */
const dateInIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

test('the figures equal those of a simple calculation from all answers', () => {
  fc.assert(
    fc.property(fc.array(anyAnswer, { maxLength: 60 }), (answers) => {
      const days = countByDay(answers);
      expect(overallProgress(days)).toEqual({
        total_attempted: answers.length,
        correct: answers.filter(({ result }) => result === 1).length,
        incorrect: answers.filter(({ result }) => result === -1).length,
        total_time_spent: answers.reduce((sum, answer) => sum + answer.question_time_spent, 0),
      });
      const monday = '2027-01-11';
      const thisWeek = answers.filter(({ at }) => dateInIndia.format(at) >= monday);
      const lastWeek = answers.filter(({ at }) => dateInIndia.format(at) >= '2027-01-04' && dateInIndia.format(at) < monday);
      expect(weekFigures(days, now, 0).total_attempted).toBe(thisWeek.length);
      expect(weekFigures(days, now, 1).total_attempted).toBe(lastWeek.length);
      const byDay = progressGraph(days, now, 1);
      expect(byDay.at(-1)?.total_attempted).toBe(answers.filter(({ at }) => dateInIndia.format(at) === '2027-01-13').length);
      expect(byDay).toHaveLength(7);
    }),
  );
});

describe('days in a row', () => {
  test.each([
    [[0, 1, 2], 3],
    [[1, 2], 2],
    [[2, 3], 0],
    [[0, 2, 3], 3],
    [[0, 2, 4], 2],
    [[], 0],
  ])('with practice %j days ago are %i', (ago, streak) => {
    expect(
      practiceStreak(
        ago.map((days) => today - days),
        today,
      ),
    ).toBe(streak);
  });
});
