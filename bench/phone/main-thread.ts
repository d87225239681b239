import type { Phone } from './phone.ts';

/** One event of Chromium's trace; `dur` in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args: { name?: string };
}

const settlingMs = 1000;

/** Records the browser's trace during the work. */
async function recordTasks({ browser }: Phone, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  browser.on<{ value: TraceEvent[] }>('Tracing.dataCollected', ({ value }) => void events.push(...value));
  const ended = new Promise<void>((resolve) => browser.on('Tracing.tracingComplete', () => resolve()));
  await new Promise((resolve) => void setTimeout(resolve, settlingMs));
  await browser.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] } });
  await work();
  await browser.send('Tracing.end');
  await ended;
  return events;
}

/** Milliseconds of the longest task on a page's main thread during the work. The trace has the names of the threads. */
export async function longestTaskDuring(phone: Phone, work: () => Promise<void>): Promise<number> {
  const events = await recordTasks(phone, work);
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => /(^|::)RunTask$/.test(name) && mainThreads.has(`${pid}:${tid}`));
  if (tasks.length === 0) throw new Error('The trace contains no task of a page');
  return tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur), 0) / 1000;
}
