import { countOpenPastEnd, findPapers, findSessions } from './environment/findings.ts';
import type { Environment } from './environment/environment.ts';
import { addTestTakers, paperCount } from './environment/test-takers.ts';
import { pause } from './environment/waiting.ts';
import { graceMs, judge, type Verdict } from './ledger/verdict.ts';
import { chanceOf } from './plan/chance.ts';
import type { Kill } from './plan/kill-plan.ts';
import { planPart } from './plan/part-plan.ts';
import type { RunLength } from './plan/student-plan.ts';
import { EventCounter } from './students/event-counter.ts';
import { Student } from './students/student.ts';

export interface PartSettings {
  seed: number;
  students: number;
  minutes: number;
  say: (text: string) => void;
}

export interface PartResult extends Verdict {
  name: string;
  kills: number;
  /** The number of times that a database connection was silenced. */
  silences: number;
  /** The number of times that the database refused writes for some seconds. */
  read_only: number;
  /** Requests that a proxy answered with its own error page. */
  proxy_failures: number;
  crashes: number;
  open_past_end: number;
  events: EventCounter;
  /** Events that the run was to try and that never happened: the run proves nothing about them. */
  untried: string[];
  folder: string;
}

const second = 1000;
const shortestTest = 60;
/** The time a server may take to start on a busy machine. */
const startAllowance = 25 * second;
/** The job that ends tests runs every minute; on a busy machine it may take some seconds more. */
const jobAllowance = 80 * second;
const comeBackAllowance = 180 * second;

type Victims = Record<Kill['what'], number>;

async function kill(environment: Environment, { what, server, downFor }: Kill): Promise<void> {
  if (what === 'link') {
    const link = environment.links[server];
    link?.silence();
    await pause(downFor);
    link?.restore();
    return;
  }
  if (what === 'writes') {
    await environment.cluster?.setReadOnly(true);
    await pause(downFor);
    await environment.cluster?.setReadOnly(false);
    return;
  }
  const victim = what === 'database' ? environment.cluster : environment.servers[server];
  if (!victim) return;
  await victim.kill();
  await pause(downFor);
  await victim.startAgain();
}

/** Kills by the plan. A process that is still down at its next turn is skipped. Returns the number of kills. */
export async function killByPlan(environment: Environment, kills: readonly Kill[], now: () => number): Promise<Victims> {
  const down = new Map<string, Promise<void>>();
  const victims: Victims = { server: 0, database: 0, link: 0, writes: 0 };
  for (const planned of kills) {
    await pause(planned.at - now());
    const victim = `${planned.what} ${planned.what === 'database' || planned.what === 'writes' ? '' : planned.server}`;
    if (down.has(victim)) continue;
    victims[planned.what] += 1;
    down.set(
      victim,
      kill(environment, planned).finally(() => down.delete(victim)),
    );
  }
  await Promise.all(down.values());
  return victims;
}

const proxyFailures = ({ proxies }: Environment) => proxies.reduce((sum, { failures }) => sum + failures, 0);

/** Titles of the events that this run was to try and that never happened. */
function untriedOf(environment: Environment, students: number, victims: Victims, events: EventCounter, verdict: Verdict): string[] {
  const { acknowledged, sessions, late } = verdict;
  const needed: [string, number][] = [
    ['a kill of a server', victims.server],
    ['a kill of the database', environment.cluster === null ? 1 : victims.database],
    ['a database that refused writes', environment.cluster === null ? 1 : victims.writes],
    ['a silent connection to the database', environment.cluster === null ? 1 : victims.link],
    ['a failure answered by the proxy', proxyFailures(environment)],
    ['an answer that was acknowledged', acknowledged],
    ['an answer that came late', late],
    ['a session of nine students in ten', sessions < 0.9 * students ? 0 : sessions],
  ];
  return [...needed.flatMap(([title, count]) => (count === 0 ? [title] : [])), ...events.missing()];
}

/** Runs one part: students at their tests on one environment, with every planned fault, and the verdict afterwards. */
export async function runPart(environment: Environment, { seed, students: count, minutes, say }: PartSettings): Promise<PartResult> {
  const faults = minutes * 60 * second;
  const length: RunLength = { faults, test: Math.max(shortestTest * second, Math.round(faults / 2 / second) * second) };
  const times = { seconds: length.test / second, closesAt: new Date(Date.now() + startAllowance + 0.9 * faults) };
  const testTakers = await environment.withDatabase((database) => addTestTakers(database, count, times, chanceOf(seed, 'demo')));
  await environment.startServers();
  say(`${environment.name}: ${count} students, ${minutes} minutes of faults …`);

  const began = performance.now();
  const now = () => performance.now() - began;
  const isCalm = () => now() >= faults;
  const addresses = environment.proxies.map(({ address }) => address);
  const hasDatabaseProcess = environment.cluster !== null;
  const plan = planPart(seed, length, { students: count, papers: paperCount, servers: addresses.length, hasDatabaseProcess });
  const events = new EventCounter(addresses.length);
  const students = plan.students.map((planned, number) => {
    const [person, paper] = [testTakers.students[number], testTakers.papers[planned.paper]];
    if (!person || !paper) throw new Error(`There is no place for student ${number}.`);
    return new Student({ seed, number, plan: planned, nextFate: plan.fatesOf(number), person, paper, addresses, now, isCalm, events });
  });
  const killing = killByPlan(environment, plan.kills, now);
  await Promise.all(students.map((student) => student.follow()));
  const victims = await killing;
  await pause(faults - now());

  say(`${environment.name}: the faults are over; waiting for the ends of all tests …`);
  await Promise.all(students.map((student) => student.handIn()));
  const lastDeadline = Math.max(...students.map((student) => student.deadline));
  await pause(lastDeadline + graceMs + jobAllowance - Date.now());
  const open_past_end = await environment.withDatabase((database) => countOpenPastEnd(database, jobAllowance));

  say(`${environment.name}: every student opens the test once more …`);
  const deadline = now() + comeBackAllowance;
  await Promise.all(students.map((student) => student.comeBack(deadline)));
  const crashes = environment.servers.reduce((sum, server) => sum + server.crashes, 0);
  const papers = testTakers.papers.map(({ id }) => id);
  const ledgers = new Map(students.map((student) => [student.id, student.ledger]));
  const verdict = await environment.withDatabase(async (database) =>
    judge(ledgers, await findSessions(database, [...ledgers.keys()], papers), await findPapers(database, papers)),
  );
  const more = [
    ...(crashes > 0 ? [`servers ended ${crashes} times without having been killed`] : []),
    ...(open_past_end > 0 ? [`${open_past_end} sessions were open past deadline, grace and job`] : []),
  ];
  return {
    ...verdict,
    faults: [...more, ...verdict.faults],
    name: environment.name,
    kills: victims.server + victims.database,
    silences: victims.link,
    read_only: victims.writes,
    proxy_failures: proxyFailures(environment),
    crashes,
    open_past_end,
    events,
    untried: untriedOf(environment, count, victims, events, verdict),
    folder: environment.folder,
  };
}
