import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread with a file of the sources. Built, every file lies in `dist` under its own name; from the sources a thread begins without
 * what reads TypeScript, and brings it in itself.
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
