import { expect, test } from 'vitest';
import { addMonths, validityOf } from './subscription-time.ts';

test.each([
  ['2026-11-23T10:00:00Z', 12, '2027-11-23T10:00:00Z'],
  ['2026-11-23T10:00:00Z', 2, '2027-01-23T10:00:00Z'],
  ['2026-12-31T10:00:00Z', 2, '2027-02-28T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  // Already the first of the month in India, still the last of the previous month in London.
  ['2026-12-31T20:00:00Z', 1, '2027-01-31T20:00:00Z'],
])('%s plus %i months is %s by the Indian calendar', (from, months, to) => {
  expect(addMonths(new Date(from), months)).toEqual(new Date(to));
});

const term = (since: string, months: number, cut_at: string | null = null) => ({
  since: new Date(since),
  months,
  cut_at: cut_at === null ? null : new Date(cut_at),
});
const days = (terms: Parameters<typeof validityOf>[0]) =>
  validityOf(terms).map(({ starts_at, ends_at }) => [starts_at, ends_at].map((at) => at.toISOString().slice(0, 10)));

test('a subscription that is bought while another lasts begins when the other ends', () => {
  expect(days([term('2027-01-10', 2), term('2027-02-01', 2)])).toEqual([
    ['2027-01-10', '2027-03-10'],
    ['2027-03-10', '2027-05-10'],
  ]);
  expect(days([term('2027-02-01', 2), term('2027-01-10', 2)])).toEqual(days([term('2027-01-10', 2), term('2027-02-01', 2)]));
});

test('a subscription that is bought after the end of another begins at once', () => {
  expect(days([term('2027-01-10', 2), term('2027-06-01', 2)])[1]).toEqual(['2027-06-01', '2027-08-01']);
});

test('a refund ends a subscription, and the next one starts earlier, so nobody keeps refunded months', () => {
  expect(days([term('2027-01-10', 2, '2027-01-20'), term('2027-01-15', 2)])).toEqual([
    ['2027-01-10', '2027-01-20'],
    ['2027-01-20', '2027-03-20'],
  ]);
});

test('a subscription that is refunded before it begins never begins', () => {
  expect(days([term('2027-01-10', 2), term('2027-01-15', 2, '2027-01-20')])[1]).toEqual(['2027-03-10', '2027-03-10']);
});
