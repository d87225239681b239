import { countOpenPastEnd, findPapers, findSessions } from './ground/findings.ts';
import type { Ground } from './ground/ground.ts';
import { fillHall, paperCount } from './ground/hall.ts';
import { pause } from './ground/waiting.ts';
import { graceMs, judge, type Verdict } from './ledger/verdict.ts';
import { type Kill, planKills } from './plan/kill-plan.ts';
import { planStudent, type RunLength } from './plan/student-plan.ts';
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
  crashes: number;
  open_past_end: number;
  folder: string;
}

const second = 1000;
const shortestTest = 60;
/** Servers need this long to start on a machine that does other things besides. */
const startAllowance = 25 * second;
/** The job that ends tests comes by every minute; on a machine under load it may take some seconds more. */
const jobAllowance = 80 * second;
const comeBackAllowance = 180 * second;

async function kill(ground: Ground, { what, server, downFor }: Kill): Promise<void> {
  const victim = what === 'database' ? ground.cluster : ground.servers[server];
  if (!victim) return;
  await victim.kill();
  await pause(downFor);
  await victim.startAgain();
}

/** Kills by the plan. What is still down when its next turn comes is left alone. Returns how many were killed. */
async function killByPlan(ground: Ground, kills: readonly Kill[], now: () => number): Promise<number> {
  const down = new Map<string, Promise<void>>();
  let count = 0;
  for (const planned of kills) {
    await pause(planned.at - now());
    const victim = `${planned.what} ${planned.what === 'server' ? planned.server : ''}`;
    if (down.has(victim)) continue;
    count += 1;
    down.set(
      victim,
      kill(ground, planned).finally(() => down.delete(victim)),
    );
  }
  await Promise.all(down.values());
  return count;
}

/** One part of the run: students at their tests on one ground, everything that can go wrong, and the count afterwards. */
export async function runPart(ground: Ground, { seed, students: count, minutes, say }: PartSettings): Promise<PartResult> {
  const faults = minutes * 60 * second;
  const length: RunLength = { faults, test: Math.max(shortestTest * second, Math.round(faults / 2 / second) * second) };
  const hall = await ground.withDatabase((database) =>
    fillHall(database, count, { seconds: length.test / second, closesAt: new Date(Date.now() + startAllowance + 0.9 * faults) }),
  );
  await ground.startServers();
  say(`${ground.name}: ${count} students, ${minutes} minutes of faults …`);

  const began = performance.now();
  const now = () => performance.now() - began;
  const isCalm = () => now() >= faults;
  const addresses = ground.servers.map(({ address }) => address);
  const students = hall.students.map((person, number) => {
    const plan = planStudent(seed, number, paperCount, length);
    const paper = hall.papers[plan.paper] ?? { id: 0, crib: new Map() };
    return new Student({ seed, number, plan, person, paper, addresses, now, isCalm });
  });
  const killing = killByPlan(ground, planKills(seed, faults, ground.servers.length, ground.cluster !== null), now);
  await Promise.all(students.map((student) => student.follow()));
  const kills = await killing;
  await pause(faults - now());

  say(`${ground.name}: the faults are over; waiting for the ends of all tests …`);
  await Promise.all(students.map((student) => student.handIn()));
  const lastDeadline = Math.max(...students.map((student) => student.deadline));
  await pause(lastDeadline + graceMs + jobAllowance - Date.now());
  const open_past_end = await ground.withDatabase((database) => countOpenPastEnd(database, jobAllowance));

  say(`${ground.name}: everybody comes back …`);
  const deadline = now() + comeBackAllowance;
  await Promise.all(students.map((student) => student.comeBack(deadline)));
  const crashes = ground.servers.reduce((sum, server) => sum + server.crashes, 0);
  const ledgers = new Map(students.map((student) => [student.id, student.ledger]));
  const verdict = await ground.withDatabase(async (database) =>
    judge(
      ledgers,
      await findSessions(database),
      await findPapers(
        database,
        hall.papers.map(({ id }) => id),
      ),
    ),
  );
  return { ...verdict, name: ground.name, kills, crashes, open_past_end, folder: ground.folder };
}
