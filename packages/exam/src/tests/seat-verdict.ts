/** Why a student's seat is slow; `unclear`: the server is not reached, and nothing tells whether the network or the server is at fault. */
export const seatVerdicts = ['healthy', 'server', 'network', 'device', 'unclear'] as const;
export type SeatVerdict = (typeof seatVerdicts)[number];

/** One upload of a test. All times are in ms of a monotonic clock. */
export interface SeatCall {
  /** When it was sent. */
  at: number;
  /** Round trip, or the time until it failed. */
  ms: number;
  /** The server's own part of the time; null if the server did not report it. */
  server_ms: number | null;
  /** `busy`: the server reported that it is busy. `offline`: it failed while the device reported that there is no network. */
  outcome: 'answered' | 'busy' | 'offline' | 'unreached';
}

/** A timer of the visible page that fired late, which shows that the device did not keep up. */
export interface Stall {
  /** When it should have fired. */
  at: number;
  /** By how much it was late. */
  ms: number;
}

export interface SeatFacts {
  now: number;
  /** Uploads, the oldest first. */
  calls: readonly SeatCall[];
  stalls: readonly Stall[];
  /** Whether the device reports that there is no network. */
  isOffline: boolean;
}

/** Facts older than this prove nothing about the present. */
export const SEAT_MEMORY_MS = 180_000;
const SLOW_MS = 3_000;
const STALL_MEMORY_MS = 60_000;
const STALLED_MS = 6_000;
const judged = 3;
const proof = 2;

/** The time for which the device stood still while a call was under way. */
function stalledDuring({ at, ms }: SeatCall, stalls: readonly Stall[]): number {
  return stalls.reduce((sum, stall) => sum + Math.max(0, Math.min(at + ms, stall.at + stall.ms) - Math.max(at, stall.at)), 0);
}

/**
 * Which part is at fault, by proof alone. The device's own word that it is offline proves the network; a server that says that it is busy,
 * or took long by its own clock, proves the server; timers that come late prove the device. A long round trip counts against the network
 * only after the server's time and the device's standstill are taken off, and twice in three calls. A call that got no answer proves nothing.
 */
export function seatVerdictOf({ now, calls, stalls, isOffline }: SeatFacts): SeatVerdict {
  if (isOffline) return 'network';
  const latest = calls.filter(({ at }) => now - at <= SEAT_MEMORY_MS).slice(-judged);
  const isProved = (isFault: (call: SeatCall) => boolean) => latest.filter(isFault).length >= proof;
  if (latest.at(-1)?.outcome === 'busy' || isProved(({ server_ms }) => server_ms !== null && server_ms >= SLOW_MS)) return 'server';
  const recent = stalls.filter(({ at }) => now - at <= STALL_MEMORY_MS);
  if (recent.length >= proof && recent.reduce((sum, { ms }) => sum + ms, 0) >= STALLED_MS) return 'device';
  if (isProved(({ outcome }) => outcome === 'offline')) return 'network';
  if (
    isProved(
      (call) => call.outcome === 'answered' && call.server_ms !== null && call.ms - call.server_ms - stalledDuring(call, stalls) >= SLOW_MS,
    )
  )
    return 'network';
  return isProved(({ outcome }) => outcome === 'unreached') && latest.at(-1)?.outcome === 'unreached' ? 'unclear' : 'healthy';
}
