import { readdirSync, readFileSync } from 'node:fs';
import type { OpenDatabase } from '@abhyas/server/database/open';

/** Linux counts processor time in hundredths of a second, whatever the kernel's tick. */
const ticks = 100;

interface ProcessTimes {
  name: string;
  parent: number;
  own: number;
  endedChildren: number;
}

/** Null for a process that has ended, and on a system without /proc. */
function timesOf(pid: number | string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text
      .slice(end + 2)
      .split(' ')
      .map(Number);
    const seconds = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / ticks;
    return { name: text.slice(text.indexOf('(') + 1, end), parent: fields[1] ?? 0, own: seconds(11), endedChildren: seconds(13) };
  } catch {
    return null;
  }
}

/** Processor seconds of a process and all its children, including ended ones; null where the system does not report them. */
export function processorSeconds(pid: number): number | null {
  const root = timesOf(pid);
  if (!root) return null;
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (timesOf(name) ?? []) : []));
  return children.filter(({ parent }) => parent === pid).reduce((sum, { own }) => sum + own, root.own + root.endedChildren);
}

/** The parent of all processes of the PostgreSQL server; null where the server is on another machine, and for the embedded database. */
export async function postmasterOf({ pool, kind }: OpenDatabase): Promise<number | null> {
  if (kind === 'embedded') return null;
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = timesOf(rows[0]?.pid ?? 0);
  return backend?.name === 'postgres' ? backend.parent : null;
}
