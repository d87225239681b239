// Every act of a student and every fault during it, decided before the run: their times depend on the seed only.
import { type Chance, chanceOf } from './chance.ts';

/** A change on the screen. The shares (0 to 1) select the question, the answer and, among several open pages, the page. */
export interface Act {
  kind: 'act';
  at: number;
  what: 'answer' | 'clear' | 'mark';
  questionShare: number;
  answerShare: number;
  pageShare: number;
}

/** Moments are in ms since the run began. */
export type PlannedEvent =
  | Act
  | { kind: 'open' | 'vanish'; at: number; device: 0 | 1 }
  | { kind: 'hide' | 'show' | 'finish' | 'network_lost' | 'network_back'; at: number }
  | { kind: 'clock_jump'; at: number; by: number };

export interface Cut {
  from: number;
  to: number;
  /** True: requests hang until they time out. False: they fail at once. */
  isSilent: boolean;
}

export interface StudentPlan {
  paper: number;
  events: PlannedEvent[];
  cuts: Cut[];
  /** Ms by which the device's wall clock is wrong at first; its jumps are among the events. */
  clockError: number;
  /** The student takes a session back from another device. */
  takesBack: boolean;
}

export interface RunLength {
  /** Ms during which faults happen. */
  faults: number;
  /** Ms that a test lasts. */
  test: number;
}

const second = 1000;
const hour = 3_600_000;

function actsOf(chance: Chance, from: number, to: number): Act[] {
  const acts: Act[] = [];
  for (let at = from; at < to; at += chance.between(0.6 * second, 3 * second)) {
    const share = chance.next();
    const what = share < 0.82 ? 'answer' : share < 0.9 ? 'clear' : 'mark';
    acts.push({ kind: 'act', at, what, questionShare: chance.next(), answerShare: chance.next(), pageShare: chance.next() });
  }
  return acts;
}

/** When the browser crashes, when it comes back, and on which device. */
function wayOf(chance: Chance, begin: number, { faults, test }: RunLength): PlannedEvent[] {
  const opening: PlannedEvent = { kind: 'open', at: begin, device: 0 };
  const moment = () => begin + test * chance.between(0.15, 0.9);
  const fate = chance.next();
  const at = moment();
  if (fate < 0.3) return [opening];
  if (fate < 0.6) {
    const back = at + chance.ratioBetween(0.3 * second, 45 * second);
    const again = back + chance.between(5 * second, test / 2);
    const isTwice = chance.isIn(0.5);
    const gone: PlannedEvent[] = isTwice ? [{ kind: 'vanish', at: again, device: 0 }] : [];
    const isBack = chance.isIn(0.7);
    if (isTwice && isBack) gone.push({ kind: 'open', at: again + chance.ratioBetween(second, 30 * second), device: 0 });
    return [opening, { kind: 'vanish', at, device: 0 }, { kind: 'open', at: back, device: 0 }, ...gone];
  }
  if (fate < 0.75) return [opening, { kind: 'vanish', at, device: 0 }];
  const other = at + chance.between(second, 8 * second);
  const onOther: PlannedEvent = { kind: 'open', at: other, device: 1 };
  // The student uses two devices: one after the other, or both at once.
  if (fate > 0.9) return [opening, onOther];
  const last: PlannedEvent[] = chance.isIn(0.5)
    ? [
        { kind: 'vanish', at: other + test / 4, device: 1 },
        { kind: 'open', at: other + test / 4 + chance.between(second, 10 * second), device: 0 },
      ]
    : [];
  const way: PlannedEvent[] = [opening, { kind: 'vanish', at, device: 0 }, onOther, ...last];
  return way.filter((event) => event.at < faults);
}

function cutsOf(chance: Chance, begin: number, { faults }: RunLength): Cut[] {
  const count = Math.floor(chance.between(0, 4.5));
  return Array.from({ length: count }, () => {
    const from = chance.between(begin, faults);
    return { from, to: Math.min(faults, from + chance.ratioBetween(2 * second, 120 * second)), isSilent: chance.isIn(0.3) };
  });
}

/** The device's own reports of a cut; of a silent cut it notices nothing. */
function noticesOf(cuts: readonly Cut[]): PlannedEvent[] {
  return cuts
    .filter(({ isSilent }) => !isSilent)
    .flatMap(({ from, to }): PlannedEvent[] => [
      { kind: 'network_lost', at: from },
      { kind: 'network_back', at: to },
    ]);
}

function hidesOf(chance: Chance, begin: number, test: number): PlannedEvent[] {
  if (chance.isIn(0.5)) return [];
  const at = begin + test * chance.between(0.1, 0.9);
  return [
    { kind: 'hide', at },
    { kind: 'show', at: at + chance.ratioBetween(second, 20 * second) },
  ];
}

function jumpsOf(chance: Chance, begin: number, test: number): PlannedEvent[] {
  if (chance.isIn(0.6)) return [];
  return [{ kind: 'clock_jump', at: begin + test * chance.next(), by: chance.between(-5 * hour, 5 * hour) }];
}

/** The plan of the student with this number. */
export function planStudent(seed: number, number: number, paperCount: number, length: RunLength): StudentPlan {
  const chance = chanceOf(seed, `student ${number}`);
  const begin = chance.between(0, 0.3 * length.faults);
  const finish = chance.isIn(0.3) ? [{ kind: 'finish' as const, at: begin + length.test * chance.between(0.5, 1) }] : [];
  const cuts = cutsOf(chance, begin, length);
  const events: PlannedEvent[] = [
    ...noticesOf(cuts),
    ...actsOf(chance, begin + second, begin + length.test + 10 * second),
    ...wayOf(chance, begin, length),
    ...hidesOf(chance, begin, length.test),
    ...jumpsOf(chance, begin, length.test),
    ...finish,
  ];
  return {
    paper: number % paperCount,
    events: events.toSorted((a, b) => a.at - b.at),
    cuts,
    clockError: chance.isIn(0.5) ? chance.between(-48 * hour, 48 * hour) : chance.between(-5 * second, 5 * second),
    takesBack: chance.isIn(0.5),
  };
}

/** The network faults of one request. */
export interface RequestFate {
  serverShare: number;
  /** Ms before the request reaches the server, and before the answer reaches the page. */
  delay: number;
  answerDelay: number;
  loss: 'request' | 'answer' | null;
  /** Ms after which a copy of an upload arrives a second time, whatever other requests came in between. */
  repeatedAfter: number | null;
}

/** The fates of a student's requests, in their order. */
export function requestFates(seed: number, number: number): () => RequestFate {
  const chance = chanceOf(seed, `network ${number}`);
  return () => {
    const [serverShare, isSlow, lossShare] = [chance.next(), chance.isIn(0.08), chance.next()];
    return {
      serverShare,
      delay: isSlow ? chance.between(second, 12 * second) : chance.between(0, 80),
      answerDelay: chance.isIn(0.05) ? chance.between(second, 8 * second) : chance.between(0, 80),
      loss: lossShare < 0.04 ? 'request' : lossShare < 0.1 ? 'answer' : null,
      repeatedAfter: chance.isIn(0.15) ? chance.ratioBetween(100, 30 * second) : null,
    };
  };
}
