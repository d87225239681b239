import { expect, test } from 'vitest';
import { describeStatus, type Status } from './status.ts';

const now = new Date('2027-01-10T04:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const good: Status = {
  version: '1.2.3',
  database: { version: '15.4', bytes: 42_000_000, step: '0208-backups' },
  backups: { made_at: daysAgo(1), proved_made_at: daysAgo(7), proved_at: daysAgo(6) },
  jobs: [{ name: 'index-questions', state: 'created', count: 2, oldestSeconds: 30 }],
  disk: { freeBytes: 50e9, bytes: 100e9 },
  aheadSeconds: -0.01,
  isStorageReachable: true,
};

test('an installation without a problem has no line that is due', () => {
  expect(describeStatus(good, now)).toEqual([
    'ok   version 1.2.3; PostgreSQL 15.4, 42 MB, step 0208-backups',
    'ok   newest backup: 2027-01-09 04:00 UTC',
    'ok   newest proved backup: of 2027-01-03 04:00 UTC, proved 2027-01-04 04:00 UTC',
    'ok   jobs: none is stuck',
    'ok   disk of the data folder: 50.0 GB of 100.0 GB free',
    "ok   clock: 0.0 s from the database's",
    'ok   file storage: answers',
  ]);
});

test.each<[string, Partial<Status>, string[]]>([
  [
    'no backup',
    { backups: { made_at: null, proved_made_at: null, proved_at: null } },
    ['no backup was made: npm run backup -- FOLDER', 'no backup was proved: npm run verify-backup -- FOLDER'],
  ],
  [
    'an old backup, proved yesterday',
    { backups: { made_at: daysAgo(9), proved_made_at: daysAgo(9), proved_at: daysAgo(1) } },
    ['newest backup: 2027-01-01 04:00 UTC', 'newest proved backup: of 2027-01-01 04:00 UTC, proved 2027-01-09 04:00 UTC'],
  ],
  [
    'a failed job and one that waits',
    {
      jobs: [
        { name: 'remove-files', state: 'failed', count: 1, oldestSeconds: 60 },
        { name: 'index-questions', state: 'created', count: 3, oldestSeconds: 1200 },
      ],
    },
    ['jobs: 1 of remove-files are failed, the oldest for 1 minutes', 'jobs: 3 of index-questions are created, the oldest for 20 minutes'],
  ],
  ['a full disk', { disk: { freeBytes: 9e9, bytes: 100e9 } }, ['disk of the data folder: 9.0 GB of 100.0 GB free']],
  ['a wrong clock', { aheadSeconds: -6 }, ["clock: 6.0 s from the database's"]],
  ['a storage that is away', { isStorageReachable: false }, ['file storage: does not answer']],
])('%s is due', (_what, change, lines) => {
  const due = describeStatus({ ...good, ...change }, now).filter((line) => line.startsWith('DUE  '));
  expect(due).toEqual(lines.map((line) => `DUE  ${line}`));
});
