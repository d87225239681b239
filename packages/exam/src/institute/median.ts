/** The middle of the numbers, of an even count the mean of the two; null when there are none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
