import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptTimeSpent, type Clock, deadlineOf, GRACE_SECONDS, isOver, noticeAt, timeLeft, timerTone } from './clock.ts';

const began_at = Date.UTC(2026, 0, 15, 9);
const wall: Clock = {
  time_kind: 'wall_clock',
  began_at,
  test_duration: 3600,
  deadline: began_at + 3_600_000,
  session_time_spent: 0,
  time_reported_at: null,
};
const selfPaced: Clock = { ...wall, time_kind: 'session_time', deadline: null, session_time_spent: 600 };

describe('time left', () => {
  it.each([
    [0, 3600],
    [1, 3600],
    [1000, 3599],
    [3_599_001, 1],
    [3_600_000, 0],
    [9_999_999, 0],
  ])('%i ms after the beginning of a test of an hour, %i s are left', (ms, left) => {
    expect(timeLeft(wall, began_at + ms)).toBe(left);
  });

  it('ends at the deadline, which can be before or after the beginning plus the duration', () => {
    expect(timeLeft({ ...wall, deadline: began_at + 60_000 }, began_at)).toBe(60);
    expect(timeLeft({ ...wall, deadline: null }, began_at)).toBe(3600);
  });

  it('does not fall in a self-paced paper while no device has it open', () => {
    expect(timeLeft(selfPaced, began_at + 10 * 86_400_000)).toBe(3000);
    expect(timeLeft({ ...selfPaced, session_time_spent: 4000 }, began_at)).toBe(0);
  });

  it('never grows without an extension in a wall-clock test', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(5_000_000), (a, b) => {
        expect(timeLeft(wall, began_at + a + b)).toBeLessThanOrEqual(timeLeft(wall, began_at + a));
      }),
    );
  });
});

describe('the deadline', () => {
  it.each([
    ['begin plus duration', null, 0, 3600],
    ['the end of the window if that is earlier', 1800, 0, 1800],
    ['not a later end of the window', 7200, 0, 3600],
    ['an extension beyond the duration', null, 600, 4200],
    ['an extension beyond the window', 1800, 600, 2400],
  ])('is %s', (_, closesAfter, extension, expected) => {
    const closes_at = closesAfter === null ? null : began_at + closesAfter * 1000;
    expect(deadlineOf(began_at, 3600, closes_at, extension)).toBe(began_at + expected * 1000);
  });
});

describe('time reported by the device', () => {
  it.each([
    ['an honest report', 100, 160, 60, 160],
    ['a report of less than before', 100, 40, 120, 100],
    ['a report faster than the wall clock', 100, 900, 120, 220],
    ['a paused session after a long gap', 100, 100, 3600, 100],
    ['an offline stretch', 100, 1500, 3600, 1500],
    ['a held-back report after a short gap', 100, 100, 89, 189],
    ['a held-back report after 90 s', 100, 100, 90, 100],
    ['a clock that went backwards', 100, 160, -50, 100],
  ])('%s', (_, previous, reported, gap, expected) => {
    expect(acceptTimeSpent(previous, reported, began_at, began_at + gap * 1000).session_time_spent).toBe(expected);
  });

  it('counts a hundred reports within one second as one second', () => {
    let time = { session_time_spent: 0, time_reported_at: began_at };
    for (let report = 1; report <= 100; report += 1)
      time = acceptTimeSpent(time.session_time_spent, 0, time.time_reported_at, began_at + report * 300);
    expect(time.session_time_spent).toBe(30);
  });

  it('counts in full once the time is used up, and returns the unreported part of a long gap', () => {
    expect(acceptTimeSpent(3600, 3600, began_at, began_at + 19 * 86_400_000, 3600).session_time_spent).toBe(3600 + 19 * 86_400);
    expect(acceptTimeSpent(100, 150, began_at, began_at + 200_000, 3600).unclaimed_seconds).toBe(150);
    expect(acceptTimeSpent(100, 300, began_at, began_at + 200_000, 3600).unclaimed_seconds).toBe(0);
    expect(acceptTimeSpent(100, 100, began_at, began_at + 89_000, 3600).unclaimed_seconds).toBe(0);
  });

  it('only grows, and never faster than the wall clock', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(20_000), fc.integer({ min: -1000, max: 5_000_000 }), (previous, reported, gap) => {
        const taken = acceptTimeSpent(previous, reported, began_at, began_at + gap).session_time_spent;
        expect(taken).toBeGreaterThanOrEqual(previous);
        expect(taken).toBeLessThanOrEqual(previous + Math.ceil(Math.max(0, gap) / 1000));
      }),
    );
  });

  it('never makes the time left grow, and costs an honest device nothing, for any sequence of reports', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 85_000 }), fc.nat(4000))), (reports) => {
        let at = began_at;
        let [spent, spentAt, honest, honestAt] = [0, at, 0, at];
        for (const [gap, lie] of reports) {
          at += gap;
          const next = acceptTimeSpent(spent, lie, spentAt, at);
          expect(timeLeft({ ...selfPaced, session_time_spent: next.session_time_spent }, at)).toBeLessThanOrEqual(
            timeLeft({ ...selfPaced, session_time_spent: spent }, at),
          );
          const truth = acceptTimeSpent(honest, Math.round((at - began_at) / 1000), honestAt, at);
          [honest, honestAt] = [truth.session_time_spent, truth.time_reported_at];
          [spent, spentAt] = [next.session_time_spent, next.time_reported_at];
          // Gaps of less than 90 s count in full, whatever the device reports.
          expect(spent).toBeGreaterThanOrEqual(Math.floor((at - began_at) / 1000));
        }
        expect(Math.abs(honest - (at - began_at) / 1000)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the end', () => {
  it('of a wall-clock test is at the deadline, or a grace period later', () => {
    expect([3_599_999, 3_600_000].map((ms) => isOver(wall, began_at + ms, 0))).toEqual([false, true]);
    expect([3_659_999, 3_660_000].map((ms) => isOver(wall, began_at + ms, GRACE_SECONDS))).toEqual([false, true]);
  });

  it('of a self-paced paper is when its time is used up, not before', () => {
    expect(isOver(selfPaced, began_at + 10 * 86_400_000, 0)).toBe(false);
    expect(isOver({ ...selfPaced, session_time_spent: 3600 }, began_at, 0)).toBe(true);
    const spent = { ...selfPaced, session_time_spent: 3610, time_reported_at: began_at };
    expect([49_999, 50_000].map((ms) => isOver(spent, began_at + ms, GRACE_SECONDS))).toEqual([false, true]);
  });
});

describe('notices', () => {
  it.each([
    [1801, 1800, 30],
    [1800, 1799, null],
    [601, 600, 10],
    [301, 300, 5],
    [61, 60, 1],
    [1, 0, null],
    [2400, 200, 5],
    [700, 0, null],
    [100, 700, null],
  ])('when the time left falls from %i to %i s: %j minutes', (before, after, notice) => {
    expect(noticeAt(before, after)).toBe(notice);
  });

  it('appear once each in a test that runs down second by second', () => {
    const notices = Array.from({ length: 3600 }, (_, second) => noticeAt(3600 - second, 3599 - second)).filter((notice) => notice !== null);
    expect(notices).toEqual([30, 10, 5, 1]);
  });
});

it('the timer has the error colour under 5 minutes and the ended colour at zero', () => {
  expect([3600, 300, 299, 1, 0, -5].map(timerTone)).toEqual(['normal', 'normal', 'error', 'error', 'ended', 'ended']);
});
