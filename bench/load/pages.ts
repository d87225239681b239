import { WebSocket } from 'ws';
import type { HeardAnswer, LoadJob, QuizActs } from './load-job.ts';
import { makeCalls } from './make-calls.ts';
import { percentile } from './timed.ts';

type OpenPages = Extract<LoadJob, { kind: 'open_pages' }>;

const openedAtOnce = 50;
const actEveryMs = 2000;
/** Longer than any message may take. */
const patienceMs = 10_000;
const protocol = 'actioncable-v1-json';

/** The open pages, kept from one job to the next. */
let sockets: WebSocket[] = [];
/** Called with each frame: its text, or null for a ping of the protocol. */
let hear: (text: string | null) => void = () => {};

/** Opens a page's socket and, if there is a channel, waits for the subscription's confirmation. */
async function openPage({ identifier }: OpenPages, { address, token }: OpenPages['pages'][number]): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/cable`, protocol, { headers: { authorization: `Bearer ${token}` } });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).once('open', () => {
      if (identifier === null) resolve();
      else socket.send(JSON.stringify({ command: 'subscribe', identifier }));
    });
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"confirm_subscription"')) resolve();
      if (text.includes('"reject_subscription"')) reject(new Error('A page was refused its subscription'));
    });
  });
  socket.removeAllListeners('message');
  socket.on('message', (data: Buffer) => hear(data.toString())).on('ping', () => hear(null));
  socket.once('close', () => {
    if (sockets.includes(socket)) throw new Error('A page was cut off');
  });
  return socket;
}

/** Opens pages and closes the earlier ones. */
export async function openPages(job: OpenPages): Promise<HeardAnswer> {
  const former = sockets;
  sockets = [];
  for (const socket of former) socket.close();
  const began = performance.now();
  for (let first = 0; first < job.pages.length; first += openedAtOnce)
    sockets.push(...(await Promise.all(job.pages.slice(first, first + openedAtOnce).map((page) => openPage(job, page)))));
  const seconds = (performance.now() - began) / 1000;
  return { count: sockets.length, seconds, perSecond: sockets.length / seconds, p50: null, p99: null, messageBytes: 0 };
}

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Counts the pages that have received each number. */
class Told {
  /** Bytes of the last message. */
  messageBytes = 0;
  #number = 0;
  #left = 0;
  #all = () => {};

  hear(text: string): void {
    const number = /"number":(\d+)/.exec(text)?.[1];
    if (Number(number) !== this.#number) return;
    this.messageBytes = Buffer.byteLength(text);
    this.#left -= 1;
    if (this.#left === 0) this.#all();
  }

  /** Resolves when every page has received the number. */
  waitFor(number: number): Promise<void> {
    this.#number = number;
    this.#left = sockets.length;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.#left} pages were not told of an act`)), patienceMs);
      this.#all = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The teacher locks or unlocks the question. Resolves with the milliseconds until the last page received the change. */
async function act({ address, meeting_id, question_id, token }: QuizActs, number: number, told: Told): Promise<number> {
  const began = performance.now();
  const toldAll = told.waitFor(number + 1).then(() => performance.now() - began);
  const isLock = number % 2 === 0;
  const call = {
    path: `/staff/classes/${meeting_id}/quiz/${isLock ? 'lock' : 'unlock'}`,
    token,
    body: { number, question_id, ...(isLock ? { now: true } : {}) },
  };
  await makeCalls(address, [call], 1);
  return toldAll;
}

/** Counts the frames that the open pages receive in `seconds`; with `acts` a teacher acts every two seconds. */
export async function listen(seconds: number, acts: QuizActs | undefined): Promise<HeardAnswer> {
  const told = new Told();
  const times: number[] = [];
  let count = 0;
  hear = (text) => {
    count += 1;
    if (text !== null) told.hear(text);
  };
  const began = performance.now();
  const until = (ms: number) => pause(Math.max(0, began + ms - performance.now()));
  for (let round = 0; acts && round * actEveryMs < seconds * 1000; round += 1) {
    await until(round * actEveryMs);
    times.push(await act(acts, acts.number + round, told));
  }
  await until(seconds * 1000);
  hear = () => {};
  const took = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const { messageBytes } = told;
  return { count, seconds: took, perSecond: count / took, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), messageBytes };
}
