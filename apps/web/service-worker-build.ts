import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';
import { hindiFiles } from './src/platform/hindi-files.ts';

/** The files that the worker keeps. KaTeX's fonts exist in three formats; every browser with service workers reads woff2. */
const kept = /\.(html|js|css|woff2|svg)$/;

/** The files that the worker keeps: each file of the built site but those of Hindi, with a hash of its bytes where the file name has none. */
function precachedFiles(folder: string): { url: string; revision: string | null }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kept.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((file) => {
      const url = `/${relative(folder, file).split(sep).join('/')}`;
      if (hindiFiles.test(url)) return [];
      const hash = () => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
      return [{ url, revision: url.startsWith('/assets/') ? null : hash() }];
    });
}

/** Builds the service worker after the site, because the worker lists every file of the site. */
export function buildServiceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = join(root, outDir);
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        define: { PRECACHED: JSON.stringify(precachedFiles(folder)) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: join(import.meta.dirname, 'src/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}
