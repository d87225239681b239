import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { CDPSession } from '@playwright/test';

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

type Send = CDPSession['send'];

/** Sends commands to the browser or to one tab, and receives its events. */
export interface Target {
  send: Send;
  /** Calls the listener at each event of this name, with the event's parameters. */
  on<Params>(event: string, listener: (params: Params) => void): void;
}

export interface DevTools {
  browser: Target;
  /** Opens an empty tab; `close` closes it. */
  openTab(): Promise<Target & { close(): Promise<void> }>;
  /** Closes the browser and deletes its profile. */
  close(): Promise<void>;
}

/**
 * Starts a browser with a new profile on the disk and drives it over its debugging pipe: JSON messages, each ended by a zero byte.
 * Browser-testing libraries also enable `Runtime`; V8 then keeps stack traces and reads large scripts a second time, a quarter of a second
 * on a slowed processor that no student waits for.
 */
export function startDevTools(executablePath: string, flags: readonly string[]): DevTools {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-phone-'));
  const child = spawn(executablePath, ['--headless', '--remote-debugging-pipe', `--user-data-dir=${folder}`, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // The browser gets a process group of its own, because Debian's command is a shell script whose child is the browser.
    detached: true,
  });
  const [orders, news] = child.stdio.slice(3) as [Duplex, Duplex];
  const events = new EventEmitter();
  const waiting = new Map<number, (answer: Message) => void>();
  let lastId = 0;
  let begun = '';

  function hear({ id, sessionId = '', method, params, ...answer }: Message): void {
    if (method !== undefined) events.emit(`${sessionId} ${method}`, params);
    if (id === undefined) return;
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }
  news.setEncoding('utf8').on('data', (text: string) => {
    const messages = (begun + text).split('\0');
    begun = messages.pop() ?? '';
    for (const message of messages) hear(JSON.parse(message));
  });
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    for (const answer of waiting.values()) answer({ error: { message: 'the browser has ended' } });
  };
  child.once('exit', end).once('error', end);
  // A broken pipe is reported as the end of the browser.
  for (const pipe of [orders, news]) pipe.on('error', () => {});

  async function ask(sessionId: string | undefined, method: string, params: unknown): Promise<unknown> {
    if (hasEnded) throw new Error(`${method}: the browser has ended`);
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    orders.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const target = (sessionId?: string): Target => ({
    send: ((method: string, params: unknown = {}) => ask(sessionId, method, params)) as Send,
    on: (event, listener) => void events.on(`${sessionId ?? ''} ${event}`, listener),
  });
  const browser = target();

  return {
    browser,
    openTab: async () => {
      const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
      return { ...target(sessionId), close: async () => void (await browser.send('Target.closeTarget', { targetId })) };
    },
    close: async () => {
      if (!hasEnded && child.pid !== undefined) {
        process.kill(-child.pid);
        await once(child, 'exit');
      }
      // The browser's other processes may still write to the profile.
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
