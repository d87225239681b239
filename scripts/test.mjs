// `npm test`: every test and check, and a last line with the count. `npm test -- check unit build browser` runs only the named steps.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { check } from './check.mjs';
import { runNode } from './child.mjs';
import { requireChromium } from './chromium.mjs';
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { readPlaywright, readVitest } from './results.mjs';
import { root } from './root.mjs';

requireNode();

const reports = join(root, 'test-results');
const bin = (path) => join(root, 'node_modules', path);
const projects = (...names) => names.flatMap((name) => ['--project', name]);
/** The most titles to list: a file that fails before its first test skips all of them, and the list of slow tests needs no more. */
const mostTitles = 20;

function listTitles(word, titles) {
  for (const title of titles.slice(0, mostTitles)) console.log(`        ${word}: ${title}`);
  if (titles.length > mostTitles) console.log(`        ${word}: ${titles.length - mostTitles} more`);
}

const hasPostgres = Boolean(process.env.DATABASE_URL_TEST);

/** A step without tests counts as one test. */
const asOne = (isGreen) => ({ passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, failures: [], skipped: [], durations: [] });

/** A runner that exits with an error but without a failed test (no file found, a crash) counts as one more failure. */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [`the runner ended with ${code}, see above`] } : counts;
}

/** Threads and commands of the server start faster from a build; tests take one that was made from the present sources. */
const builtServer = () => (isBuilt() ? { BUILT_SERVER: join(root, 'apps/server/dist') } : {});

async function vitest(name, args, env) {
  const report = join(reports, `${name}.json`);
  const errors = join(reports, `${name}-errors.json`);
  const reporters = ['default', 'json', join(root, 'scripts/vitest-errors.mjs')].map((reporter) => `--reporter=${reporter}`);
  const { code } = await runNode([bin('vitest/vitest.mjs'), 'run', ...args, ...reporters, `--outputFile.json=${report}`], {
    env: { ...env, ...builtServer(), VITEST_ERRORS_FILE: errors },
  });
  return withExitCode(readVitest(report, errors), code);
}

const config = join(root, 'tests/browser/playwright.config.ts');

async function browser() {
  const report = join(reports, 'browser.json');
  const { code } = await runNode([bin('@playwright/test/cli.js'), 'test', '--config', config, '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return withExitCode(readPlaywright(report), code);
}

const steps = {
  check: async () => asOne((await check()).length === 0),
  build: async () => asOne((await runNode([join(root, 'scripts/build.mjs')])).code === 0),
  unit: () => vitest('unit', projects('exam', 'contract', 'exchange', 'web', 'faults', 'boundaries')),
  content: () => vitest('content', projects('content')),
  // All tests of the server run once, on PostgreSQL where there is one; then the tests that differ on the embedded database run there.
  embedded: () =>
    vitest('embedded', projects('stories', ...(hasPostgres ? ['embedded'] : ['server', 'walks'])), {
      TEST_DATABASE: 'embedded',
    }),
  postgres: () => vitest('postgres', projects('server', 'walks'), { TEST_DATABASE: 'postgres' }),
  browser,
};
const canRun = { postgres: hasPostgres, browser: existsSync(config) };
const stepsNow = Object.keys(steps).filter((name) => canRun[name] ?? true);

/** The wanted steps; the browser tests need the build. */
function wantedSteps(named) {
  const unknown = named.filter((name) => !(name in steps));
  if (unknown.length > 0) throw new Error(`Unknown step ${unknown.join(', ')}: choose from ${Object.keys(steps).join(', ')}.`);
  if (named.includes('postgres') && !hasPostgres)
    throw new Error('The step postgres needs DATABASE_URL_TEST, the address of a PostgreSQL for tests.');
  if (named.length === 0) return stepsNow;
  return stepsNow.filter((name) => named.includes(name) || (name === 'build' && named.includes('browser')));
}

async function runSteps(names) {
  const outcomes = [];
  for (const name of names) {
    console.log(`\n== ${name}`);
    const began = performance.now();
    const counts = await steps[name]().catch((error) => {
      console.error(error);
      return asOne(false);
    });
    outcomes.push({ name, seconds: (performance.now() - began) / 1000, ...counts });
  }
  return outcomes;
}

function listSlowest(outcomes) {
  const tests = outcomes.flatMap(({ name, durations }) => durations.map((test) => ({ name, ...test })));
  console.log('The slowest tests:');
  for (const { name, title, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, mostTitles))
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}: ${title}`);
}

function report(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log('');
  listSlowest(outcomes);
  for (const { name, passed, failed, failures, skipped, seconds = 0 } of outcomes) {
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s`);
    listTitles('failed', failures);
    listTitles('not run', skipped);
  }
  if (outcomes.some(({ name }) => name === 'embedded')) {
    console.log(
      hasPostgres
        ? 'The server was tested on PostgreSQL, and on the embedded database where that differs.'
        : 'The server was tested on the embedded database only. Set DATABASE_URL_TEST to test it on PostgreSQL too.',
    );
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

async function test() {
  if (!(await installPackages())) return report([{ name: 'packages', ...asOne(false) }]);
  const names = wantedSteps(process.argv.slice(2));
  if (names.includes('browser')) {
    // Checked first: without a browser the run fails, and the other steps would only take time.
    const chromium = await requireChromium();
    if (!chromium) return report([{ name: 'browser', ...asOne(false) }]);
    process.env.CHROMIUM_PATH = chromium;
  }
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  return report(await runSteps(names));
}

process.exitCode = await test().catch((error) => {
  console.error(error.message);
  return report([{ name: 'the run itself', ...asOne(false) }]);
});
