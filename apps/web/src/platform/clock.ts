/** What one answer of the server tells about its clock: the true offset lies within `spread` / 2 of `offset`. */
interface Estimate {
  /** Server time minus monotonic time, ms. */
  offset: number;
  /** Round trip, ms. */
  spread: number;
  /** Monotonic ms at which it was learnt. */
  at: number;
}

const RECENT = 10 * 60_000;
const SLEPT = 1_500;

const monotonic = () => performance.now();

let best: Estimate | null = null;
let wallLead = Date.now() - monotonic();

/** Ms since the epoch by the server's clock; the device's clock only until the server has answered once. */
export function serverNow(): number {
  return monotonic() + (best ? best.offset : Date.now() - monotonic());
}

/** Sets the clock by a guess (ms), until the server answers; what it has told before is worth more. */
export function assumeServerTime(guess: number): void {
  best ??= { offset: guess - monotonic(), spread: Number.POSITIVE_INFINITY, at: monotonic() };
}

/**
 * Feeds the clock with an answer's `server-time`. `sentAt` and `receivedAt` are monotonic ms. Of recent answers the one with the shortest
 * round trip is used.
 */
export function learnServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  noticeSleep();
  const spread = Math.max(0, receivedAt - sentAt);
  if (best && spread > best.spread && receivedAt - best.at < RECENT) return;
  best = { offset: serverTime + spread / 2 - receivedAt, spread, at: receivedAt };
}

/**
 * On some devices the monotonic clock stands while they sleep. When the two clocks of the device have parted, the next answer of the
 * server is used whatever its round trip.
 */
function noticeSleep(): void {
  const lead = Date.now() - monotonic();
  if (best && Math.abs(lead - wallLead) > SLEPT) best.spread = Number.POSITIVE_INFINITY;
  wallLead = lead;
}
