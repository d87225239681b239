import { describe, expect, it } from 'vitest';
import {
  formatComing,
  formatDate,
  formatDateTime,
  formatDuration,
  formatLongDuration,
  formatMarks,
  formatNumber,
  formatPercent,
  formatTimer,
  formatTimeSpent,
  inOneLine,
  namesInShort,
  plural,
} from './format.ts';

it('a name that was pasted with tabs and line breaks is one line', () => {
  expect(inOneLine(' Asha\tRao\r\nKulkarni ')).toBe('Asha Rao Kulkarni');
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [100000, '1,00,000'],
    [24000000, '2,40,00,000'],
    [-12, '−12'],
    [3.14159, '3.14'],
  ])('%d is written %s in India', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('marks have a sign', () => {
    expect([4, -1, 0].map(formatMarks)).toEqual(['+4', '−1', '0']);
  });

  it('a percentage without a value is a dash, never zero', () => {
    expect([formatPercent(null), formatPercent(0), formatPercent(100)]).toEqual(['–', '0%', '100%']);
  });

  it('a noun agrees with its count', () => {
    expect([plural(0, 'question'), plural(1, 'question'), plural(1200, 'question')]).toEqual([
      '0 questions',
      '1 question',
      '1,200 questions',
    ]);
  });
});

describe('durations', () => {
  it.each([
    [0, '0s'],
    [45.9, '45s'],
    [60, '1m 0s'],
    [3599, '59m 59s'],
    [3600, '1h 0m'],
    [12_345, '3h 25m'],
    [86_400, '1d 0h'],
    [93_600, '1d 2h'],
    [-5, '0s'],
  ])('%d seconds show the two largest units: %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [900, '15 minutes'],
    [10_800, '3 hours'],
    [4_800, '1 hour 20 minutes'],
    [3_605, '1 hour'],
    [90_000, '1 day 1 hour'],
  ])('%d seconds are written without zero units: %s', (seconds, text) => {
    expect(formatLongDuration(seconds)).toBe(text);
  });

  it('time spent on a question is always minutes and seconds', () => {
    expect([0, 59, 60, 4_000].map(formatTimeSpent)).toEqual(['0m 0s', '0m 59s', '1m 0s', '66m 40s']);
  });
});

describe('the timer of a test', () => {
  it.each([
    [10_800, '03 : 00 : 00'],
    [299, '00 : 04 : 59'],
    [0.2, '00 : 00 : 01'],
    [0, '00 : 00 : 00'],
    [-3, '00 : 00 : 00'],
  ])('%d seconds left are shown as %s', (seconds, text) => {
    expect(formatTimer(seconds)).toBe(text);
  });
});

describe('moments', () => {
  it('are shown in the time of India, wherever the device is', () => {
    expect(formatDate('2026-01-04T20:00:00Z')).toBe('5 Jan 2026');
    expect(formatDateTime('2026-01-05T10:00:00Z')).toBe('5 Jan 2026, 15:30');
  });
});

describe('a future moment', () => {
  // 10:00 on a Wednesday, in India.
  const now = Date.parse('2026-01-07T04:30:00Z');
  it.each([
    ['2026-01-07T10:00:00Z', '15:30'],
    ['2026-01-07T18:31:00Z', 'Thu 00:01'],
    ['2026-01-13T04:30:00Z', 'Tue 10:00'],
    ['2026-01-14T04:30:00Z', '14 Jan 2026, 10:00'],
    ['2026-01-06T04:30:00Z', '6 Jan 2026, 10:00'],
  ])('%s is written %s', (moment, text) => {
    expect(formatComing(moment, now)).toBe(text);
  });
});

describe('a list of batches', () => {
  const all = { count: 4, words: 'All classrooms' };
  it.each([
    [['A1'], 'A1'],
    [['A1', 'B2'], 'A1, B2'],
    [['A1', 'B2', 'C1'], 'A1 and 2 more'],
    [['A1', 'B2', 'C1', 'C2'], 'All classrooms'],
  ])('%j is written %s', (names, text) => {
    expect(namesInShort(names, all)).toBe(text);
  });
});
