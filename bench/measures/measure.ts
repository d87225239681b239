import type { RunDatabase } from '../run-database.ts';
import type { Sitters } from '../sitters.ts';

/** What a measure works on. */
export interface Ground {
  database: RunDatabase;
  sitters: Sitters;
  /** The product's built server. */
  productServer: string;
  /** The product's application with the constant route, built the same way. */
  benchServer(): Promise<string>;
}

export interface Figure {
  value: number;
  /** What it is held against in the same run, and how it compares; null where it stands alone. */
  beside: number | null;
  ratio: number | null;
}

export interface Measure {
  name: string;
  unit: string;
  /** The least ratio to what it is held against, or the most that the value may be. */
  aim: { leastRatio: number } | { most: number };
  measure(ground: Ground): Promise<Figure>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

const rounds = 12;

/**
 * Short rounds of the one and the other in turn. The ratio is the median over neighbours, so that what else the machine does falls on both
 * and drops out.
 */
export async function alternate(value: () => Promise<number>, beside: () => Promise<number>): Promise<Figure> {
  const pairs: { value: number; beside: number }[] = [];
  await value();
  await beside();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ value: await value(), beside: await beside() });
    else {
      const second = await beside();
      pairs.push({ value: await value(), beside: second });
    }
  }
  return {
    value: median(pairs.map((pair) => pair.value)),
    beside: median(pairs.map((pair) => pair.beside)),
    ratio: median(pairs.map((pair) => pair.value / pair.beside)),
  };
}

/** A figure that stands alone. */
export const alone = (value: number): Figure => ({ value, beside: null, ratio: null });
