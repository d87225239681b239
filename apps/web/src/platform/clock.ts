/** An estimate of the server's clock from one answer. The true offset differs from `offset` by at most `spread` / 2. */
interface Estimate {
  /** Server time minus monotonic time, ms. */
  offset: number;
  /** Round trip, ms. */
  spread: number;
  /** Monotonic ms at which the estimate was made. */
  at: number;
}

const RECENT = 10 * 60_000;
const SLEPT = 1_500;

const monotonic = () => performance.now();

let best: Estimate | null = null;
let wallLead = Date.now() - monotonic();

/** The time of the server's clock, in ms since 1970; until the first response of the server, the time of the device's clock. */
export function serverNow(): number {
  return monotonic() + (best ? best.offset : Date.now() - monotonic());
}

/** Sets the clock to an estimate (ms) until the first response of the server. Has no effect after that response. */
export function assumeServerTime(guess: number): void {
  best ??= { offset: guess - monotonic(), spread: Number.POSITIVE_INFINITY, at: monotonic() };
}

/**
 * Updates the clock from an answer's `server-time`. `sentAt` and `receivedAt` are monotonic ms. Of recent answers the one with the shortest
 * round trip is used.
 */
export function learnServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  noticeSleep();
  const spread = Math.max(0, receivedAt - sentAt);
  if (best && spread > best.spread && receivedAt - best.at < RECENT) return;
  best = { offset: serverTime + spread / 2 - receivedAt, spread, at: receivedAt };
}

/**
 * On some devices the monotonic clock stops while they sleep. If the device's two clocks have drifted apart, the next answer of the server
 * is used, whatever its round trip.
 */
function noticeSleep(): void {
  const lead = Date.now() - monotonic();
  if (best && Math.abs(lead - wallLead) > SLEPT) best.spread = Number.POSITIVE_INFINITY;
  wallLead = lead;
}
