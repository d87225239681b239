import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Files that the code opens by `new URL('./…', import.meta.url)`. They are copied into `dist`, where all code of the build lies. */
const besides = { 'database/embedded/worker.js': 'worker.js', 'database/migrations': 'migrations' };

export default defineConfig({
  root,
  plugins: [
    {
      name: 'copy-files-opened-at-run-time',
      writeBundle: () => {
        for (const [from, to] of Object.entries(besides)) cpSync(join(root, 'src', from), join(root, 'dist', to), { recursive: true });
      },
    },
  ],
  // The workspaces' packages are TypeScript, which Node does not load; typebox and kysely are a thousand small files, slow to start.
  ssr: { noExternal: [/^@abhyas\//, 'typebox', 'kysely'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Each thread starts from its own file.
      input: {
        main: 'src/main.ts',
        'command-line': 'src/commands/command-line.ts',
        'check-worker': 'src/features/bank/content/checking/check-worker.ts',
        'choosing-worker': 'src/features/exam-office/paper-drafts/choosing-worker.ts',
        'export-worker': 'src/features/bank/bank-exports/export-worker.ts',
        'import-worker': 'src/features/bank/question-imports/import-worker.ts',
        'content-worker': 'src/features/bank/bank-questions/content-worker.ts',
        'roster-worker': 'src/features/institute/people/roster-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
