import type { Answer } from '@abhyas/contract/endpoint';
import {
  completeQuiz,
  getQuizConsole,
  lockQuizQuestion,
  showQuizQuestion,
  unlockQuizQuestion,
} from '@abhyas/contract/classes/quiz-console';
import { call } from '@abhyas/web/platform/call';
import { pause } from '../environment/waiting.ts';
import type { QuestionPlan } from '../plan/class-plan.ts';
import { type Caller, machineFetch, machineNow, runAs } from '../students/caller.ts';

type Console = Answer<typeof getQuizConsole>;
type Question = Console['questions'][number];
type Act = (console: Console, question: Question) => Promise<unknown>;

const longestRequest = 15_000;
const betweenTries = 300;

/** The teacher of the class, with a good network. After each failure the teacher checks the outcome, and repeats an act without effect. */
export class Teacher implements Caller {
  readonly now = machineNow;
  readonly #token: string;
  readonly #meeting: number;
  readonly #address: string;
  constructor(token: string, meeting: number, address: string) {
    this.#token = token;
    this.#meeting = meeting;
    this.#address = address;
  }

  fetch(path: string, { method, body, headers }: RequestInit): Promise<Response> {
    const sent = new Headers(headers);
    sent.set('authorization', `Bearer ${this.#token}`);
    const signal = AbortSignal.timeout(longestRequest);
    return machineFetch(`${this.#address}${path}`, { method: method ?? 'GET', body: body ?? null, headers: sent, signal });
  }

  /** Tries until the work succeeds: a failure here means that servers are down, or that an earlier try took effect. */
  async #until<T>(work: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const done = await runAs(this, work).catch(() => undefined);
      if (done !== undefined) return done;
      await pause(betweenTries);
    }
  }

  #console = () => call(getQuizConsole, { id: this.#meeting });

  /** Acts on the question at this place until it is in the wanted state. */
  #bring(place: number, isDone: (question: Question) => boolean, act: Act): Promise<true> {
    return this.#until(async () => {
      const console = await this.#console();
      const question = console.questions[place];
      if (!question) throw new Error(`The quiz has no question ${place + 1}.`);
      if (isDone(question)) return true;
      await act(console, question);
      return undefined;
    });
  }

  #on =
    (endpoint: typeof showQuizQuestion | typeof unlockQuizQuestion): Act =>
    ({ number }, { id }) =>
      call(endpoint, { id: this.#meeting, number, question_id: id });

  /** Shows and locks, and sometimes unlocks, one question after another until the time is over. Returns the number of questions shown. */
  async teach(plans: readonly QuestionPlan[], isCalm: () => boolean): Promise<number> {
    for (const [place, plan] of plans.entries()) {
      if (isCalm()) return place;
      await pause(plan.pause);
      await this.#bring(place, ({ shown_at }) => shown_at !== null, this.#on(showQuizQuestion));
      for (let round = plan.isUnlocked ? 2 : 1; round > 0; round -= 1) {
        await pause(plan.lockAfter);
        await this.#bring(
          place,
          ({ locks_at }) => locks_at !== null,
          ({ number }, { id }) => call(lockQuizQuestion, { id: this.#meeting, number, question_id: id, now: plan.locksAtOnce }),
        );
        if (round > 1) await this.#bring(place, ({ locks_at }) => locks_at === null, this.#on(unlockQuizQuestion));
      }
    }
    return plans.length;
  }

  /** Completes the quiz, and returns its last sequence number. */
  complete(): Promise<number> {
    return this.#until(async () => {
      const { complete, number } = await this.#console();
      if (complete) return number;
      await call(completeQuiz, { id: this.#meeting, number });
      return undefined;
    });
  }

  /** Whether servers and database answer. */
  async hears(): Promise<boolean> {
    return runAs(this, this.#console).then(
      () => true,
      () => false,
    );
  }
}
