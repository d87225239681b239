import { expect, it } from 'vitest';
import { dateOfDay, dayOfDate, indianDay, startOfIndianDay } from './indian-day.ts';

it.each([
  ['1970-01-01', 0],
  ['2026-12-31', 20_818],
  ['2028-02-29', 21_243],
])('the date %s is day %i, and back', (date, day) => {
  expect(dayOfDate(date)).toBe(day);
  expect(dateOfDay(day)).toBe(date);
});

it('a text that is not a date has no day', () => {
  expect(dayOfDate('2027-13-01')).toBeNaN();
});

it('a day begins at midnight in India', () => {
  const start = startOfIndianDay(dayOfDate('2027-01-10'));
  expect(start.toISOString()).toBe('2027-01-09T18:30:00.000Z');
  expect([start.getTime() - 1, start.getTime()].map((at) => dateOfDay(indianDay(new Date(at))))).toEqual(['2027-01-09', '2027-01-10']);
});
