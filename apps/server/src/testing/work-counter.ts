import { Session } from 'node:inspector/promises';

/**
 * Counts how often the engine enters a function or a block while something is done: the same on every machine, however busy. What is native,
 * such as reading JSON, is not in it.
 */
export async function countWork(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    return result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges)).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
