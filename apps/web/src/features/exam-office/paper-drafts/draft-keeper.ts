import type { Answer } from '@abhyas/contract/endpoint';
import type { getPaperDraft, savePaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { MOST_QUESTIONS } from '@abhyas/contract/exam-office/paper-drafts';
import { Problem } from '@abhyas/contract/problem';
import { NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { createListeners } from '../../../platform/listeners.ts';
import { faultOfPlan } from './patterns.ts';

type Draft = Answer<typeof getPaperDraft>;
type Change = Answer<typeof savePaperDraft>;
export type Item = Draft['items'][number];
export type DraftQuestion = Draft['questions'][number];
export type Content = Pick<Draft, 'name' | 'plan' | 'items'>;

/** A change that this device made and the server has not confirmed. */
export interface KeptContent extends Content {
  version: number;
}

/** The calls and the device's storage, as parameters so that a test can replace them. */
export interface DraftPorts {
  open(id: number): Promise<Draft>;
  save(change: Content & { id: number; version: number }): Promise<Change>;
  fill(change: Content & { id: number; version: number }): Promise<Change>;
  swap(change: { id: number; version: number; question_id: number }): Promise<Change>;
  add(change: { id: number; version: number; section: number; question_id: number }): Promise<Change>;
  kept(): KeptContent | null;
  /** Keeps the changes on the device; null forgets them. Returns false if the device has no room. */
  keep(content: KeptContent | null): boolean;
  later(work: () => void, ms: number): () => void;
}

/**
 * `saved`: the server has everything. `waiting`: a change will be sent soon. `offline`: it is sent again until it arrives. `refused`: the
 * plan cannot be saved as it is. `stale`: the paper was changed elsewhere.
 */
type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'stale';

export interface DraftState extends Content {
  version: number;
  questions: ReadonlyMap<number, DraftQuestion>;
  passages: ReadonlyMap<number, Draft['comprehension_questions'][number]>;
  findings: Draft['findings'];
  save: SaveState;
  /** Whether the device has the changes that the server does not have yet. */
  isKept: boolean;
  /** The reason of the last refusal or failure. */
  message: string | null;
  /** The call under way, during which the page offers no other action; null if there is none. */
  busy: 'fill' | 'swap' | 'add' | null;
  /** Changes of this device to another version; the person chooses between the two versions. */
  conflict: KeptContent | null;
}

/** A text that is equal for equal content, whatever the order of the fields. */
function textOf(value: unknown): string {
  const inOrder = (_name: string, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, inOrder);
}
const isSame = (one: Content, other: Content) =>
  textOf([one.name.trim(), one.plan, one.items]) === textOf([other.name.trim(), other.plan, other.items]);

const SAVE_AFTER = 1500;
const AGAIN_AFTER = 10_000;

/** One draft on the page: keeps changes until the server has them, and sends one request at a time. */
export class DraftKeeper {
  readonly id: number;
  #state: DraftState;
  #isDirty = false;
  /** The content that was sent and not answered; the server may have stored it. */
  #unanswered: Content | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | null = null;
  readonly #ports: DraftPorts;
  readonly #listeners = createListeners();

  constructor({ id, name, plan, items, version, questions, comprehension_questions, findings }: Draft, ports: DraftPorts) {
    this.id = id;
    this.#ports = ports;
    this.#state = {
      name,
      plan,
      items,
      version,
      findings,
      questions: new Map(questions.map((question) => [question.id, question])),
      passages: new Map(comprehension_questions.map((passage) => [passage.id, passage])),
      save: 'saved',
      isKept: true,
      message: null,
      busy: null,
      conflict: null,
    };
    const kept = ports.kept();
    if (kept?.version === version) this.edit({ name: kept.name, plan: kept.plan, items: kept.items });
    else if (kept && !isSame(kept, this.#state)) this.#state.conflict = kept;
    else if (kept) ports.keep(null);
  }

  readonly subscribe = this.#listeners.subscribe;
  readonly read = (): DraftState => this.#state;

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }

  #content = (): Content => ({ name: this.#state.name, plan: this.#state.plan, items: this.#state.items });

  edit(change: Partial<Content>): void {
    this.#isDirty = true;
    this.#set({ ...change, save: this.#state.save === 'stale' ? 'stale' : 'waiting', message: null });
    this.#keep();
    if (this.#state.save !== 'stale') this.#sendIn(SAVE_AFTER);
  }

  #keep(): void {
    const isKept = this.#ports.keep({ ...this.#content(), version: this.#state.version });
    if (isKept !== this.#state.isKept) this.#set({ isKept });
  }

  #sendIn(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#ports.later(() => void this.flush(), ms);
  }

  /** Uses this device's changes instead of those made elsewhere. Questions that are no longer in the draft are left out. */
  useKept(): void {
    const { conflict, questions } = this.#state;
    if (!conflict) return;
    this.#set({ conflict: null });
    const items = conflict.items.filter(({ question_id }) => questions.has(question_id));
    this.edit({ name: conflict.name, plan: conflict.plan, items });
  }

  dropKept(): void {
    this.#ports.keep(null);
    this.#set({ conflict: null });
  }

  /** Sends the unsaved changes. Resolves to whether the server has everything. */
  flush(): Promise<boolean> {
    return this.#inTurn(async () => {
      this.#cancel?.();
      if (!this.#isDirty) return true;
      const fault = faultOfPlan(this.#state.plan, MOST_QUESTIONS) ?? (this.#state.name.trim() === '' ? 'Name the paper.' : null);
      if (fault !== null) {
        this.#set({ save: 'refused', message: fault });
        return false;
      }
      const sent = this.#content();
      this.#set({ save: 'saving' });
      await this.#try(async () => this.#accept(await this.#save(sent), sent));
      return !this.#isDirty;
    });
  }

  /** Saves. If an earlier save was stored and its response lost, saves on top of that version. */
  async #save(content: Content): Promise<Change> {
    const send = () => this.#ports.save({ ...content, id: this.id, version: this.#state.version });
    const earlier = this.#unanswered;
    this.#unanswered = content;
    try {
      return await send();
    } catch (failure) {
      if (!(failure instanceof Problem && failure.code === 'draft_changed' && earlier)) throw failure;
      const present = await this.#ports.open(this.id);
      if (!isSame(present, earlier)) throw failure;
      this.#set({ version: present.version });
      return await send();
    }
  }

  /** Fills the paper again around its locked questions. */
  fill(): Promise<void> {
    return this.#act('fill', async () => {
      const sent = this.#content();
      this.#accept(await this.#ports.fill({ ...sent, id: this.id, version: this.#state.version }), sent);
    });
  }

  /** Swaps a question for another; resolves once the server has done so. */
  async swap(question_id: number): Promise<void> {
    if (!(await this.flush())) return;
    await this.#act('swap', async () => {
      const sent = this.#content();
      this.#accept(await this.#ports.swap({ id: this.id, version: this.#state.version, question_id }), sent);
    });
  }

  /** Adds a question at the end of a section, locked. Resolves once the server has done so. */
  async add(section: number, question_id: number): Promise<void> {
    if (!(await this.flush())) return;
    await this.#act('add', async () => {
      const sent = this.#content();
      this.#accept(await this.#ports.add({ id: this.id, version: this.#state.version, section, question_id }), sent);
    });
  }

  #act(busy: NonNullable<DraftState['busy']>, work: () => Promise<void>): Promise<void> {
    this.#set({ busy, message: null });
    return this.#inTurn(async () => {
      await this.#try(work);
      this.#set({ busy: null });
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #accept(answer: Change, sent: Content): void {
    const questions = new Map(this.#state.questions);
    for (const question of answer.questions) questions.set(question.id, question);
    const passages = new Map(this.#state.passages);
    for (const passage of answer.comprehension_questions) passages.set(passage.id, passage);
    const { name, plan } = this.#state;
    // Fields that were edited during the call are newer than the response.
    this.#unanswered = null;
    this.#isDirty = name !== sent.name || plan !== sent.plan || this.#state.items !== sent.items;
    const items = this.#state.items === sent.items || this.#state.busy ? answer.items : this.#state.items;
    this.#set({
      version: answer.version,
      findings: answer.findings,
      items,
      questions,
      passages,
      message: null,
      save: this.#isDirty ? 'waiting' : 'saved',
    });
    if (this.#isDirty) {
      this.#keep();
      this.#sendIn(SAVE_AFTER);
    } else this.#ports.keep(null);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      const isStale = failure instanceof Problem && failure.code === 'draft_changed';
      const isOffline = failure instanceof NetworkFailure;
      const save = isStale ? 'stale' : this.#isDirty ? (isOffline ? 'offline' : 'refused') : 'saved';
      this.#set({ message: messageOf(failure), save });
      if (isOffline && this.#isDirty) this.#sendIn(AGAIN_AFTER);
    }
  }
}
