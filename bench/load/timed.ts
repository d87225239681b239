import type { LoadAnswer } from './load-job.ts';

export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/**
 * Runs `work` in several loops at once until all is done, and times each piece of work: from its beginning, or from its call of `start`.
 */
export async function timeLoops(
  loops: number,
  isDone: () => boolean,
  work: (loop: number, start: () => void) => Promise<void>,
): Promise<LoadAnswer> {
  const times: number[] = [];
  const began = performance.now();
  const run = async (loop: number) => {
    while (!isDone()) {
      let begin = performance.now();
      await work(loop, () => (begin = performance.now()));
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
  const seconds = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  return { count: times.length, seconds, perSecond: times.length / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** For `timeLoops`: true when this many seconds from now are over. */
export function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}
