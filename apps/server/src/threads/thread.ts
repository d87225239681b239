import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const isBuilt = !import.meta.url.endsWith('.ts');
/** In a build every file is in `dist` under its own name. Tests name that folder if the build is up to date. */
const named = process.env['BUILT_SERVER'];
const builtFolder = isBuilt ? import.meta.url : named && `${pathToFileURL(named).href}/`;

/**
 * Starts a thread with a source file. Without a build the thread cannot read TypeScript, so it first registers the loader, which takes ten
 * times as long.
 */
export function startThread(source: URL, resourceLimits: ResourceLimits, workerData?: unknown): Worker {
  const name = source.pathname.replace(/^.*\//, '').replace(/\.ts$/, '.js');
  const built = builtFolder && new URL(name, builtFolder);
  if (built && (isBuilt || existsSync(built))) return new Worker(built, { resourceLimits, workerData });
  const file = JSON.stringify(source.href);
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${file}); })`, {
    eval: true,
    resourceLimits,
    workerData,
  });
}
