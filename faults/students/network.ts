import type { Cut, RequestFate } from '../plan/student-plan.ts';
import { pause } from '../environment/waiting.ts';
import { machineFetch } from './caller.ts';
import type { EventCounter } from './event-counter.ts';

/** The page that sends requests; a closed page receives nothing. */
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
  events: EventCounter;
}

const calm = { delay: 0, answerDelay: 0, loss: null, repeatedAfter: null } as const;
const longestRequest = 90_000;
const never = <T>() => new Promise<T>(() => {});
/** The calls that carry answers. */
const uploadPaths = new Set(['/api/student_app/upload_student_responses', '/api/live_quiz/answer']);
/** A request that waits longer than this, in ms, counts as delayed. */
const longDelay = 1000;

/** A request on its way: its server, and its number among the student's requests. */
interface Parcel {
  server: number;
  path: string;
  init: RequestInit;
  number: number;
}

/** The network between a student's devices and the servers. */
export class Network {
  readonly #settings: NetworkSettings;
  /** Second copies of uploads that are on their way. */
  readonly #repeats = new Set<Promise<unknown>>();
  #requests = 0;
  /** Number of the newest upload that was sent to a server. */
  #newestUpload = 0;

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  async fetch(sender: Sender, path: string, init: RequestInit): Promise<Response> {
    const { nextFate, isCalm, addresses } = this.#settings;
    const planned = nextFate();
    const fate = isCalm() ? { ...planned, ...calm } : planned;
    this.#requests += 1;
    const parcel = { server: Math.floor(fate.serverShare * addresses.length), path, init, number: this.#requests };
    const response = await this.#way(parcel, fate).catch((failure: unknown) => failure);
    if (!sender.isAlive()) return never();
    if (response instanceof Response) return response;
    throw response;
  }

  async #way(parcel: Parcel, { delay, answerDelay, loss, repeatedAfter }: RequestFate): Promise<Response> {
    const { events } = this.#settings;
    const { signal } = parcel.init;
    await this.#pass(signal);
    if (Math.max(delay, answerDelay) >= longDelay) events.note('delayed');
    if (delay > 0) await pause(delay);
    await this.#pass(signal);
    if (repeatedAfter !== null && uploadPaths.has(parcel.path)) this.#repeatLater(parcel, repeatedAfter);
    if (loss !== null) events.note('lost');
    if (loss === 'request') throw new TypeError('The request was lost');
    const response = await this.#send(parcel);
    const body = await response.arrayBuffer();
    if (answerDelay > 0) await pause(answerDelay);
    await this.#pass(signal);
    if (loss === 'answer') throw new TypeError('The answer was lost');
    signal?.throwIfAborted();
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Throws while the network is cut: at once, or when the page gives up waiting. */
  async #pass(signal: AbortSignal | null | undefined): Promise<void> {
    const { cuts, now, isCalm, events } = this.#settings;
    const cut = isCalm() ? undefined : cuts.find(({ from, to }) => from <= now() && now() < to);
    if (!cut) return;
    events.note('cut');
    while (cut.isSilent && !isCalm() && now() < cut.to && signal?.aborted === false) await pause(250);
    throw new TypeError('The network is cut');
  }

  async #send({ server, path, init: { method, body, headers }, number }: Parcel): Promise<Response> {
    const { addresses, token, events } = this.#settings;
    if (uploadPaths.has(path)) {
      events.note('uploads');
      if (number < this.#newestUpload) events.note('reordered');
      this.#newestUpload = Math.max(this.#newestUpload, number);
    }
    const sent = new Headers(headers);
    sent.set('authorization', `Bearer ${token}`);
    const signal = AbortSignal.timeout(longestRequest);
    const response = await machineFetch(`${addresses[server]}${path}`, {
      method: method ?? 'GET',
      body: body ?? null,
      headers: sent,
      signal,
    });
    if (response.status < 500) events.noteAnswer(server);
    return response;
  }

  #repeatLater(parcel: Parcel, after: number): void {
    this.#settings.events.note('repeated');
    const repeat = pause(after)
      .then(() => this.#send(parcel))
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
      .finally(() => this.#repeats.delete(repeat));
    this.#repeats.add(repeat);
  }

  /** Resolves when no request of this student is on its way. */
  async settled(): Promise<void> {
    await Promise.all(this.#repeats);
  }
}
