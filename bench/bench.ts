// `npm run bench [-- NAME …] [--small] [--json] [--against FOLDER]`: takes the named measures, or all of them, on a database of its own.
import { execFileSync, fork } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from '@abhyas/server/database/migrate';
import { prepareDemo } from '@abhyas/server/demo/demo';
import { compareInTurn } from './compare.ts';
import { failedLine, jsonLine, tableHead, tableLine } from './format-results.ts';
import type { Outcome, Task } from './measure-process.ts';
import type { Measure } from './measures/measure.ts';
import { measures, smallSet } from './measures/measures.ts';
import { root } from './root.ts';
import { isToBeSpread, makeRunDatabase, runDatabase } from './run-database.ts';
import { buildBenchServer } from './server/build-bench-server.ts';
import { startServer } from './server/start-server.ts';
import { addTestTakers } from './test-takers.ts';

const words = process.argv.slice(2);
const isJson = words.includes('--json');
const against = words.includes('--against') ? words[words.indexOf('--against') + 1] : undefined;
const names = words.filter((word) => !word.startsWith('--') && word !== against);

/** With `--json` stdout has the figures only. */
const say = (text: string) => void (isJson ? process.stderr : process.stdout).write(`${text}\n`);

function wantedMeasures(): readonly Measure[] {
  const all = measures.flat();
  const unknown = names.filter((name) => !all.some((measure) => measure.name === name));
  if (unknown.length > 0) throw new Error(`Unknown measure ${unknown.join(', ')}: choose from ${all.map(({ name }) => name).join(', ')}.`);
  if (names.length > 0) return all.filter(({ name }) => names.includes(name));
  return words.includes('--small') ? smallSet : all;
}

function write(measure: Measure, outcome: Outcome): void {
  if ('figure' in outcome) return void process.stdout.write(`${(isJson ? jsonLine : tableLine)(measure, outcome.figure)}\n`);
  process.exitCode = 1;
  process.stdout.write(`${isJson ? JSON.stringify(outcome) : failedLine(measure, outcome.failure)}\n`);
}

/** Ends every process that a measuring process has started and may have left behind. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // No process was left behind.
  }
}

/** Takes the measures in a process of their own and prints a line for each, also for those that the process failed to reach. */
async function takeMeasures(wanted: readonly Measure[], task: Omit<Task, 'names'>): Promise<void> {
  const left = new Map(wanted.map((measure) => [measure.name, measure]));
  const child = fork(join(import.meta.dirname, 'measure-process.ts'), { stdio: ['ignore', 2, 2, 'ipc'], detached: true });
  const interrupt = () => endGroup(child.pid);
  process.once('SIGINT', interrupt);
  child.on('message', (outcome: Outcome) => {
    const measure = left.get(outcome.name);
    if (measure) write(measure, outcome);
    left.delete(outcome.name);
  });
  child.send({ ...task, names: [...left.keys()] } satisfies Task);
  const end = await new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  process.off('SIGINT', interrupt);
  endGroup(child.pid);
  for (const measure of left.values()) write(measure, { name: measure.name, failure: `its process ended with ${String(end)}` });
}

async function run(wanted: readonly Measure[]): Promise<void> {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', isJson ? 2 : 1, 2] });
  const benchServer = await buildBenchServer();
  const { address, spread, remove } = await makeRunDatabase(process.env['DATABASE_URL'] || undefined);
  process.once('SIGINT', () => void remove().finally(() => process.exit(130)));
  try {
    const testTakers = await runDatabase(address).use(async (opened) => {
      await migrate(opened);
      await prepareDemo({ db: opened.db, now: new Date(), random: Math.random }, join(root, 'content'), say);
      return addTestTakers(opened);
    });
    const productServer = join(root, 'apps/server/dist/main.js');
    // The demo fills one database only, so its server starts once before the database is spread.
    if (isToBeSpread) await (await startServer(productServer, [], runDatabase(address))).stop();
    const task = { database: await spread(), testTakers, productServer, benchServer };
    say(`Database: ${address.kind}${task.database.isSpread ? ', spread' : ''}`);
    say(tableHead);
    for (const sharing of measures) {
      const wantedOfThese = sharing.filter((measure) => wanted.includes(measure));
      if (wantedOfThese.length > 0) await takeMeasures(wantedOfThese, task);
    }
  } finally {
    await remove();
  }
}

try {
  const wanted = wantedMeasures();
  await (against ? compareInTurn(root, against, wanted) : run(wanted));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
