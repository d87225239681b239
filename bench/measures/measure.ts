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
  /** What it is held against in the same run; null where it stands alone. */
  beside: number | null;
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

const rounds = 7;

/** Medians of short rounds of the one and the other in turn, so that what else the machine does falls on both. */
export async function alternate(value: () => Promise<number>, beside: () => Promise<number>): Promise<Figure> {
  const values: number[] = [];
  const besides: number[] = [];
  await value();
  await beside();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) values.push(await value());
    besides.push(await beside());
    if (round % 2 === 1) values.push(await value());
  }
  return { value: median(values), beside: median(besides) };
}
