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
  [
    'tells a late student how much time the test has',
    open,
    0,
    'Closes 10:40, 4 minutes left. If you begin now, you have 4 minutes for the test.',
  ],
  [
    'counts this student’s extension',
    open,
    600,
    'Closes 10:40, 4 minutes left. You have 10 minutes more than the others. If you begin now, you have 14 minutes for the test.',
  ],
  [
    'adds nothing when the whole duration fits into the window',
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
    'tells the time left of a test whose clock is paused',
    { ...open, time_kind: 'session_time' as const, session_status: 'IN_PROGRESS' as const, remaining_duration: 725 },
    0,
    '12 minutes left.',
  ],
  ['is empty for a test without a window', { ...open, end_time: null }, 0, ''],
  ['is empty once the window is closed', { ...open, end_time: '2027-01-12T10:30:00+05:30' }, 0, ''],
])('the note on the window of a test %s', (_title, info, extension, words) => {
  expect(windowWords(info, extension, now)).toBe(words);
});
