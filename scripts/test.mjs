// `npm test`: everything that must hold, and one line at the end that counts it. `npm test -- check unit build browser` runs some of it.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
/** A file that fails before its first test leaves all of them out. */
const mostTitles = 20;

function listTitles(word, titles) {
  for (const title of titles.slice(0, mostTitles)) console.log(`        ${word}: ${title}`);
  if (titles.length > mostTitles) console.log(`        ${word}: ${titles.length - mostTitles} more`);
}

const databaseProjects = ['server', 'stories'];
const hasPostgres = Boolean(process.env.DATABASE_URL_TEST);

/** A step that runs no tests of its own counts as one. */
const asOne = (isGreen) => ({ passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, failures: [], skipped: [] });

/** A runner that ends badly without a failed test (no file found, a crash) is one failure more. */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [`the runner ended with ${code}, see above`] } : counts;
}

async function vitest(name, args, env) {
  const report = join(reports, `${name}.json`);
  const { code } = await runNode(
    [bin('vitest/vitest.mjs'), 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env },
  );
  return withExitCode(readVitest(report), code);
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
  unit: () => vitest('unit', projects('exam', 'contract', 'web', 'faults', 'boundaries')),
  content: () => vitest('content', projects('content')),
  // The walks over all calls run once: on PostgreSQL where there is one.
  embedded: () => vitest('embedded', projects(...databaseProjects, ...(hasPostgres ? [] : ['walks'])), { TEST_DATABASE: 'embedded' }),
  postgres: () => vitest('postgres', projects(...databaseProjects, 'walks'), { TEST_DATABASE: 'postgres' }),
  build: async () => asOne((await runNode([join(root, 'scripts/build.mjs')])).code === 0),
  browser,
};
const canRun = { postgres: hasPostgres, browser: existsSync(config) };
const stepsNow = Object.keys(steps).filter((name) => canRun[name] ?? true);

/** The browser tests run what is built. */
function wantedSteps(named) {
  const unknown = named.filter((name) => !(name in steps));
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`);
  if (named.includes('postgres') && !hasPostgres)
    throw new Error('The step postgres needs DATABASE_URL_TEST, the address of a PostgreSQL for tests.');
  if (named.length === 0) return stepsNow;
  return stepsNow.filter((name) => named.includes(name) || (name === 'build' && named.includes('browser')));
}

async function runSteps(names) {
  const outcomes = [];
  for (const name of names) {
    console.log(`\n== ${name}`);
    const counts = await steps[name]().catch((error) => {
      console.error(error);
      return asOne(false);
    });
    outcomes.push({ name, ...counts });
  }
  return outcomes;
}

function report(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log('');
  for (const { name, passed, failed, failures, skipped } of outcomes) {
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed`);
    listTitles('failed', failures);
    listTitles('not run', skipped);
  }
  if (outcomes.some(({ name }) => name === 'embedded')) {
    console.log(
      `The server was tested on the embedded database${hasPostgres ? ' and on PostgreSQL' : '; not on PostgreSQL: DATABASE_URL_TEST is not set'}.`,
    );
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

async function test() {
  if (!(await installPackages())) return report([{ name: 'packages', ...asOne(false) }]);
  const names = wantedSteps(process.argv.slice(2));
  if (names.includes('browser')) {
    // First of all: without a browser the run fails, and the rest would only take time.
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
