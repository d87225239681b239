import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const none = { passed: 0, failed: 0, failures: [], skipped: [], durations: [] };

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A line that names a failed test, with the first line of its message and without colours. */
function failure(title, message = '') {
  const [firstLine] = stripVTControlCharacters(message).trim().split('\n');
  return firstLine ? `${title}: ${firstLine.slice(0, 200)}` : title;
}

/**
 * Counts of a Vitest JSON report and of the errors that belong to no test, a JSON list of texts. Such an error is one failure, and so is a
 * file that fails to load; a missing report counts nothing, as the runner's exit code tells.
 */
export function readVitest(file, errorsFile) {
  const report = read(file);
  if (!report) return none;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  const errors = read(errorsFile) ?? [];
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + broken.length + errors.length,
    failures: [
      ...failed.map(({ fullName, failureMessages }) => failure(fullName, failureMessages[0])),
      ...broken.map(({ name, message }) => failure(name, message)),
      ...errors.map((text) => failure('outside any test', text)),
    ],
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
    durations: tests.map(({ fullName, duration }) => ({ title: fullName, ms: duration ?? 0 })),
  };
}

const testsOf = (suite) => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
  ...(suite.suites ?? []).flatMap(testsOf),
];

/** Counts of a Playwright JSON report. A test that passes only at its second try counts as failed. */
export function readPlaywright(file) {
  const report = read(file);
  if (!report) return none;
  const tests = report.suites.flatMap(testsOf);
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failed.length,
    failures: failed.map(({ title, projectName, results }) =>
      failure(`${title} (${projectName})`, results.find(({ error }) => error)?.error.message),
    ),
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title, projectName }) => `${title} (${projectName})`),
    durations: tests.map(({ title, projectName, results }) => ({
      title: `${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}
