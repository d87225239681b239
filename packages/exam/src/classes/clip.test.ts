import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipAddress, clipFault, clipTimeInWords, clipTimeOf, readClipTime, secondsOf } from './clip.ts';

test.each([
  ['0:45', 45],
  ['45', 45],
  ['4:05', 245],
  ['1:02:03', 3723],
  [' 12:00 ', 720],
  ['4:65', null],
  ['', null],
  ['1:2:3:4', null],
  ['-1', null],
  ['abc', null],
])('"%s" is read as %s seconds', (text, seconds) => expect(readClipTime(text)).toBe(seconds));

test('a time that is written and read again is the same', () => {
  fc.assert(
    fc.property(fc.nat(99 * 3600), (seconds) => {
      expect(readClipTime(clipTimeInWords(seconds))).toBe(seconds);
      expect(secondsOf(clipTimeOf(seconds))).toBe(seconds);
    }),
  );
});

test.each([
  [10, 10, null, 'A clip ends after it starts.'],
  [10, 5, 100, 'A clip ends after it starts.'],
  [10, 101, 100, 'A clip ends within the recording.'],
  [0, 100, 100, null],
  [10, 1000, null, null],
])('a clip from second %d to %d of a recording of %s seconds: %s', (start, end, length, fault) =>
  expect(clipFault(start, end, length)).toBe(fault),
);

test("the address of a clip contains only the clip's own times", () => {
  expect(clipAddress('/clips/a.webm#t=1', 5, 9)).toBe('/clips/a.webm#t=5,9');
});
