// `npm run bench [-- NAME …] [--json]`: measures what is named, else everything, on a database of its own.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from '@abhyas/server/database/open';
import { prepareDemo } from '@abhyas/server/demo';
import { type Figure, type Ground, type Measure } from './measures/measure.ts';
import { paper, paperResumed } from './measures/paper.ts';
import { firstQuestionCold, firstQuestionWarm } from './measures/first-question.ts';
import { jsFirstLoad } from './measures/js-first-load.ts';
import { longestTask } from './measures/longest-task.ts';
import { upload15 } from './measures/upload-15.ts';
import { root } from './root.ts';
import { makeRunDatabase, type RunDatabase } from './run-database.ts';
import { buildBenchServer } from './server/build-bench-server.ts';
import { type Sitters, seatStudents } from './sitters.ts';

const measures: readonly Measure[] = [upload15, paper, paperResumed, firstQuestionCold, firstQuestionWarm, jsFirstLoad, longestTask];

const isJson = process.argv.includes('--json');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** In `--json` the output is figures only. */
const say = (text: string) => void (isJson ? process.stderr : process.stdout).write(`${text}\n`);
const round = (number: number, digits: number) => Number(number.toFixed(digits));

function wantedMeasures(): readonly Measure[] {
  const unknown = names.filter((name) => !measures.some((measure) => measure.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no measure ${unknown.join(', ')}; there are ${measures.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
}

async function prepare(database: RunDatabase): Promise<Sitters> {
  const opened = await database.open();
  try {
    await migrate(opened.db);
    await prepareDemo({ db: opened.db, now: new Date(), random: Math.random }, join(root, 'content'), say);
    return await seatStudents(opened);
  } finally {
    await opened.close();
  }
}

function tell({ name, unit, aim }: Measure, { value, beside, ratio }: Figure): void {
  if (isJson) {
    const line = {
      name,
      value: round(value, 1),
      unit,
      beside: beside === null ? null : round(beside, 1),
      ratio: ratio === null ? null : round(ratio, 3),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const isMet = 'most' in aim ? value <= aim.most : (ratio ?? 0) >= aim.leastRatio;
  const aimText = 'most' in aim ? `at most ${aim.most}` : `ratio at least ${aim.leastRatio}`;
  const cells = [
    name.padEnd(20),
    `${value.toFixed(value < 1000 ? 1 : 0)}`.padStart(8),
    unit.padEnd(10),
    (beside === null ? '' : beside.toFixed(0)).padStart(8),
    (ratio === null ? '' : ratio.toFixed(2)).padStart(6),
    `  ${isMet ? 'met   ' : 'MISSED'}  ${aimText}`,
  ];
  say(cells.join(' '));
}

async function run(): Promise<void> {
  const wanted = wantedMeasures();
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', isJson ? 2 : 1, 2] });
  const database = await makeRunDatabase(process.env['DATABASE_URL'] || undefined);
  process.once('SIGINT', () => void database.remove().finally(() => process.exit(130)));
  try {
    let built: Promise<string> | undefined;
    const ground: Ground = {
      database,
      sitters: await prepare(database),
      productServer: join(root, 'apps/server/dist/main.js'),
      benchServer: () => (built ??= buildBenchServer()),
    };
    say(`Database: ${database.kind}`);
    say(`${'name'.padEnd(20)} ${'value'.padStart(8)} ${'unit'.padEnd(10)} ${'beside'.padStart(8)} ${'ratio'.padStart(6)}   aim`);
    for (const measure of wanted) tell(measure, await measure.measure(ground));
  } finally {
    await database.remove();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
