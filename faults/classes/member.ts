import { answerLiveQuiz, getQuizQuestionData, QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import { Problem } from '@abhyas/contract/problem';
import { call } from '@abhyas/web/platform/call';
import { createLive } from '@abhyas/web/platform/live-socket';
import { afterMessage, lockOf, type Message, type QuizState } from '@abhyas/web/features/classes/live-classes/quiz/quiz-state';
import { pause } from '../environment/waiting.ts';
import type { MemberBook } from '../ledger/class-verdict.ts';
import type { AnswerPlan, MemberPlan } from '../plan/class-plan.ts';
import { type Caller, machineNow, runAs } from '../students/caller.ts';
import type { Network } from '../students/network.ts';
import { Line } from './line.ts';

export interface MemberSettings {
  id: number;
  token: string;
  meeting: number;
  address: string;
  plan: MemberPlan;
  network: Network;
  /** Ms since the run began. */
  now: () => number;
  isCalm: () => boolean;
  /** Since when servers have answered without a break, in ms since the run began; null while none answers. */
  answersSince: () => number | null;
}

type Option = 1 | 2 | 3 | 4;
interface Pending {
  option: Option;
  at: string;
}

const retryEvery = 3000;
const spread = 1000;
const askWhereBlockedEvery = 5000;
/** Ms after which a page notices that its socket is silent. */
const longestSilence = 14_000;

/**
 * A student on the page of a class: the site's own socket and state, and answers that stay on the device until the server confirms them.
 */
export class Member implements Caller {
  readonly now = machineNow;
  readonly #settings: MemberSettings;
  #state: QuizState | null = null;
  #first: { quiz_id: number; number: number } | null = null;
  #line: Line | null = null;
  #leave = () => {};
  #comeBack = () => {};
  #lostAt: number | null = null;
  #asking: Promise<void> | null = null;
  readonly #seen = new Set<number>();
  /** Kept through a reload. */
  readonly #pending = new Map<number, Pending>();
  readonly #given = new Map<number, Set<number>>();
  readonly #acknowledged = new Map<number, number>();
  readonly #refused = new Set<number>();
  readonly #backs: number[] = [];
  #losses = 0;
  #order = 0;
  #isOver = false;

  constructor(settings: MemberSettings) {
    this.#settings = settings;
  }

  fetch(path: string, init: RequestInit): Promise<Response> {
    return this.#settings.network.fetch({ isAlive: () => true }, path, init);
  }

  get book(): MemberBook {
    const state = this.#state;
    return {
      student: this.#settings.id,
      given: this.#given,
      acknowledged: this.#acknowledged,
      refused: this.#refused,
      shown: state && {
        number: state.number,
        isComplete: state.complete,
        questions: state.question_data.map(({ id, locks_at }) => ({ id, locksAt: locks_at })),
      },
      losses: this.#losses,
      backs: this.#backs,
    };
  }

  #cutNow() {
    const { plan, now, isCalm } = this.#settings;
    return isCalm() ? undefined : plan.cuts.find(({ from, to }) => from <= now() && now() < to);
  }

  /** Opens the page, and follows the cuts and the reload of the plan. */
  async follow(): Promise<void> {
    const { plan, now, isCalm } = this.#settings;
    const { reload } = plan;
    void this.#sendWaiting();
    for (const cut of plan.cuts)
      void pause(cut.from - now()).then(async () => {
        if (this.#isOver || isCalm()) return;
        this.#line?.cut(cut.isSilent);
        await pause(cut.to - now());
        if (!cut.isSilent) this.#comeBack();
      });
    await this.#open();
    if (!reload) return;
    await pause(reload.at - now());
    this.#close();
    await pause(reload.goneFor);
    await this.#open();
  }

  /** The state with which an opened page begins. */
  async #beginning(): Promise<QuizState> {
    this.#state = null;
    for (;;) {
      const state = await this.#ask();
      if (state) return state;
      await pause(spread);
    }
  }

  async #open(): Promise<void> {
    const { token, address } = this.#settings;
    const held = await this.#beginning();
    if (held.quiz_id === null) throw new Error('The class has no quiz.');
    this.#first ??= { quiz_id: held.quiz_id, number: held.number };
    const live = createLive({
      open: () => (this.#line = new Line(address, token, this.#cutNow())),
      isOnline: () => this.#cutNow()?.isSilent !== false,
      whenBack: (comeBack) => {
        this.#comeBack = comeBack;
        return () => (this.#comeBack = () => {});
      },
    });
    const ignore = live.watch((state) => this.#noteState(state === 'open'));
    const leave = live.listen({
      identifier: JSON.stringify({ channel: QUIZ_CHANNEL, institute_id: held.institute_id, meeting_id: held.meeting_id, ...this.#first }),
      hear: (message) => this.#hear(message as unknown as Message),
      missed: () => void this.#askSoon(),
    });
    const asking = setInterval(() => {
      if (live.state() === 'blocked') void this.#ask();
    }, askWhereBlockedEvery);
    this.#leave = () => {
      ignore();
      leave();
      clearInterval(asking);
    };
  }

  #close(): void {
    this.#leave();
    this.#lostAt = null;
  }

  #noteState(isOpen: boolean): void {
    const { now, plan, answersSince } = this.#settings;
    if (!isOpen) {
      this.#lostAt ??= now();
      return;
    }
    const lostAt = this.#lostAt;
    this.#lostAt = null;
    if (lostAt === null) return;
    this.#losses += 1;
    const isOwnCut = plan.cuts.some(({ from, to }) => from < now() && to > lostAt - longestSilence);
    if (!isOwnCut) this.#backs.push(now() - Math.max(lostAt, answersSince() ?? now()));
  }

  #hear(message: Message): void {
    if (!this.#state) return;
    const next = afterMessage(this.#state, message);
    if (next === null) void this.#askSoon();
    else this.#take(next);
  }

  async #askSoon(): Promise<void> {
    if (this.#asking) return;
    this.#asking = pause(Math.random() * spread).then(async () => void (await this.#ask()));
    await this.#asking;
    this.#asking = null;
  }

  /** Fetches the whole state by a call; after a failure the next message fetches it again. */
  async #ask(): Promise<QuizState | null> {
    try {
      const state = await runAs(this, () => call(getQuizQuestionData, { id: this.#settings.meeting }));
      if (!this.#state || state.number >= this.#state.number) this.#take(state);
      return state;
    } catch {
      // The network or the servers are down, as this run intends.
      return null;
    }
  }

  #take(state: QuizState): void {
    this.#state = state;
    for (const question of state.question_data) {
      if (this.#seen.has(question.id)) continue;
      this.#seen.add(question.id);
      const planned = this.#settings.plan.answers[this.#order];
      this.#order += 1;
      if (planned && lockOf(question, machineNow()) === 'open') void this.#answer(question.id, planned);
    }
  }

  async #answer(question: number, { after, option, otherOption }: AnswerPlan): Promise<void> {
    await pause(after);
    const shown = this.#state?.question_data.find(({ id }) => id === question);
    if (!shown || lockOf(shown, machineNow()) === 'locked') return;
    const at = new Date(machineNow()).toISOString();
    this.#given.set(question, new Set(otherOption === null ? [option] : [option, otherOption]));
    this.#pending.set(question, { option, at });
    const sends = [this.#send(question, { option, at }, false)];
    if (otherOption !== null) sends.push(this.#send(question, { option: otherOption, at }, false));
    await Promise.all(sends);
  }

  async #send(question_id: number, { option, at }: Pending, isAgain: boolean): Promise<void> {
    const quiz_id = this.#first?.quiz_id ?? this.#state?.quiz_id ?? 0;
    const waited = isAgain ? { waited_since: at } : {};
    try {
      const { response } = await runAs(this, () => call(answerLiveQuiz, { quiz_id, question_id, selected_option: option, ...waited }));
      this.#acknowledged.set(question_id, response.response);
      this.#pending.delete(question_id);
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status === 429 || failure.status >= 500) return;
      this.#pending.delete(question_id);
      if (failure.code !== 'already_answered') this.#refused.add(question_id);
    }
  }

  async #sendWaiting(): Promise<void> {
    while (!this.#isOver) {
      await pause(retryEvery);
      for (const [question, answer] of this.#pending) await this.#send(question, answer, true);
    }
  }

  /** Resolves when nothing is unsent on the device and the page shows its last state; false when that takes too long. */
  async settle(number: number, deadline: number): Promise<boolean> {
    const { now, network } = this.#settings;
    const isSettled = () => this.#pending.size === 0 && this.#state?.number === number && this.#state.complete;
    while (!isSettled() && now() < deadline) await pause(250);
    this.#isOver = true;
    this.#close();
    await network.settled();
    return isSettled();
  }
}
