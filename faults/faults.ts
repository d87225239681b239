// `npm run faults [-- --seed N --students N --minutes N --of tests,classes,uploads --json]`: students sit tests, attend a live class and
// hand in sheets, while servers, database, networks and browsers fail.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ClassResult, runClass } from './classes/class-part.ts';
import { type Environment, onEmbedded, onPostgres } from './environment/environment.ts';
import { type PartResult, type PartSettings, runPart } from './part.ts';
import { runUpload, type UploadResult } from './uploads/upload-part.ts';

const root = join(import.meta.dirname, '..');
const serversOnPostgres = 2;
const mostFaultsShown = 20;

function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!(number >= least && number <= most)) throw new Error(`--${name} is "${text}"; it must be a number from ${least} to ${most}.`);
  return number;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    students: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '3' },
    of: { type: 'string', default: 'tests,classes,uploads' },
    json: { type: 'boolean', default: false },
  },
});

/** With `--json` stdout has the figures only. */
const say = (text: string) => void (values.json ? process.stderr : process.stdout).write(`${text}\n`);

const columns = [
  ['kills', 'kills'],
  ['silences', 'silences'],
  ['read_only', 'read-only'],
  ['proxy_failures', 'proxy 502s'],
  ['changes', 'changes'],
  ['acknowledged', 'acknowledged'],
  ['late', 'kept late'],
  ['lost', 'lost'],
  ['sessions', 'sessions'],
  ['finished_once', 'finished once'],
  ['wrong_marks', 'wrong marks'],
  ['open_past_end', 'open past end'],
  ['crashes', 'crashes'],
] as const;

const classColumns = [
  ['kills', 'kills'],
  ['silences', 'silences'],
  ['read_only', 'read-only'],
  ['questions', 'questions'],
  ['given', 'answers'],
  ['acknowledged', 'acknowledged'],
  ['late', 'kept late'],
  ['refused', 'refused'],
  ['lost', 'lost'],
  ['sockets_lost', 'sockets lost'],
  ['slowest_back', 'slowest back ms'],
  ['crashes', 'crashes'],
] as const;

const uploadColumns = [
  ['ratio', 'bytes sent / file'],
  ['cuts', 'cuts'],
  ['seconds', 'seconds'],
] as const;

type Column<R> = readonly [keyof R & string, string];

function printTable<R extends { name: string }>(results: readonly R[], titled: readonly Column<R>[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  say(`\n${''.padEnd(width)}  ${titled.map(([, title]) => title).join('  ')}`);
  for (const result of results) {
    const cells = titled.map(([field, title]) => String(result[field]).padStart(title.length));
    say(`${result.name.padEnd(width)}  ${cells.join('  ')}`);
  }
}

function printFaults(results: readonly { name: string; untried?: string[]; faults: string[]; folder: string }[]): void {
  for (const { name, untried = [] } of results)
    if (untried.length > 0) say(`\n${name}: the run proves too little: these events never happened: ${untried.join(', ')}`);
  for (const { name, faults, folder } of results) {
    if (faults.length === 0) continue;
    const list = join(folder, 'faults.txt');
    writeFileSync(list, `${faults.join('\n')}\n`);
    say(`\n${name}: ${faults.length} faults, all listed in ${list}; the logs are in the same folder`);
    for (const fault of faults.slice(0, mostFaultsShown)) say(`  ${fault}`);
  }
}

const isGood = ({ lost, sessions, finished_once, wrong_marks, untried, faults }: PartResult) =>
  untried.length === 0 && lost === 0 && finished_once === sessions && wrong_marks === 0 && faults.length === 0;

const isGoodClass = ({ untried, faults }: ClassResult) => untried.length === 0 && faults.length === 0;
const isGoodUpload = ({ faults }: UploadResult) => faults.length === 0;

function total(seed: number, results: readonly PartResult[]) {
  const sum = (field: Exclude<(typeof columns)[number][0], 'silences' | 'read_only' | 'proxy_failures' | 'changes' | 'late' | 'crashes'>) =>
    results.reduce((count, result) => count + result[field], 0);
  return {
    seed,
    kills: sum('kills'),
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    sessions: sum('sessions'),
    finished_once: sum('finished_once'),
    wrong_marks: sum('wrong_marks'),
    open_past_end: sum('open_past_end'),
  };
}

const environments = new Set<Environment>();
process.once(
  'SIGINT',
  () => void Promise.all([...environments].map((environment) => environment.remove(false))).finally(() => process.exit(130)),
);

async function runOn<R>(environment: Environment, work: (on: Environment) => Promise<R>, isGoodResult: (result: R) => boolean): Promise<R> {
  environments.add(environment);
  let isClean = false;
  try {
    const result = await work(environment);
    isClean = isGoodResult(result);
    return result;
  } finally {
    environments.delete(environment);
    await environment.remove(!isClean);
  }
}

const makers: (() => Environment | Promise<Environment>)[] = [() => onPostgres(serversOnPostgres), onEmbedded];

async function runTests(settings: PartSettings): Promise<{ isGood: boolean; results: PartResult[] }> {
  const results = await Promise.all(makers.map(async (make) => runOn(await make(), (on) => runPart(on, settings), isGood)));
  printTable(results, columns);
  for (const { name, events } of results) say(`\n${name}: ${events.toString()}`);
  printFaults(results);
  return { isGood: results.every(isGood), results };
}

async function runClasses(settings: PartSettings): Promise<boolean> {
  const results = await Promise.all(makers.map(async (make) => runOn(await make(), (on) => runClass(on, settings), isGoodClass)));
  printTable(results, classColumns);
  printFaults(results);
  return results.every(isGoodClass);
}

async function runUploads({ seed }: PartSettings): Promise<boolean> {
  const result = await runOn(onEmbedded(), (on) => runUpload(on, seed, say), isGoodUpload);
  printTable([result], uploadColumns);
  printFaults([result]);
  return isGoodUpload(result);
}

async function run(): Promise<boolean> {
  const seed = values.seed === undefined ? randomInt(1_000_000) : readNumber('seed', values.seed, 0, 2 ** 32);
  const students = Math.floor(readNumber('students', values.students, 1, 5000));
  const minutes = readNumber('minutes', values.minutes, 1, 600);
  const parts = values.of.split(',');
  const foreign = parts.find((part) => !['tests', 'classes', 'uploads'].includes(part));
  if (foreign !== undefined) throw new Error(`--of is "${values.of}"; it lists some of tests, classes and uploads.`);
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', values.json ? 2 : 1, 2] });
  say(`Seed ${seed}`);
  const began = performance.now();
  const settings = { seed, students, minutes, say };
  const tests = parts.includes('tests') ? await runTests(settings) : { isGood: true, results: [] };
  const areClassesGood = !parts.includes('classes') || (await runClasses(settings));
  const areUploadsGood = !parts.includes('uploads') || (await runUploads(settings));
  const isAllGood = tests.isGood && areClassesGood && areUploadsGood;
  say(`\n${isAllGood ? 'Good' : 'NOT GOOD'}: seed ${seed}, in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  if (values.json) process.stdout.write(`${JSON.stringify(total(seed, tests.results))}\n`);
  return isAllGood;
}

try {
  const isGoodRun = await run();
  process.exit(isGoodRun ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
