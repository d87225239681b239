import { expect, test } from 'vitest';
import { windowWords } from './window-words.ts';

const now = Date.parse('2027-01-12T10:36:00+05:30');
const open = {
  time_kind: 'wall_clock' as const,
  test_duration: 3600,
  end_time: '2027-01-12T10:40:00+05:30',
  deadline: null,
  remaining_duration: 3600,
  session_status: null,
};

test.each([
  ['tells who comes late how long is really left', open, 0, 'Closes 10:40, 4 minutes left. Who begins now has 4 minutes for the test.'],
  [
    'counts what this student was given more',
    open,
    600,
    'Closes 10:40, 4 minutes left. You have 10 minutes more than the others. Who begins now has 14 minutes for the test.',
  ],
  [
    'has nothing to add where the whole time fits',
    { ...open, end_time: '2027-01-13T10:40:00+05:30' },
    0,
    'Closes 13 Jan 2027, 10:40, 1 day left.',
  ],
  [
    'tells when a test under way ends',
    { ...open, session_status: 'IN_PROGRESS' as const, deadline: '2027-01-12T11:00:00+05:30' },
    0,
    'Ends 11:00, 24 minutes left.',
  ],
  [
    'tells what is left of a test whose clock stands',
    { ...open, time_kind: 'session_time' as const, session_status: 'IN_PROGRESS' as const, remaining_duration: 725 },
    0,
    '12 minutes left.',
  ],
  ['says nothing of a test without a window', { ...open, end_time: null }, 0, ''],
  ['says nothing once it is closed', { ...open, end_time: '2027-01-12T10:30:00+05:30' }, 0, ''],
])('%s', (_title, info, extension, words) => {
  expect(windowWords(info, extension, now)).toBe(words);
});
