import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttendanceEvidence, consecutiveClassesNeeded, percentRoundedUp, presentMs, settleAttendance } from './attendance.ts';

const minute = 60_000;
const evidence = (change: Partial<AttendanceEvidence>): AttendanceEvidence => ({
  corrected: null,
  providerStays: null,
  pageStays: [],
  hasJoined: false,
  isUnverified: false,
  hasUnmatchedNames: false,
  ...change,
});
const settle = (change: Partial<AttendanceEvidence>) => settleAttendance(evidence(change), 0, 60 * minute, 50);
const stay = (from: number, to: number) => ({ from: from * minute, to: to * minute });

describe('attendance of a class of 60 minutes that requires 30', () => {
  test.each([
    ['30 minutes in two stays', { pageStays: [stay(0, 20), stay(40, 50)] }, 'present', 30, 'page'],
    ['one second less than 30 minutes', { pageStays: [{ from: 0, to: 30 * minute - 1000 }] }, 'absent', 29, 'page'],
    ['two devices at the same time', { pageStays: [stay(0, 20), stay(5, 20)] }, 'absent', 20, 'page'],
    ['time before and after the class', { pageStays: [stay(-30, 10), stay(50, 90)] }, 'absent', 20, 'page'],
    ['a press on Join alone', { hasJoined: true }, 'absent', 0, 'page'],
    ['a press on Join when the provider reports no stays', { hasJoined: true, isUnverified: true }, 'present', 0, 'click'],
    [
      "the provider's stays against those of the page",
      { providerStays: [stay(0, 10)], pageStays: [stay(0, 60)] },
      'absent',
      10,
      'provider',
    ],
    ['names that nobody has matched to a student', { providerStays: null, hasUnmatchedNames: true }, 'to_check', 0, 'page'],
    [
      'a correction by staff against all other evidence',
      { corrected: 'present' as const, providerStays: [stay(0, 5)] },
      'present',
      5,
      'staff',
    ],
  ] as const)('%s', (_what, change, verdict, minutes, source) => {
    expect(settle(change)).toEqual({ verdict, minutes, source });
  });
});

test('overlapping periods count each minute once', () => {
  const anyStay = fc.tuple(fc.integer({ min: -20, max: 80 }), fc.integer({ min: -20, max: 80 })).map(([from, to]) => ({ from, to }));
  fc.assert(
    fc.property(fc.array(anyStay, { maxLength: 12 }), (stays) => {
      const counted = Array.from({ length: 60 }, (_, at) => stays.some(({ from, to }) => from <= at && at < to));
      expect(presentMs(stays, 0, 60)).toBe(counted.filter(Boolean).length);
    }),
  );
});

test('the attendance reaches 75 percent after the needed classes, and not after one class fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (a, b) => {
      const [total, attended] = [Math.max(a, b), Math.min(a, b)];
      const needed = consecutiveClassesNeeded(total, attended);
      if (needed === null) {
        expect(4 * attended).toBeGreaterThanOrEqual(3 * total);
        return;
      }
      expect(4 * (attended + needed)).toBeGreaterThanOrEqual(3 * (total + needed));
      expect(4 * (attended + needed - 1)).toBeLessThan(3 * (total + needed - 1));
    }),
  );
});

test.each([
  [149, 200, 75],
  [1, 3, 34],
  [0, 5, 0],
  [5, 5, 100],
  [0, 0, null],
])('%i of %i is %s percent', (part, whole, percent) => expect(percentRoundedUp(part, whole)).toBe(percent));
