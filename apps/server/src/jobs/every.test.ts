import { expect, test } from 'vitest';
import { eachSaidAtMostEvery } from './every.ts';

test('failures of one kind are reported once a minute, and another kind of failure at once', () => {
  let now = new Date('2027-01-01T00:00:00Z');
  const said: string[] = [];
  const report = eachSaidAtMostEvery(
    60_000,
    () => now,
    (error) => void said.push(String(error)),
  );
  for (const error of ['away', 'away', 'full', 'away']) report(error);
  expect(said).toEqual(['away', 'full']);
  now = new Date('2027-01-01T00:01:00Z');
  report('away');
  expect(said).toEqual(['away', 'full', 'away']);
});
