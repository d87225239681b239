import { Problem } from '@abhyas/contract/problem';
import type { SessionEvent } from '@abhyas/web/session/engine/engine-parts';
import type { SessionEngine } from '@abhyas/web/session/engine/session-engine';
import { pause } from '../environment/waiting.ts';
import type { FaultPaper, TestTaker } from '../environment/test-takers.ts';
import {
  afterAction,
  answerText,
  type AnswerAction,
  type Entry,
  type Given,
  type KnownAnswers,
  Ledger,
  type SentAnswer,
} from '../ledger/ledger.ts';
import { chanceOf } from '../plan/chance.ts';
import type { Act, PlannedEvent, RequestFate, StudentPlan } from '../plan/student-plan.ts';
import { Device } from './device.ts';
import type { EventCounter } from './event-counter.ts';
import { Network } from './network.ts';
import { type Opening, Page, type PageSettings } from './page.ts';

export interface StudentSettings {
  seed: number;
  number: number;
  plan: StudentPlan;
  nextFate: () => RequestFate;
  person: TestTaker;
  paper: FaultPaper;
  addresses: readonly string[];
  /** Ms since the run began. */
  now: () => number;
  isCalm: () => boolean;
  events: EventCounter;
}

/** Refusals that mean that the test cannot be continued. */
const endings = new Set(['finished_test', 'test_closed', 'session_finished', 'received_late']);
const numerical = 1;
const severalOptions = 2;
const betweenTries = 2000;
const beforeTakingBack = 3000;
/** A device's clock counts as wrong from this many ms on. */
const wrongClock = 60_000;

type SentResponse = { question_id: number; responses: number[]; rich_response: string | null; is_marked: boolean; version: number };
type Shown = { responses: readonly number[]; rich_response: string | null; is_marked: boolean };

const givenOf = ({ responses, rich_response, is_marked }: Shown): Given => ({
  options: responses,
  text: rich_response,
  isMarked: is_marked,
});

const reactions: Record<'hide' | 'show' | 'network_lost' | 'network_back', (engine: SessionEngine) => void> = {
  hide: (engine) => void engine.hide(),
  show: (engine) => engine.show(),
  network_lost: (engine) => engine.networkLost(),
  network_back: (engine) => void engine.tryNow(),
};

/** One person at a test, on up to two devices, following a plan. */
export class Student {
  readonly ledger = new Ledger();
  readonly id: number;
  readonly #settings: StudentSettings;
  readonly #network: Network;
  readonly #devices: readonly [Device, Device];
  readonly #pages = new Map<number, Page>();
  #pageCount = 0;
  /** The latest deadline that the server sent to the student, ms; 0 without one. */
  deadline = 0;
  #hasBegun = false;
  /** The test is over, and the student has seen the end. */
  #isOver = false;

  constructor(settings: StudentSettings) {
    const { plan, nextFate, person, addresses, now, isCalm, events } = settings;
    this.#settings = settings;
    this.id = person.id;
    this.#devices = [new Device(0, plan.clockError), new Device(1, -plan.clockError)];
    this.#network = new Network({ addresses, token: person.token, cuts: plan.cuts, nextFate, now, isCalm, events });
  }

  /** Follows the plan to its end. */
  async follow(): Promise<void> {
    for (const event of this.#settings.plan.events) {
      const wait = event.at - this.#settings.now();
      if (wait > 0) await pause(wait);
      this.#live(event);
    }
  }

  #live(event: PlannedEvent): void {
    if (event.kind === 'clock_jump') this.#jump(event.by);
    else if (event.kind === 'open') this.#arrive(event.device);
    else if (event.kind === 'vanish') this.#crash(event.device);
    else if (event.kind === 'act') this.#do(event);
    else if (event.kind === 'finish') void this.#somePage(0)?.act((engine) => engine.finish());
    else for (const page of this.#pages.values()) page.act(reactions[event.kind]);
  }

  #somePage(share: number): Page | undefined {
    const pages = [...this.#pages.values()].filter((page) => page.engine);
    return pages[Math.floor(share * pages.length)];
  }

  #jump(by: number): void {
    if (this.#pages.size > 0) this.#settings.events.note('clock_jump');
    for (const device of this.#devices) device.clockError += by;
  }

  #crash(number: 0 | 1): void {
    if (this.#pages.get(number)?.engine) this.#settings.events.note('vanished');
    this.#vanish(number);
  }

  #arrive(number: 0 | 1): void {
    if (number === 1) this.#settings.events.note('other_device');
    else if (this.#hasBegun) this.#settings.events.note('came_back');
    void this.#open(number);
  }

  #vanish(device: number): void {
    this.#pages.get(device)?.vanish();
    this.#pages.delete(device);
  }

  /** Opens the test on a device and tries again until it opens, like a student who presses Try again. */
  async #open(number: 0 | 1): Promise<void> {
    if (this.#isOver && !this.#settings.isCalm()) return;
    this.#vanish(number);
    this.#pageCount += 1;
    const page = new Page(this.#pageSettings(this.#devices[number], () => page));
    this.#pages.set(number, page);
    while (this.#pages.get(number) === page && !(await this.#tryToOpen(page))) await pause(betweenTries);
  }

  #pageSettings(device: Device, page: () => Page): PageSettings {
    const { seed, number, paper, person } = this.#settings;
    const chance = chanceOf(seed, `page ${number}`);
    return {
      number: this.#pageCount,
      student: person.id,
      paper: paper.id,
      device,
      network: this.#network,
      random: chance.next,
      onAnswer: (upload, answer) => {
        const sent = (JSON.parse(upload.responses) as SentResponse[]).map(
          (response): SentAnswer => ({
            question: response.question_id,
            writer: upload.writer,
            version: response.version,
            answer: answerText(givenOf(response)),
          }),
        );
        const kept = answer.kept.map(({ question_id, writer, version }) => ({ question: question_id, writer, version }));
        this.ledger.acknowledged(device.number, sent, kept);
      },
      onEvent: (event) => this.#hear(page(), event),
    };
  }

  /** Tries once; true when no further try is needed. */
  async #tryToOpen(page: Page): Promise<boolean> {
    try {
      if (!this.#hasBegun) {
        await page.begin();
        this.#hasBegun = true;
        this.ledger.hasBegun = true;
      }
      const known = this.ledger.knownTo(page.device.number);
      const opened = await page.open();
      if (opened.kind === 'unreachable') return false;
      if (opened.kind === 'report') this.#end(page);
      else this.#start(page, opened, known);
      return true;
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status >= 500 || failure.status === 429) return false;
      if (!endings.has(failure.code)) this.ledger.refusals.push(`${failure.code}, ${failure.message}`);
      this.#end(page);
      return true;
    }
  }

  #start(page: Page, opened: Opening, known: KnownAnswers): void {
    const shown = Object.values(opened.state.responses);
    this.ledger.opened(
      known,
      !opened.hasUnsentAnswers,
      new Map(shown.map((response) => [response.question_id, answerText(givenOf(response))])),
    );
    this.deadline = Date.parse(opened.payload.test_info.deadline ?? '') || this.deadline;
    if (Math.abs(page.device.clockError) > wrongClock) this.#settings.events.note('wrong_clock');
    page.act((engine) => {
      engine.subscribe(() => {
        const { saveState, phase } = engine.view();
        if (saveState === 'saved' && phase === 'open') this.ledger.shownAsSaved(page.number);
      });
    });
    page.start(opened);
  }

  #end(page: Page): void {
    this.#isOver = true;
    if (this.#pages.get(page.device.number) === page) this.#pages.delete(page.device.number);
  }

  #hear(page: Page, event: SessionEvent): void {
    if (event.kind === 'finished') this.#end(page);
    const isTooLate = event.kind === 'refused' && event.question_id === null;
    const takesBack = event.kind === 'taken_over' && (this.#settings.plan.takesBack || this.#pages.size === 1);
    if (isTooLate || takesBack) void this.#openAgain(page);
  }

  /** Takes the session over again, or opens it to see its state. */
  async #openAgain(page: Page): Promise<void> {
    await pause(beforeTakingBack);
    const number = page.device.number === 0 ? 0 : 1;
    if (this.#pages.get(number) !== page) return;
    await page.act((engine) => engine.leave());
    if (this.#pages.get(number) === page) await this.#open(number);
  }

  #do(act: Act): void {
    const page = this.#somePage(act.pageShare);
    page?.act((engine) => {
      const before = engine.view();
      if (before.phase !== 'open' || before.isTakenOver || (engine.timeLeft() ?? 1) <= 0) return;
      const { questionIds } = before.state;
      const question = questionIds[Math.floor(act.questionShare * questionIds.length)] ?? 0;
      engine.goTo(questionIds.indexOf(question));
      const shown = engine.view().state.responses[question];
      if (!shown) return;
      const action = this.#actionOf(act, question, shown.question_type);
      const given = givenOf(shown);
      const wanted = answerText(afterAction(given, action, shown.question_type === severalOptions));
      if (wanted === answerText(given)) return;
      if (action.kind === 'option') engine.select(action.option);
      else if (action.kind === 'text') engine.enter(action.text);
      else if (action.kind === 'clear') engine.clear();
      else engine.toggleMark();
      const after = engine.view().state.responses[question] ?? shown;
      if (answerText(givenOf(after)) !== wanted) {
        this.ledger.ignored.push(`question ${question} shows "${answerText(givenOf(after))}" after a change to "${wanted}"`);
        return;
      }
      const { writer, version } = after;
      const entry = this.ledger.write({ page: page.number, device: page.device.number, question, answer: wanted, writer, version });
      void this.#noteHeld(page, entry);
    });
  }

  #actionOf({ what, answerShare }: Act, question: number, type: number): AnswerAction {
    if (what !== 'answer') return { kind: what };
    if (type !== numerical) return { kind: 'option', option: 1 + Math.floor(answerShare * 4) };
    const texts = this.#settings.paper.crib.get(question) ?? ['1'];
    return { kind: 'text', text: texts[Math.floor(answerShare * texts.length)] ?? '1' };
  }

  async #noteHeld(page: Page, entry: Entry): Promise<void> {
    await page.act((engine) => engine.whenWritten());
    if (page.isAlive()) this.ledger.held([entry]);
  }

  /** Finishes the open tests, and waits for the end. */
  async handIn(): Promise<void> {
    await this.#finishPages();
  }

  /** Opens the test once more on every device, and finishes it. Resolves when the test is over on each device. */
  async comeBack(deadline: number): Promise<void> {
    for (const number of [0, 1] as const) {
      if (!this.#hasBegun) return;
      void this.#open(number);
      while (this.#pages.has(number) && this.#settings.now() < deadline) {
        await pause(500);
        await this.#finishPages();
      }
    }
    await this.#network.settled();
  }

  async #finishPages(): Promise<void> {
    for (const page of this.#pages.values())
      await page.act((engine) => (engine.view().phase === 'open' ? engine.finish() : engine.tryNow()));
  }
}
