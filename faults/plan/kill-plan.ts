import { chanceOf } from './chance.ts';

/**
 * One kill or silence: its target, its time and its length, in ms. A link connects its server to the database; `writes` of the database are
 * refused for that time, as by a standby or a full disk.
 */
export interface Kill {
  at: number;
  what: 'server' | 'database' | 'link' | 'writes';
  /** Number of the server. */
  server: number;
  downFor: number;
}

const second = 1000;

/**
 * The kills of a run: a server about every 20 s, the database about every 40 s; about every 45 s a link is silenced, and about every 35 s the
 * database becomes read-only. The embedded database is killed with its server, has no link and stays writable.
 */
export function planKills(seed: number, faultsMs: number, servers: number, hasDatabaseProcess: boolean): Kill[] {
  const chance = chanceOf(seed, `kills of ${servers}`);
  const kills: Kill[] = [];
  const plan = (what: Kill['what'], shortest: number, longest: number, shortestDown: number, longestDown: number) => {
    for (let at = chance.between(shortest / 2, longest); at < faultsMs; at += chance.between(shortest, longest)) {
      kills.push({ at, what, server: Math.floor(chance.next() * servers), downFor: chance.ratioBetween(shortestDown, longestDown) });
    }
  };
  plan('server', 12 * second, 28 * second, 0.1 * second, 6 * second);
  if (hasDatabaseProcess) {
    plan('database', 28 * second, 52 * second, 0.1 * second, 6 * second);
    plan('link', 35 * second, 55 * second, 2 * second, 30 * second);
    plan('writes', 25 * second, 45 * second, 2 * second, 15 * second);
  }
  return kills.toSorted((a, b) => a.at - b.at);
}
