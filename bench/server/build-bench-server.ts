import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'bench/dist');

/** Builds the bench's server in the same way as the product's. Returns the file to start. */
export async function buildBenchServer(): Promise<string> {
  await build({
    root: join(root, 'bench'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: [/^@abhyas\//] },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: { input: { 'bench-server': join(import.meta.dirname, 'bench-server.ts') }, output: { entryFileNames: '[name].js' } },
    },
  });
  copyFileSync(join(root, 'apps/server/src/database/embedded/worker.js'), join(outDir, 'worker.js'));
  return join(outDir, 'bench-server.js');
}
