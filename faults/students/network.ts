import type { Cut, RequestFate } from '../plan/student-plan.ts';
import { pause } from '../ground/waiting.ts';

/** A page whose requests these are: nothing reaches it once it is gone. */
export interface Sender {
  isAlive(): boolean;
}

export interface NetworkSettings {
  addresses: readonly string[];
  token: string;
  cuts: readonly Cut[];
  nextFate: () => RequestFate;
  /** Ms since the run began. */
  now: () => number;
  /** The faults are over. */
  isCalm: () => boolean;
}

const calm = { delay: 0, answerDelay: 0, loss: null, repeatedAfter: null } as const;
const longestRequest = 90_000;
const never = <T>() => new Promise<T>(() => {});
const realFetch = globalThis.fetch;
const uploadPath = '/api/student_app/upload_student_responses';

/** What lies between a student's devices and the servers. */
export class Network {
  readonly #settings: NetworkSettings;
  /** Second copies of uploads that are still under way. */
  readonly #repeats = new Set<Promise<unknown>>();

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  async fetch(sender: Sender, path: string, init: RequestInit): Promise<Response> {
    const { nextFate, isCalm, addresses } = this.#settings;
    const planned = nextFate();
    const fate = isCalm() ? { ...planned, ...calm } : planned;
    const server = addresses[Math.floor(fate.serverShare * addresses.length)] ?? '';
    const response = await this.#way(server + path, init, fate).catch((failure: unknown) => failure);
    if (!sender.isAlive()) return never();
    if (response instanceof Response) return response;
    throw response;
  }

  async #way(url: string, init: RequestInit, fate: RequestFate): Promise<Response> {
    await this.#pass(init.signal);
    if (fate.delay > 0) await pause(fate.delay);
    await this.#pass(init.signal);
    if (fate.repeatedAfter !== null && url.endsWith(uploadPath)) this.#repeatLater(url, init, fate.repeatedAfter);
    if (fate.loss === 'request') throw new TypeError('The request was lost');
    const response = await this.#send(url, init);
    const body = await response.arrayBuffer();
    if (fate.answerDelay > 0) await pause(fate.answerDelay);
    await this.#pass(init.signal);
    if (fate.loss === 'answer') throw new TypeError('The answer was lost');
    init.signal?.throwIfAborted();
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Throws while the network is cut: at once, or when the page has waited long enough. */
  async #pass(signal: AbortSignal | null | undefined): Promise<void> {
    const { cuts, now, isCalm } = this.#settings;
    const cut = isCalm() ? undefined : cuts.find(({ from, to }) => from <= now() && now() < to);
    if (!cut) return;
    while (cut.isSilent && !isCalm() && now() < cut.to && signal?.aborted === false) await pause(250);
    throw new TypeError('The network is cut');
  }

  #send(url: string, { method, body, headers }: RequestInit): Promise<Response> {
    const sent = new Headers(headers);
    sent.set('authorization', `Bearer ${this.#settings.token}`);
    return realFetch(url, { method: method ?? 'GET', body: body ?? null, headers: sent, signal: AbortSignal.timeout(longestRequest) });
  }

  #repeatLater(url: string, init: RequestInit, after: number): void {
    const repeat = pause(after)
      .then(() => this.#send(url, init))
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
      .finally(() => this.#repeats.delete(repeat));
    this.#repeats.add(repeat);
  }

  /** Resolves when nothing of this student is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#repeats);
  }
}
