export interface Bucket {
  from: number;
  /** The highest score of the range. */
  to: number;
  count: number;
}

const most = 18;
const widths = [1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000];

/** Counts scores in at most eighteen ranges of equal width, from the lowest score (or 0) to the highest possible one. */
export function bucketsOf(scores: readonly { score: number; count: number }[], max: number | null): Bucket[] {
  if (scores.length === 0) return [];
  const values = scores.map(({ score }) => score);
  const [low, high] = [Math.min(0, ...values), Math.max(max ?? 0, ...values)];
  const width = widths.find((each) => (high - low + 1) / each <= most) ?? Math.ceil((high - low + 1) / most);
  const start = Math.floor(low / width) * width;
  const count = Math.floor((high - start) / width) + 1;
  const buckets = Array.from({ length: count }, (_none, at) => ({ from: start + at * width, to: start + (at + 1) * width - 1, count: 0 }));
  for (const { score, count: students } of scores) {
    const bucket = buckets[Math.floor((score - start) / width)];
    if (bucket) bucket.count += students;
  }
  return buckets;
}
