import { existsSync, readFileSync } from 'node:fs';

const none = { passed: 0, failed: 0, skipped: [] };

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts of a Vitest JSON report. A file that does not even load is one failure; a report that was never written is none. */
export function readVitest(file) {
  const report = read(file);
  if (!report) return none;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  };
}

const testsOf = (suite) => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
  ...(suite.suites ?? []).flatMap(testsOf),
];

/** Counts of a Playwright JSON report. A test that passes only at a second try has failed. */
export function readPlaywright(file) {
  const report = read(file);
  if (!report) return none;
  const tests = report.suites.flatMap(testsOf);
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title, projectName }) => `${title} (${projectName})`),
  };
}
