// Every event of a live class, decided before the run.
import { chanceOf } from './chance.ts';
import { type Kill, planKills } from './kill-plan.ts';
import type { Cut } from './student-plan.ts';

const second = 1000;

/** The teacher's acts on one question, in ms after it was shown. */
export interface QuestionPlan {
  /** Ms before the question is shown. */
  pause: number;
  lockAfter: number;
  /** Locks the question without the countdown. */
  locksAtOnce: boolean;
  /** Unlocks the question once more and locks it again. */
  isUnlocked: boolean;
}

/** A student's answer to one question; null: no answer. */
export interface AnswerPlan {
  after: number;
  option: 1 | 2 | 3 | 4;
  /** The option that a second device sends at the same moment. */
  otherOption: 1 | 2 | 3 | 4 | null;
}

export interface MemberPlan {
  cuts: Cut[];
  /** When the page closes for a reload, and for how long it stays closed. */
  reload: { at: number; goneFor: number } | null;
  answers: (AnswerPlan | null)[];
}

export interface ClassPlan {
  kills: Kill[];
  questions: QuestionPlan[];
  members: MemberPlan[];
}

const everyQuestion = 9 * second;

/** The kills of every run, and every 30 to 50 s a kill of all servers at once. */
function killsOf(seed: number, faultsMs: number, servers: number, hasDatabaseProcess: boolean): Kill[] {
  const kills = planKills(seed, faultsMs, servers, hasDatabaseProcess);
  const chance = chanceOf(seed, 'kills of all servers');
  for (let at = chance.between(15 * second, 30 * second); at < faultsMs; at += chance.between(30 * second, 50 * second)) {
    const downFor = chance.ratioBetween(second, 8 * second);
    for (let server = 0; server < servers; server += 1) kills.push({ at, what: 'server', server, downFor });
  }
  return kills.toSorted((a, b) => a.at - b.at);
}

function memberOf(seed: number, number: number, faultsMs: number, questions: number): MemberPlan {
  const chance = chanceOf(seed, `member ${number}`);
  const option = () => (1 + Math.floor(chance.next() * 4)) as 1 | 2 | 3 | 4;
  const cuts = Array.from({ length: Math.floor(chance.between(0, 3)) }, () => {
    const from = chance.between(0, faultsMs);
    return { from, to: Math.min(faultsMs, from + chance.ratioBetween(2 * second, 30 * second)), isSilent: chance.isIn(0.3) };
  });
  const reload = chance.isIn(0.2)
    ? { at: chance.between(0.1, 0.9) * faultsMs, goneFor: chance.ratioBetween(0.5 * second, 10 * second) }
    : null;
  const answers = Array.from({ length: questions }, () =>
    chance.isIn(0.1)
      ? null
      : { after: chance.ratioBetween(0.2 * second, 8 * second), option: option(), otherOption: chance.isIn(0.1) ? option() : null },
  );
  return { cuts, reload, answers };
}

/** The plan of a class. It depends on these arguments only. */
export function planClass(seed: number, faultsMs: number, members: number, servers: number, hasDatabaseProcess: boolean): ClassPlan {
  const chance = chanceOf(seed, 'teacher');
  const questions = Array.from({ length: Math.ceil(faultsMs / everyQuestion) }, () => ({
    pause: chance.between(0.2 * second, 2 * second),
    lockAfter: chance.between(2 * second, 6 * second),
    locksAtOnce: chance.isIn(0.3),
    isUnlocked: chance.isIn(0.15),
  }));
  return {
    kills: killsOf(seed, faultsMs, servers, hasDatabaseProcess),
    questions,
    members: Array.from({ length: members }, (_, number) => memberOf(seed, number, faultsMs, questions.length)),
  };
}
