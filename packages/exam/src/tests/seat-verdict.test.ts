import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SeatCall, type SeatFacts, seatVerdictOf, type Stall } from './seat-verdict.ts';

const now = 1_000_000;
const call = (secondsAgo: number, ms: number, fields: Partial<SeatCall> = {}): SeatCall => ({
  at: now - secondsAgo * 1000,
  ms,
  server_ms: 20,
  outcome: 'answered',
  ...fields,
});
const good = (secondsAgo: number) => call(secondsAgo, 120);
const stall = (secondsAgo: number, ms: number): Stall => ({ at: now - secondsAgo * 1000, ms });
const of = (facts: Partial<SeatFacts>) => seatVerdictOf({ now, calls: [], stalls: [], isOffline: false, ...facts });

describe('the verdict on a seat', () => {
  test.each<[string, Partial<SeatFacts>, ReturnType<typeof seatVerdictOf>]>([
    ['nothing known yet', {}, 'healthy'],
    ['quick uploads', { calls: [good(60), good(40), good(20)] }, 'healthy'],
    ['one slow upload among quick ones', { calls: [good(60), call(40, 9000), good(20)] }, 'healthy'],
    ['the device says that it is offline', { calls: [good(20)], isOffline: true }, 'network'],
    ['two slow round trips with a quick server', { calls: [call(40, 4000), call(20, 5000)] }, 'network'],
    [
      'two uploads that failed while the device was offline',
      { calls: [call(40, 10, { outcome: 'offline' }), call(30, 10, { outcome: 'offline' }), good(5)] },
      'network',
    ],
    [
      'a slow server behind a slow round trip',
      { calls: [call(40, 5000, { server_ms: 4500 }), call(20, 5000, { server_ms: 4800 })] },
      'server',
    ],
    ['a server that says that it is busy', { calls: [good(40), call(20, 30, { outcome: 'busy' })] }, 'server'],
    ['a server that was busy and answers again', { calls: [call(40, 30, { outcome: 'busy' }), good(20)] }, 'healthy'],
    ['a device that stands still', { calls: [good(20)], stalls: [stall(30, 3000), stall(10, 4000)] }, 'device'],
    ['a device that stood still once', { calls: [good(20)], stalls: [stall(10, 9000)] }, 'healthy'],
    ['a device that stood still long ago', { calls: [good(20)], stalls: [stall(90, 5000), stall(80, 5000)] }, 'healthy'],
    [
      'round trips that are long because the device stood still',
      { calls: [call(40, 4000), call(20, 4000)], stalls: [stall(39, 2500), stall(19, 2500)] },
      'healthy',
    ],
    [
      'two uploads without an answer',
      { calls: [call(40, 9000, { outcome: 'unreached', server_ms: null }), call(20, 9000, { outcome: 'unreached', server_ms: null })] },
      'unclear',
    ],
    [
      'an answer after two without one',
      { calls: [call(40, 9000, { outcome: 'unreached' }), call(20, 9000, { outcome: 'unreached' }), good(5)] },
      'healthy',
    ],
    [
      'slow round trips to a server that does not say how long it took',
      { calls: [call(40, 9000, { server_ms: null }), call(20, 9000, { server_ms: null })] },
      'healthy',
    ],
    ['slow uploads of long ago', { calls: [call(400, 9000), call(300, 9000)] }, 'healthy'],
  ])('%s', (_what, facts, verdict) => {
    expect(of(facts)).toBe(verdict);
  });

  const calls = fc.array(
    fc.record({
      at: fc.integer({ min: now - 300_000, max: now }),
      ms: fc.integer({ min: 0, max: 40_000 }),
      server_ms: fc.option(fc.integer({ min: 0, max: 40_000 })),
      outcome: fc.constantFrom<SeatCall['outcome']>('answered', 'busy', 'offline', 'unreached'),
    }),
    { maxLength: 8 },
  );
  const stalls = fc.array(fc.record({ at: fc.integer({ min: now - 300_000, max: now }), ms: fc.integer({ min: 0, max: 30_000 }) }), {
    maxLength: 8,
  });

  test('blames the server only when the server said that it was busy or slow', () => {
    fc.assert(
      fc.property(calls, stalls, (given, stood) => {
        if (of({ calls: given, stalls: stood }) !== 'server') return;
        expect(given.some(({ outcome, server_ms }) => outcome === 'busy' || (server_ms ?? 0) >= 3000)).toBe(true);
      }),
    );
  });

  test('blames the device only when it stood still, and never the network without its proof', () => {
    fc.assert(
      fc.property(calls, stalls, (given, stood) => {
        const verdict = of({ calls: given, stalls: stood });
        if (verdict === 'device') expect(stood.length).toBeGreaterThan(1);
        if (verdict === 'network')
          expect(given.some(({ outcome, ms, server_ms }) => outcome === 'offline' || ms - (server_ms ?? ms) >= 3000)).toBe(true);
      }),
    );
  });

  test('is silent after quick uploads, whatever happened before, unless the device stands still', () => {
    fc.assert(
      fc.property(calls, (given) => {
        const earlier = given.map((one) => ({ ...one, at: Math.min(one.at, now - 60_000) })).toSorted((a, b) => a.at - b.at);
        expect(of({ calls: [...earlier, good(30), good(20), good(10)] })).toBe('healthy');
      }),
    );
  });
});
