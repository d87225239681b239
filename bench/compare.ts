import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Measure } from './measures/measure.ts';

/** A line of `--json` output, of this version or an earlier one. */
interface Line {
  name: string;
  value?: number | null;
  ratio?: number | null;
  server_processor_seconds?: number | null;
  database_processor_seconds?: number | null;
  failure?: string;
}

/** One pass over the measures in an installed checkout; all its other output goes to stderr. */
async function pass(folder: string, names: readonly string[]): Promise<Map<string, Line>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bench.ts', '--json', ...names], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = new Map<string, Line>();
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith('{')) continue;
    const line = JSON.parse(text) as Line;
    lines.set(line.name, line);
  }
  await ended;
  return lines;
}

const processorOf = ({ server_processor_seconds: server, database_processor_seconds: database }: Line) =>
  server === undefined ? null : (server ?? 0) + (database ?? 0);

/** The figures of a pair of passes that are compared. */
const figures: readonly [string, (line: Line) => number | null | undefined][] = [
  ['', ({ value }) => value],
  [' ratio', ({ ratio }) => ratio],
  [' processor s', processorOf],
];

const number = (value: number | null | undefined, digits: number, width: number) => (value?.toFixed(digits) ?? '–').padStart(width);

/**
 * Takes the measures here (A) and in another checkout (B) in the order A B B A, so that a machine that becomes slower or faster affects
 * both. Prints both figures of each pair and A divided by B.
 */
export async function compareInTurn(here: string, other: string, wanted: readonly Measure[]): Promise<void> {
  const names = wanted.map(({ name }) => name);
  const folders = { A: here, B: resolve(other) };
  const passes: { A: Map<string, Line>[]; B: Map<string, Line>[] } = { A: [], B: [] };
  for (const which of ['A', 'B', 'B', 'A'] as const) {
    process.stderr.write(`${which}: ${folders[which]}\n`);
    passes[which].push(await pass(folders[which], names));
  }
  process.stdout.write(
    `A: ${folders.A}\nB: ${folders.B}\n${'measure'.padEnd(34)}${['A', 'B', 'A/B', 'A', 'B', 'A/B'].map((head) => head.padStart(10)).join('')}\n`,
  );
  for (const name of names) {
    for (const [suffix, figureOf] of figures) {
      const pairs = [0, 1].map((at) => {
        const [a, b] = [passes.A[at]?.get(name), passes.B[at]?.get(name)];
        return { a: a && figureOf(a), b: b && figureOf(b) };
      });
      if (pairs.every(({ a, b }) => (a ?? null) === null && (b ?? null) === null)) continue;
      const cells = pairs.map(({ a, b }) => number(a, 3, 10) + number(b, 3, 10) + number(a && b ? a / b : null, 2, 10));
      process.stdout.write(`${(name + suffix).padEnd(34)}${cells.join('')}\n`);
    }
    const failures = [...passes.A, ...passes.B].flatMap((lines) => lines.get(name)?.failure ?? []);
    for (const failure of failures) process.stdout.write(`${name}: failed: ${failure}\n`);
  }
}
