// What a student did, what the device had of it and what the server confirmed, kept apart from the product: this folder imports nothing of it.

/** Which state of a response: an opening's number, then the change. */
export interface Stamp {
  writer: number;
  version: number;
}

export interface Given {
  options: readonly number[];
  text: string | null;
  isMarked: boolean;
}

/** One change that the student made. */
export interface Entry extends Stamp {
  page: number;
  device: number;
  question: number;
  answer: string;
  /** The device had written it down. */
  isHeld: boolean;
  isAcknowledged: boolean;
  /** Which of the student's changes it is. */
  order: number;
}

/** Entries that the device held and those that the server had confirmed. */
export interface KnownAnswers {
  device: number;
  held: ReadonlySet<Entry>;
  acknowledged: ReadonlySet<Entry>;
}

export interface SentAnswer extends Stamp {
  question: number;
  answer: string;
}

/** An answer as a text that is equal for equal answers. */
export function answerText({ options, text, isMarked }: Given): string {
  return `${options.toSorted((a, b) => a - b).join(',')}|${text ?? ''}|${isMarked ? 'marked' : ''}`;
}

export const nothingGiven: Given = { options: [], text: null, isMarked: false };

export type AnswerAction = { kind: 'option'; option: number } | { kind: 'text'; text: string } | { kind: 'clear' } | { kind: 'mark' };

/** What stands after an action: an option is chosen, or taken back when it was; several stand together where a question takes several. */
export function afterAction(before: Given, action: AnswerAction, takesSeveral: boolean): Given {
  if (action.kind === 'mark') return { ...before, isMarked: !before.isMarked };
  if (action.kind === 'clear') return { ...before, options: [], text: null };
  if (action.kind === 'text') return { ...before, text: action.text === '' ? null : action.text };
  const isTakenBack = before.options.includes(action.option);
  const others = takesSeveral ? before.options.filter((option) => option !== action.option) : [];
  return { ...before, options: isTakenBack ? others : [...others, action.option] };
}

/** Whether `a` stands over `b`: on one device the later, of two devices the one opened later; under one number neither does. */
const isAbove = (a: Entry, b: Entry) => (a.device === b.device ? a.order > b.order : a.writer > b.writer);

/**
 * The answers that may stand when all of `certain` have arrived: the newest of them (of each device, where two wrote under one number), or any
 * that nobody is sure of and that is newer still. Empty when nothing is certain.
 */
export function answersThatMayStand(entries: readonly Entry[], certain: readonly Entry[]): ReadonlySet<string> {
  const newest = certain.filter((entry) => !certain.some((other) => isAbove(other, entry)));
  const newer = entries.filter((entry) => !certain.includes(entry) && newest.some((certainOne) => !isAbove(certainOne, entry)));
  return new Set([...newest, ...(newest.length > 0 ? newer : [])].map(({ answer }) => answer));
}

const empty = answerText(nothingGiven);

/** One student's book. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** What the screen showed and should not have: in words. */
  readonly unshown: string[] = [];
  /** Changes that an open page did not take: in words. */
  readonly ignored: string[] = [];
  /** What the server refused and had no reason to: in words. */
  readonly refusals: string[] = [];
  /** The server told the student that the test has begun. */
  hasBegun = false;

  write(entry: Omit<Entry, 'isHeld' | 'isAcknowledged' | 'order'>): Entry {
    const written = { ...entry, isHeld: false, isAcknowledged: false, order: this.entries.length };
    this.entries.push(written);
    return written;
  }

  /** The device has written down all it showed until now. */
  held(entries: readonly Entry[]): void {
    for (const entry of entries) entry.isHeld = true;
  }

  /** The server told the device what it keeps of an upload. */
  acknowledged(device: number, sent: readonly SentAnswer[], kept: readonly (Stamp & { question: number })[]): void {
    for (const { question, writer, version, answer } of sent) {
      const stands = kept.find((one) => one.question === question);
      if (!stands || stands.writer < writer || (stands.writer === writer && stands.version < version)) continue;
      const entry = this.entries.find(
        (one) =>
          one.device === device && one.question === question && one.writer === writer && one.version === version && one.answer === answer,
      );
      if (entry) entry.isAcknowledged = true;
    }
  }

  /** The page told the student that everything is saved. */
  shownAsSaved(page: number): void {
    for (const entry of this.entries) if (entry.page === page) entry.isAcknowledged = true;
  }

  /** What a page on this device has to find, taken when it begins to open: what comes to be known meanwhile it may miss. */
  knownTo(device: number): KnownAnswers {
    return {
      device,
      held: new Set(this.entries.filter((entry) => entry.isHeld && entry.device === device)),
      acknowledged: new Set(this.entries.filter(({ isAcknowledged }) => isAcknowledged)),
    };
  }

  /** A page opened: what it shows of each question must be what the device held and, where it could ask the server, what that confirmed. */
  opened({ device, held, acknowledged }: KnownAnswers, couldAsk: boolean, shown: ReadonlyMap<number, string>): void {
    for (const [question, entries] of this.byQuestion()) {
      const certain = entries.filter((entry) => held.has(entry) || (couldAsk && acknowledged.has(entry)));
      const allowed = answersThatMayStand(entries, certain);
      const answer = shown.get(question) ?? empty;
      if (allowed.size > 0 && !allowed.has(answer))
        this.unshown.push(`question ${question} shows "${answer}" on opening device ${device}, not "${[...allowed].join('" or "')}"`);
    }
  }

  byQuestion(): Map<number, Entry[]> {
    const groups = new Map<number, Entry[]>();
    for (const entry of this.entries) groups.set(entry.question, [...(groups.get(entry.question) ?? []), entry]);
    return groups;
  }
}
