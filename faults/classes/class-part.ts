import { Balancer } from '../environment/balancer.ts';
import type { Environment } from '../environment/environment.ts';
import { addLiveClass, findQuiz } from '../environment/live-class.ts';
import { pause } from '../environment/waiting.ts';
import { type ClassVerdict, judgeClass } from '../ledger/class-verdict.ts';
import { killByPlan, type PartSettings } from '../part.ts';
import { chanceOf } from '../plan/chance.ts';
import { planClass } from '../plan/class-plan.ts';
import { requestFates } from '../plan/student-plan.ts';
import { EventCounter } from '../students/event-counter.ts';
import { Network } from '../students/network.ts';
import { Member } from './member.ts';
import { Teacher } from './teacher.ts';

export interface ClassResult extends ClassVerdict {
  name: string;
  kills: number;
  silences: number;
  read_only: number;
  questions: number;
  crashes: number;
  untried: string[];
  folder: string;
}

const second = 1000;
const settleAllowance = 90 * second;
const lookEvery = 200;

/** Checks all the time whether any server answers. */
class Watch {
  since: number | null = null;
  #isOver = false;
  async follow(teacher: Teacher, now: () => number): Promise<void> {
    while (!this.#isOver) {
      const hears = await Promise.race([teacher.hears(), pause(2 * second).then(() => false)]);
      this.since = hears ? (this.since ?? now()) : null;
      await pause(lookEvery);
    }
  }
  end(): void {
    this.#isOver = true;
  }
}

/**
 * Runs a live class with its quiz on one environment while servers, database, silent connections and networks fail, and the verdict
 * afterwards.
 */
export async function runClass(environment: Environment, { seed, students: count, minutes, say }: PartSettings): Promise<ClassResult> {
  const faults = minutes * 60 * second;
  const hasDatabaseProcess = environment.cluster !== null;
  const servers = hasDatabaseProcess ? 2 : 1;
  const plan = planClass(seed, faults, count, servers, hasDatabaseProcess);
  const held = await environment.withDatabase((database) => addLiveClass(database, count, plan.questions.length, chanceOf(seed, 'demo')));
  await environment.startServers();
  const balancer = await Balancer.start(environment.servers.map(({ address }) => address));
  say(`${environment.name}: a class of ${count}, ${minutes} minutes of faults …`);

  const { address } = balancer;
  const teacher = new Teacher(held.teacher.token, held.meeting, address);
  const began = performance.now();
  const now = () => performance.now() - began;
  const isCalm = () => now() >= faults;
  const watch = new Watch();
  const watching = watch.follow(teacher, now);
  const events = new EventCounter(1);
  const members = plan.members.flatMap((planned, number) => {
    const person = held.students[number];
    if (!person) return [];
    const { token, id } = person;
    const network = new Network({
      addresses: [address],
      token,
      cuts: planned.cuts,
      nextFate: requestFates(seed, number),
      now,
      isCalm,
      events,
    });
    return [
      new Member({ id, token, meeting: held.meeting, address, plan: planned, network, now, isCalm, answersSince: () => watch.since }),
    ];
  });
  const killing = killByPlan(environment, plan.kills, now);
  const following = Promise.all(members.map((member) => member.follow()));
  const questions = await teacher.teach(plan.questions, isCalm);
  const victims = await killing;
  await pause(faults - now());
  await following;

  say(`${environment.name}: the faults are over; the class ends …`);
  const number = await teacher.complete();
  const deadline = now() + settleAllowance;
  const settled = await Promise.all(members.map((member) => member.settle(number, deadline)));
  watch.end();
  await watching;
  await balancer.close();
  const verdict = judgeClass(
    members.map(({ book }) => book),
    await environment.withDatabase((database) => findQuiz(database, held.meeting)),
  );
  const crashes = environment.servers.reduce((sum, server) => sum + server.crashes, 0);
  const unsettled = settled.filter((isSettled) => !isSettled).length;
  const { uploads, repeated, lost, cut } = events.counts;
  const needed: [string, number][] = [
    ['a kill of a server', victims.server],
    ['a kill of the database', hasDatabaseProcess ? victims.database : 1],
    ['a database that refused writes', hasDatabaseProcess ? victims.writes : 1],
    ['an answer that was acknowledged', verdict.acknowledged],
    ['an answer that came late', verdict.late],
    ['an answer sent twice', repeated],
    ['an answer lost on the way', Math.min(uploads, lost)],
    ['a network that was cut', cut],
    ['a socket that was lost', verdict.sockets_lost],
  ];
  return {
    ...verdict,
    faults: [
      ...(crashes > 0 ? [`servers ended ${crashes} times without having been killed`] : []),
      ...(unsettled > 0 ? [`${unsettled} pages were not as they should be ${settleAllowance / second} s after the end`] : []),
      ...verdict.faults,
    ],
    name: environment.name,
    kills: victims.server + victims.database,
    silences: victims.link,
    read_only: victims.writes,
    questions,
    crashes,
    untried: needed.flatMap(([title, times]) => (times === 0 ? [title] : [])),
    folder: environment.folder,
  };
}
