/** The kinds of events in a part of the run; a kind that never happened was not tested. */
const kinds = {
  uploads: 'uploads',
  repeated: 'repeated',
  reordered: 'reordered',
  delayed: 'delayed',
  lost: 'lost on the way',
  cut: 'cut off',
  vanished: 'vanished',
  came_back: 'came back',
  other_device: 'other device',
  wrong_clock: 'wrong clock',
  clock_jump: 'clock jumps',
} as const;

export type EventKind = keyof typeof kinds;

/** Counts the events of one part of a run. */
export class EventCounter {
  readonly counts: Record<EventKind, number>;
  /** Requests that each server answered. */
  readonly answered: number[];

  constructor(servers: number) {
    this.counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<EventKind, number>;
    this.answered = Array.from({ length: servers }, () => 0);
  }

  note(kind: EventKind): void {
    this.counts[kind] += 1;
  }

  noteAnswer(server: number): void {
    this.answered[server] = (this.answered[server] ?? 0) + 1;
  }

  /** The counts in one line, for people. */
  toString(): string {
    const counted = Object.entries(kinds).map(([kind, title]) => `${title} ${this.counts[kind as EventKind]}`);
    return `${counted.join(', ')}; answered by server ${this.answered.join(' / ')}`;
  }

  /** Titles of the events that never happened. */
  missing(): string[] {
    const never = Object.entries(kinds).flatMap(([kind, title]) => (this.counts[kind as EventKind] === 0 ? [title] : []));
    return [...never, ...this.answered.flatMap((count, server) => (count === 0 ? [`an answer of server ${server + 1}`] : []))];
  }
}
