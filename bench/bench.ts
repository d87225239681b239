// `npm run bench [-- NAME …] [--json]`: measures what is named, else everything, on a database of its own.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from '@abhyas/server/database/migrate';
import { prepareDemo } from '@abhyas/server/demo/demo';
import { check100000 } from './measures/check-100000.ts';
import { correction10000 } from './measures/correction-10000.ts';
import { dayView } from './measures/day-view.ts';
import { end10000 } from './measures/end-10000.ts';
import type { Environment, Measure } from './measures/measure.ts';
import { nextQuestion } from './measures/next-question.ts';
import { paper, paperResumed } from './measures/paper.ts';
import { firstQuestionCold, firstQuestionWarm } from './measures/first-question.ts';
import { jsFirstLoad } from './measures/js-first-load.ts';
import { hall2000 } from './measures/hall-2000.ts';
import { landingPaint } from './measures/landing-paint.ts';
import { lists50000 } from './measures/lists-50000.ts';
import { liveAnswers1000 } from './measures/live-answers-1000.ts';
import { liveQuiz1000 } from './measures/live-quiz-1000.ts';
import { longestTask } from './measures/longest-task.ts';
import { finish1m, leaderboard1m, rank1m, report1m } from './measures/reports-1m.ts';
import { rush2000 } from './measures/rush-2000.ts';
import { search240000, searchRecall } from './measures/search-240000.ts';
import { statistics10000 } from './measures/statistics-10000.ts';
import { studentFlow } from './measures/student-flow.ts';
import { worstBody, worstRoster } from './measures/worst-body.ts';
import { upload15, upload15Of5000 } from './measures/upload-15.ts';
import { root } from './root.ts';
import { makeRunDatabase, type RunDatabase } from './run-database.ts';
import { buildBenchServer } from './server/build-bench-server.ts';
import { type TestTakers, addTestTakers } from './test-takers.ts';
import { jsonLine, tableHead, tableLine } from './format-results.ts';

const measures: readonly Measure[] = [
  upload15,
  upload15Of5000,
  paper,
  paperResumed,
  rush2000,
  end10000,
  check100000,
  studentFlow,
  firstQuestionCold,
  firstQuestionWarm,
  jsFirstLoad,
  longestTask,
  nextQuestion,
  worstBody,
  worstRoster,
  landingPaint,
  search240000,
  searchRecall,
  rank1m,
  leaderboard1m,
  report1m,
  finish1m,
  statistics10000,
  hall2000,
  correction10000,
  dayView,
  liveQuiz1000,
  liveAnswers1000,
  lists50000,
];

const isJson = process.argv.includes('--json');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** In `--json` the output is figures only. */
const say = (text: string) => void (isJson ? process.stderr : process.stdout).write(`${text}\n`);

function wantedMeasures(): readonly Measure[] {
  const unknown = names.filter((name) => !measures.some((measure) => measure.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no measure ${unknown.join(', ')}; there are ${measures.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
}

const prepare = (database: RunDatabase): Promise<TestTakers> =>
  database.use(async (opened) => {
    await migrate(opened);
    await prepareDemo({ db: opened.db, now: new Date(), random: Math.random }, join(root, 'content'), say);
    return addTestTakers(opened);
  });

async function run(): Promise<void> {
  const wanted = wantedMeasures();
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', isJson ? 2 : 1, 2] });
  const database = await makeRunDatabase(process.env['DATABASE_URL'] || undefined);
  process.once('SIGINT', () => void database.remove().finally(() => process.exit(130)));
  try {
    let built: Promise<string> | undefined;
    const environment: Environment = {
      database,
      testTakers: await prepare(database),
      productServer: join(root, 'apps/server/dist/main.js'),
      benchServer: () => (built ??= buildBenchServer()),
    };
    say(`Database: ${database.kind}`);
    say(tableHead);
    for (const measure of wanted) {
      const figure = await measure.measure(environment);
      process.stdout.write(`${(isJson ? jsonLine : tableLine)(measure, figure)}\n`);
    }
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
