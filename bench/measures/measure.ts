import type { LoadAnswer } from '../load/load-job.ts';
import type { RunDatabase } from '../run-database.ts';
import type { TestTakers } from '../test-takers.ts';

/** The database and the servers of a measure. */
export interface Environment {
  database: RunDatabase;
  testTakers: TestTakers;
  /** The product's built server. */
  productServer: string;
  /** The product's application with the constant route, built in the same way. */
  benchServer: string;
}

export interface Figure {
  value: number;
  /** The comparison's figure in the same run; null where there is no comparison. */
  beside: number | null;
  ratio: number | null;
  /** Median milliseconds of one call or one student; null where they are not timed one by one. */
  p50: number | null;
  p99: number | null;
  /** Processor seconds per call or student, of the server's process and of the database's, where the database has its own. */
  processor?: { server: number | null; database: number | null };
  /** kB of the largest answer, compressed as sent. */
  kB?: number;
}

export interface Measure {
  name: string;
  unit: string;
  /** The least ratio to the comparison, or the least or the most that the value may be, with bounds of the ratio and of the kB. */
  aim: { leastRatio: number } | { least: number } | { most: number; mostRatio?: number; leastRatio?: number; mostKb?: number };
  measure(environment: Environment): Promise<Figure>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

const usualRounds = 12;

type Drive = () => Promise<LoadAnswer>;

/**
 * Short rounds of the measure and its comparison in turn. The ratio is the median over neighbouring rounds, so that other load of the
 * machine affects both and cancels out.
 */
export async function alternate(value: Drive, beside: Drive, rounds = usualRounds): Promise<Figure> {
  const pairs: { value: LoadAnswer; beside: LoadAnswer }[] = [];
  await value();
  await beside();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ value: await value(), beside: await beside() });
    else {
      const second = await beside();
      pairs.push({ value: await value(), beside: second });
    }
  }
  const timesOf = (key: 'p50' | 'p99') => pairs.map((pair) => pair.value[key]).filter((time) => time !== null);
  return {
    value: median(pairs.map((pair) => pair.value.perSecond)),
    beside: median(pairs.map((pair) => pair.beside.perSecond)),
    ratio: median(pairs.map((pair) => pair.value.perSecond / pair.beside.perSecond)),
    p50: median(timesOf('p50')),
    p99: median(timesOf('p99')),
  };
}

/** A figure without a comparison. */
export const alone = (value: number): Figure => ({ value, beside: null, ratio: null, p50: null, p99: null });
