import { describe, expect, test } from 'vitest';
import { daysToExam, examDay, weekStates } from './day-plan.ts';
import { indianDay } from '../institute/indian-day.ts';

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const friday = indianDay(new Date('2026-11-27T06:00:00Z'));
const states = (answered: Record<number, number>, goal: number | null = 20) =>
  weekStates(new Map(Object.entries(answered).map(([ahead, count]) => [friday + Number(ahead), count])), goal, friday).map(
    ({ state }) => state,
  );

describe('a week', () => {
  test('begins on Monday and shows each day as full, half, rest, missed or ahead', () => {
    expect(states({ [-4]: 25, [-2]: 3, 0: 20 })).toEqual(['full', 'rest', 'half', 'none', 'full', 'ahead', 'ahead']);
    expect(dateOf(weekStates(new Map(), 10, friday)[0]?.day ?? 0)).toBe('2026-11-23');
  });

  test('uses the smallest goal if none was chosen', () => {
    expect(states({ [-1]: 10 }, null)[3]).toBe('full');
  });

  test('does not show today as missed to a new student', () => {
    expect(states({})).toEqual(['rest', 'none', 'none', 'none', 'ahead', 'ahead', 'ahead']);
  });
});

test.each([
  ['NEET', 2027, '2027-05-02'],
  ['NEET', 2026, '2026-05-03'],
  ['JEE Advanced', 2026, '2026-05-17'],
  ['JEE Main', 2027, '2027-01-22'],
] as const)('%s %i is on %s', (exam, year, date) => {
  expect(dateOf(examDay(exam, year))).toBe(date);
});

test('days to the exam are counted from midnight in India, and are null after the exam', () => {
  expect(daysToExam('NEET', 2027, new Date('2027-04-30T18:29:00Z'))).toBe(2);
  expect(daysToExam('NEET', 2027, new Date('2027-04-30T18:31:00Z'))).toBe(1);
  expect(daysToExam('NEET', 2027, new Date('2027-05-03T06:00:00Z'))).toBeNull();
});
