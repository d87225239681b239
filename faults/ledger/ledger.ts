// The student's changes, the device's records and the server's confirmations, kept apart from the product: this folder imports nothing of
// it.

/** Identifies a state of a response: the writer number of the opening, then the number of the change. */
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
  /** Whether the device had stored the change when the fault happened. */
  isHeld: boolean;
  isAcknowledged: boolean;
  /** The position among the student's changes. */
  order: number;
}

/** Entries that the device had stored, and entries that the server had confirmed. */
export interface KnownAnswers {
  device: number;
  held: ReadonlySet<Entry>;
  acknowledged: ReadonlySet<Entry>;
}

export interface SentAnswer extends Stamp {
  question: number;
  answer: string;
}

/** An answer as a text; equal answers have equal texts. */
export function answerText({ options, text, isMarked }: Given): string {
  return `${options.toSorted((a, b) => a - b).join(',')}|${text ?? ''}|${isMarked ? 'marked' : ''}`;
}

export const nothingGiven: Given = { options: [], text: null, isMarked: false };

export type AnswerAction = { kind: 'option'; option: number } | { kind: 'text'; text: string } | { kind: 'clear' } | { kind: 'mark' };

/**
 * The answer after an action: an option is chosen, or removed when it was chosen; a question that takes several options keeps the others.
 */
export function afterAction(before: Given, action: AnswerAction, takesSeveral: boolean): Given {
  if (action.kind === 'mark') return { ...before, isMarked: !before.isMarked };
  if (action.kind === 'clear') return { ...before, options: [], text: null };
  if (action.kind === 'text') return { ...before, text: action.text === '' ? null : action.text };
  const isTakenBack = before.options.includes(action.option);
  const others = takesSeveral ? before.options.filter((option) => option !== action.option) : [];
  return { ...before, options: isTakenBack ? others : [...others, action.option] };
}

/**
 * Whether `a` replaces `b`: the later change on one device, or the change of the device that opened the test later. Under one writer number
 * neither change of two devices replaces the other.
 */
const isAbove = (a: Entry, b: Entry) => (a.device === b.device ? a.order > b.order : a.writer > b.writer);

/**
 * The answers that the server may have once all of `certain` have arrived: the newest of them (one for each device, if two wrote under one
 * number), or any newer answer that may have arrived. Empty when nothing is certain.
 */
export function answersThatMayStand(entries: readonly Entry[], certain: readonly Entry[]): ReadonlySet<string> {
  const newest = certain.filter((entry) => !certain.some((other) => isAbove(other, entry)));
  const newer = entries.filter((entry) => !certain.includes(entry) && newest.some((certainOne) => !isAbove(certainOne, entry)));
  return new Set([...newest, ...(newest.length > 0 ? newer : [])].map(({ answer }) => answer));
}

const empty = answerText(nothingGiven);

/** The record of one student. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** Faults of the screen, in words: an answer that was shown and should not be. */
  readonly unshown: string[] = [];
  /** Changes that an open page ignored, in words. */
  readonly ignored: string[] = [];
  /** Refusals of the server without a reason, in words. */
  readonly refusals: string[] = [];
  /** Whether the server has confirmed to the student that the test began. */
  hasBegun = false;

  write(entry: Omit<Entry, 'isHeld' | 'isAcknowledged' | 'order'>): Entry {
    const written = { ...entry, isHeld: false, isAcknowledged: false, order: this.entries.length };
    this.entries.push(written);
    return written;
  }

  /** Notes that the device has stored every change shown so far. */
  held(entries: readonly Entry[]): void {
    for (const entry of entries) entry.isHeld = true;
  }

  /** Notes the server's answer to an upload: the responses that it keeps. */
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

  /** Notes that the page showed everything as saved. */
  shownAsSaved(page: number): void {
    for (const entry of this.entries) if (entry.page === page) entry.isAcknowledged = true;
  }

  /** The answers that a page on this device must find, taken when it begins to open: it may miss later confirmations. */
  knownTo(device: number): KnownAnswers {
    return {
      device,
      held: new Set(this.entries.filter((entry) => entry.isHeld && entry.device === device)),
      acknowledged: new Set(this.entries.filter(({ isAcknowledged }) => isAcknowledged)),
    };
  }

  /**
   * Checks an opened page: it must show for each question the answer that the device had stored and, where it could reach the server, the
   * confirmed one.
   */
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
