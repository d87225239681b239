import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { call, NetworkFailure } from '@abhyas/web/platform/call';
import type { DeviceStore } from '@abhyas/web/platform/device-store';
import { type Opened, openForStudent, type SessionPayload } from '@abhyas/web/session/engine/open-session';
import type { Send } from '@abhyas/web/session/engine/sender';
import type { SessionEvent, SessionPorts } from '@abhyas/web/session/engine/engine-parts';
import { createSessionEngine, type SessionEngine } from '@abhyas/web/session/engine/session-engine';
import { type Caller, runAs } from './caller.ts';
import type { Device } from './device.ts';
import type { Network } from './network.ts';

type ServerClock = typeof import('@abhyas/web/platform/clock');
type UploadOf = Parameters<Send>[0];
type AnswerOf = Awaited<ReturnType<Send>>;
export type Opening = Extract<Opened<SessionPayload>, { kind: 'open' }>;

export interface PageSettings {
  /** The number of the page among the student's pages. */
  number: number;
  student: number;
  paper: number;
  device: Device;
  network: Network;
  random: () => number;
  /** An answer to an upload reached the page. */
  onAnswer: (upload: UploadOf, answer: AnswerOf) => void;
  onEvent: (event: SessionEvent) => void;
}

const clockModule = import.meta.resolve('@abhyas/web/platform/clock');
const never = <T>() => new Promise<T>(() => {});
let clocks = 0;

/** Every page has its own clock. */
async function newClock(): Promise<ServerClock> {
  clocks += 1;
  return (await import(`${clockModule}?page=${clocks}`)) as ServerClock;
}

/** A tab with the test: the product's own engine, sender, store and clock. A page that crashed acts and receives nothing more. */
export class Page implements Caller {
  readonly number: number;
  readonly device: Device;
  engine: SessionEngine | null = null;
  readonly #settings: PageSettings;
  readonly #store: DeviceStore;
  readonly #timers = new Set<NodeJS.Timeout>();
  #clock: ServerClock | null = null;
  #isAlive = true;

  constructor(settings: PageSettings) {
    this.#settings = settings;
    this.number = settings.number;
    this.device = settings.device;
    this.#store = this.#within(settings.device.openStore());
  }

  isAlive(): boolean {
    return this.#isAlive;
  }

  /** Kills the browser. Data already given to the disk or the network may still arrive there. */
  vanish(): void {
    this.#isAlive = false;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  now(): number {
    return this.device.now();
  }

  async fetch(path: string, init: RequestInit): Promise<Response> {
    const sentAt = performance.now();
    const response = await this.#settings.network.fetch(this, path, init);
    const told = Number(response.headers.get('server-time') ?? Number.NaN);
    if (Number.isFinite(told)) runAs(this, () => this.#clock?.learnServerTime(told, sentAt, performance.now()));
    return response;
  }

  begin(): Promise<unknown> {
    return runAs(this, () => call(findOrCreateSessionItem, { id: this.#settings.paper }));
  }

  /** Opens the session and starts the engine, as the test screen does. Rejects with the server's refusal. */
  async open(): Promise<Opened<SessionPayload>> {
    const { paper: id, student: student_id, random, onEvent } = this.#settings;
    const object = { student_id, id, object_type: objectTypes.test, session_type: sessionTypes.adaptive, is_revise: false };
    const fetchPayload = async (): Promise<SessionPayload> => {
      const payload = await call(getTestQuestions, { id });
      if (payload.redirect_to_report) return { ...payload, test_info: { ...payload.test_info, session_status: 'COMPLETE' } };
      if (payload.test_info.session_id === null) throw new Problem('not_an_active_test');
      return payload;
    };
    const ports: SessionPorts = { store: this.#store, send: this.#send, say: onEvent };
    return runAs(this, async () => {
      this.#clock ??= await newClock();
      const opened = await openForStudent(
        { ...ports, deviceNow: () => this.device.now() },
        object,
        'test',
        fetchPayload,
        (failure) => failure instanceof NetworkFailure,
      );
      if (!this.#isAlive) return never();
      if (opened.kind !== 'open') return opened;
      if (opened.assumedNow !== null) this.#clock?.assumeServerTime(opened.assumedNow);
      this.engine = createSessionEngine(
        {
          now: () => runAs(this, () => this.#clock?.serverNow() ?? Date.now()),
          monotonic: () => performance.now(),
          random,
          ...ports,
          setTimer: this.#setTimer,
          clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
        },
        { object, state: opened.state, clock: opened.clock, isTimeAbout: opened.assumedNow !== null, absences: opened.absences },
      );
      return opened;
    });
  }

  /** Starts the engine of the opened session. */
  start({ isEnding, isFresh, assumedNow }: Opening): void {
    const { engine } = this;
    if (!engine) return;
    runAs(this, () => {
      engine.start();
      if (isEnding) void engine.finish();
      else if (assumedNow === null && !isFresh)
        void engine.acquireWriter(call(findOrCreateSessionItem, { id: this.#settings.paper }).then(({ writer }) => writer));
    });
  }

  /** Acts on the screen. */
  act<T>(work: (engine: SessionEngine) => T): T | null {
    const { engine } = this;
    return engine && this.#isAlive ? runAs(this, () => work(engine)) : null;
  }

  #send: Send = async (upload, options) => {
    if (!this.#isAlive) return never();
    const answer = await runAs(this, () => call(uploadStudentResponses, upload, options));
    this.#settings.onAnswer(upload, answer);
    return answer;
  };

  #setTimer = (run: () => void, ms: number): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#isAlive) runAs(this, run);
    }, ms);
    this.#timers.add(timer);
    return timer;
  };

  /** The store for this page: after the page's end no further call gets through. */
  #within(store: DeviceStore): DeviceStore {
    const through = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!this.#isAlive) return never();
      const result = await work();
      return this.#isAlive ? result : never();
    };
    return {
      get: (student, session) => through(() => store.get(student, session)),
      listOf: (student) => through(() => store.listOf(student)),
      put: (record) => through(() => store.put(record)),
      putAtOnce: (record) => {
        if (this.#isAlive) store.putAtOnce(record);
      },
      delete: (student, session) => through(() => store.delete(student, session)),
      keepPaper: (student, session, payload) => through(() => store.keepPaper(student, session, payload)),
      paperOf: (student, session) => through(() => store.paperOf(student, session)),
      clearAll: () => through(() => store.clearAll()),
    };
  }
}
