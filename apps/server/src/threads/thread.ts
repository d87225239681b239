import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread with a source file. In a build every file is in `dist` under its own name. Without a build the thread cannot read
 * TypeScript, so it first registers the loader.
 */
export function startThread(source: URL, resourceLimits: ResourceLimits, workerData?: unknown): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    const name = source.pathname.replace(/^.*\//, '').replace(/\.ts$/, '.js');
    return new Worker(new URL(`./${name}`, import.meta.url), { resourceLimits, workerData });
  }
  const file = JSON.stringify(source.href);
  return new Worker(`import('tsx/esm/api').then(({ register }) => { register(); return import(${file}); })`, {
    eval: true,
    resourceLimits,
    workerData,
  });
}
