import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let monotonic: number;
let wall: number;

/** A freshly opened page: monotonic time 0, the device's clock at the time the test sets. */
async function openPage() {
  vi.resetModules();
  return await import('./clock.ts');
}

const pass = (ms: number) => {
  monotonic += ms;
  wall += ms;
};

beforeEach(() => {
  monotonic = 0;
  wall = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
});
afterEach(() => vi.restoreAllMocks());

describe('the server clock', () => {
  it('is the clock of the device until the server has answered', async () => {
    const { serverNow } = await openPage();
    pass(5_000);
    expect(serverNow()).toBe(1_005_000);
  });

  it('is set by a response, which is assumed to be half a round trip old', async () => {
    const { learnServerTime, serverNow } = await openPage();
    pass(200);
    learnServerTime(9_000_000, 0, 200);
    expect(serverNow()).toBe(9_000_100);
  });

  it('does not move when the device clock is set', async () => {
    const { learnServerTime, serverNow } = await openPage();
    learnServerTime(9_000_000, 0, 0);
    wall += 3_600_000;
    pass(1_000);
    expect(serverNow()).toBe(9_001_000);
  });

  it('is set by the response with the shortest round trip', async () => {
    const { learnServerTime, serverNow } = await openPage();
    learnServerTime(9_000_000, 0, 0);
    pass(4_000);
    learnServerTime(9_000_500, 0, 4_000);
    expect(serverNow()).toBe(9_004_000);
  });

  it('accepts a response with a longer round trip once its last setting is ten minutes old', async () => {
    const { learnServerTime, serverNow } = await openPage();
    learnServerTime(9_000_000, 0, 0);
    pass(600_000);
    learnServerTime(9_700_000, monotonic - 100, monotonic);
    expect(serverNow()).toBe(9_700_050);
  });

  it('is set by the next response, however long its round trip, if the device has slept', async () => {
    const { learnServerTime, serverNow } = await openPage();
    learnServerTime(9_000_000, 0, 0);
    wall += 120_000;
    pass(3_000);
    learnServerTime(9_122_000, 0, 3_000);
    expect(serverNow()).toBe(9_123_500);
  });
});
