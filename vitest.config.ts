import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starting the embedded database takes seconds on a busy machine. */
const onDatabase = {
  hookTimeout: 120_000,
  globalSetup: 'apps/server/src/testing/test-database.ts',
  setupFiles: 'apps/server/src/testing/fresh-modules.ts',
};

/** Every call with every input, id and role: the most tests of all, and the same over either database. */
const walks = ['contract', 'canary', 'isolation'].map((name) => `apps/server/src/http/${name}.test.ts`);

/** The walks and the stories take minutes, so they begin first: as the last files they would leave a core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ project }: TestSpecification) => ['walks', 'stories'].includes(project.name);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The tests of the embedded database itself, which need not run again with PostgreSQL. */
const ofEmbedded = ['postgres', 'citus'].includes(process.env['TEST_DATABASE'] ?? '') ? ['apps/server/src/database/embedded/**'] : [];
/**
 * The tests that run on the embedded database too, besides the stories, where PostgreSQL runs all tests of the server: those of what differs
 * there. The stories and the browser tests load the demo into an embedded database.
 */
const onEmbedded = [
  ...['database', 'live', 'jobs', 'testing'].map((folder) => `apps/server/src/${folder}/**/*.test.ts`),
  ...['backup', 'command-socket', 'move', 'scale', 'secrets'].map((name) => `apps/server/src/commands/${name}.test.ts`),
  'apps/server/src/upgrade.test.ts',
];

const project = (name: string, include: string[], more: object = {}) => ({ extends: true as const, test: { name, include, ...more } });

export default defineConfig({
  cacheDir: 'node_modules/.vite',
  test: {
    allowOnly: false,
    // Vitest leaves one core free by default, which is half of a small machine.
    maxWorkers: '100%',
    // Far longer than any test takes: a slow machine fails no test, and a hanging test is still found.
    testTimeout: 60_000,
    // The files of a worker share their modules: loading the server for each of 140 files took as long as half of their tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('exam', ['packages/exam/src/**/*.test.ts']),
      project('contract', ['packages/contract/src/**/*.test.ts']),
      project('exchange', ['packages/exchange/src/**/*.test.ts']),
      project('server', ['apps/server/src/**/*.test.ts'], { ...onDatabase, exclude: [...walks, ...ofEmbedded] }),
      project('walks', walks, onDatabase),
      project('embedded', onEmbedded, onDatabase),
      // Its tests replace modules and globals, so each file loads its own.
      project('web', ['apps/web/src/**/*.test.{ts,tsx}'], { isolate: true }),
      project('content', ['tests/content/**/*.test.ts']),
      project('faults', ['faults/**/*.test.ts']),
      project('boundaries', ['tests/boundaries/**/*.test.ts']),
      // They start the built server, which makes its own database.
      project('stories', ['tests/stories/**/*.test.ts'], { hookTimeout: onDatabase.hookTimeout }),
    ],
  },
});
