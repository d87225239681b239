import { defineConfig } from 'vitest/config';

/** Starting the embedded database takes seconds on a busy machine. */
const onDatabase = { hookTimeout: 120_000, globalSetup: 'apps/server/src/testing/test-database.ts' };

/** Every call with every input, id and role: the most tests of all, and the same over either database. */
const walks = ['contract', 'canary', 'isolation'].map((name) => `apps/server/src/http/${name}.test.ts`);

const project = (name: string, include: string[], more: object = {}) => ({ extends: true as const, test: { name, include, ...more } });

export default defineConfig({
  cacheDir: 'node_modules/.vite',
  test: {
    allowOnly: false,
    // Vitest leaves one core free by default, which is half of a small machine.
    maxWorkers: '100%',
    // Far above what any test takes: a slow machine is no defect, and what hangs is still found.
    testTimeout: 60_000,
    projects: [
      project('exam', ['packages/exam/src/**/*.test.ts']),
      project('contract', ['packages/contract/src/**/*.test.ts']),
      project('server', ['apps/server/src/**/*.test.ts'], { ...onDatabase, exclude: walks }),
      project('walks', walks, onDatabase),
      project('web', ['apps/web/src/**/*.test.{ts,tsx}']),
      project('content', ['tests/content/**/*.test.ts']),
      project('faults', ['faults/**/*.test.ts']),
      project('boundaries', ['tests/boundaries/**/*.test.ts']),
      project('stories', ['tests/stories/**/*.test.ts'], onDatabase),
    ],
  },
});
