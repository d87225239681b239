import type { Browser, Page } from '@playwright/test';

/** One event of Chromium's trace; `dur` in microseconds. */
export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args: Record<string, unknown> & { name?: string; data?: Record<string, unknown> };
}

const settlingMs = 1000;

/** Traces the browser during the work. */
export async function recordTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  await page.waitForTimeout(settlingMs);
  await browser.startTracing(page, { screenshots: false, categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString('utf8'));
  return trace.traceEvents;
}

/** Milliseconds of the longest task on the main thread of the page. Threads name themselves in the trace. */
export function longestTaskOf(events: readonly TraceEvent[]): number {
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => /(^|::)RunTask$/.test(name) && mainThreads.has(`${pid}:${tid}`));
  return tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur), 0) / 1000;
}
