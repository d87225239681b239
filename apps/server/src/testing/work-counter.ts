import { Session } from 'node:inspector/promises';

// Counting starts with the first line and never stops, because blocks are counted only in functions that are compiled after the start; a
// function that ran before would count its calls only.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Counts how often the engine enters a function or a block during some work. The count is the same on every machine, however busy. Native
 * code, such as parsing JSON, is not counted.
 */
export async function countWork(work: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges)).reduce((sum, { count }) => sum + count, 0);
}
