import { defineConfig } from 'vitest/config';

/** Starting the embedded database takes seconds on a busy machine; a test that waits longer hangs. */
const onDatabase = { testTimeout: 60_000, hookTimeout: 120_000, globalSetup: 'apps/server/src/testing/test-database.ts' };

const project = (name: string, include: string[], more: object = {}) => ({ extends: true as const, test: { name, include, ...more } });

export default defineConfig({
  cacheDir: 'node_modules/.vite',
  test: {
    allowOnly: false,
    projects: [
      project('exam', ['packages/exam/src/**/*.test.ts']),
      project('contract', ['packages/contract/src/**/*.test.ts']),
      project('server', ['apps/server/src/**/*.test.ts'], onDatabase),
      project('web', ['apps/web/src/**/*.test.{ts,tsx}']),
      project('content', ['tests/content/**/*.test.ts'], { testTimeout: 60_000 }),
      project('boundaries', ['tests/boundaries/**/*.test.ts'], { testTimeout: 60_000 }),
      project('stories', ['tests/stories/**/*.test.ts'], onDatabase),
    ],
  },
});
