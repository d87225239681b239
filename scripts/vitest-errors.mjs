import { writeFileSync } from 'node:fs';

/** The message, the first place in the project and the test file that ran then, on one line. */
function describe({ message, stack = '', VITEST_TEST_PATH }) {
  const place = stack.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node_modules') && !line.includes('node:'));
  return [message.split('\n')[0], place?.trim(), VITEST_TEST_PATH && `(${VITEST_TEST_PATH})`].filter(Boolean).join(' ');
}

/**
 * Writes the errors that belong to no test, such as a rejection nobody awaited, to VITEST_ERRORS_FILE: Vitest's JSON report has none.
 *
 * @public Vitest finds it by its path.
 */
export default class VitestErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.VITEST_ERRORS_FILE, JSON.stringify(errors.map(describe)));
  }
}
