/**
 * Runs work at an interval, and returns the function that stops it. Errors of the work are reported, since a timer that throws would end
 * the process. The timer does not keep the process running.
 */
export function every(ms: number, work: () => unknown, onFailure: (error: unknown) => void): () => void {
  const run = async () => work();
  const timer = setInterval(() => void run().catch(onFailure), ms).unref();
  return () => clearInterval(timer);
}

/** Reports a failure at most once within the given milliseconds. */
export function saidAtMostEvery(ms: number, clock: () => Date, report: (error: unknown) => void): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = clock().getTime();
    if (Math.abs(now - saidAt) < ms) return;
    saidAt = now;
    report(error);
  };
}

const mostKinds = 100;

/** Like `saidAtMostEvery`, for failures of several kinds: each kind is reported at most once within the given milliseconds. */
export function eachSaidAtMostEvery(ms: number, clock: () => Date, report: (error: unknown) => void): (error: unknown) => void {
  const kinds = new Map<string, (error: unknown) => void>();
  return (error) => {
    const kind = String(error);
    if (kinds.size >= mostKinds && !kinds.has(kind)) kinds.clear();
    const say = kinds.get(kind) ?? saidAtMostEvery(ms, clock, report);
    kinds.set(kind, say);
    say(error);
  };
}
