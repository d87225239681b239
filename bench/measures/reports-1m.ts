import { type Load, startLoad } from '../load/load-process.ts';
import { type RankedPaper, rankedPapers } from '../ranked-papers.ts';
import { root } from '../root.ts';
import { type MeasuredServer, startServer } from '../server/start-server.ts';
import type { Environment, Figure, Measure } from './measure.ts';

const rounds = 5;
const seconds = 2;
const mostRatio = 1.5;
/** So few connections that a processor stays free for the database. */
const connections = 2;

interface Driven {
  p50: number | null;
  p99: number | null;
}

type Drive = (load: Load, server: MeasuredServer, paper: RankedPaper, round: number) => Promise<Driven>;

const middle = (values: readonly (number | null)[]): number => {
  const sorted = values.flatMap((value) => value ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** The median over short rounds, with a million and with ten thousand students in turn. The ratio compares the two medians. */
async function besides({ database, benchServer }: Environment, drive: Drive): Promise<Figure> {
  const { million, beside } = await rankedPapers(database);
  const server = await startServer(benchServer, [root], database);
  const load = startLoad();
  const found = { million: [] as Driven[], beside: [] as Driven[] };
  try {
    await drive(load, server, million, rounds);
    await drive(load, server, beside, rounds);
    for (let round = 0; round < rounds; round += 1) {
      found.million.push(await drive(load, server, million, round));
      found.beside.push(await drive(load, server, beside, round));
    }
  } finally {
    load.stop();
    await server.stop();
  }
  const of = (driven: readonly Driven[], key: keyof Driven) => middle(driven.map((each) => each[key]));
  const value = of(found.million, 'p99');
  const besideValue = of(found.beside, 'p99');
  return { value, beside: besideValue, ratio: value / besideValue, p50: of(found.million, 'p50'), p99: value };
}

const reads =
  (pathOf: (paper: RankedPaper, round: number) => string): Drive =>
  (load, { address }, paper, round) =>
    load.drive({ kind: 'reads', address, path: pathOf(paper, round), testTakers: paper.readers, connections, seconds });

const measureOf = (name: string, most: number, drive: Drive): Measure => ({
  name,
  unit: 'ms',
  aim: { most, mostRatio },
  measure: (environment) => besides(environment, drive),
});

/** Rank, percentile and neighbours of one student. */
export const rank1m = measureOf(
  'rank_1m',
  10,
  reads(({ paper_id }) => `/api/tests/${paper_id}/get_rank`),
);

/** The first page of the leaderboard and one near its end in turn, on both papers. */
export const leaderboard1m = measureOf('leaderboard_1m', 20, async (load, server, paper, round) => {
  const far = paper.readers.length > 0 && round % 2 === 1 ? 9000 : 1;
  return reads(({ paper_id }) => `/api/tests/${paper_id}/get_leaderboard?page=${far}`)(load, server, paper, round);
});

export const report1m = measureOf(
  'report_1m',
  50,
  reads(({ paper_id }) => `/api/tests/${paper_id}/get_student_test_reports`),
);

/** Finishing a test while another student reads the rank; the process that reads has started before. */
export const finish1m = measureOf('finish_1m', 30, async (load, server, paper, round) => {
  const reader = startLoad();
  const read = (forSeconds: number) =>
    reader.drive({
      kind: 'reads',
      address: server.address,
      path: `/api/tests/${paper.paper_id}/get_rank`,
      testTakers: paper.readers,
      connections: 1,
      seconds: forSeconds,
    });
  await read(1);
  const reading = read(seconds);
  const each = Math.floor(paper.finishers.length / (rounds + 1));
  const testTakers = paper.finishers.slice(round * each, (round + 1) * each);
  const answer = await load.drive({ kind: 'finishes', address: server.address, testTakers, connections });
  await reading;
  reader.stop();
  return answer;
});
