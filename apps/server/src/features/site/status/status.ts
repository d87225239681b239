import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { mostClockErrorMs } from '../../../jobs/clock-watch.ts';
import { findNewestBackups } from '../backups/backups.ts';
import * as store from './status.store.ts';

const storageSeconds = 5;
const daysBetweenBackups = 2;
const daysBetweenProofs = 8;
const mostWaitingSeconds = 600;
const leastFreePart = 0.1;
const dayMs = 86_400_000;

interface StatusParts {
  storage: Storage;
  dataFolder: string;
  version: string;
}

/** The facts about an installation for its operator. Disk and clock are those of the machine that asks. */
export interface Status {
  version: string;
  database: { version: string; bytes: number; step: string };
  backups: Awaited<ReturnType<typeof findNewestBackups>>;
  jobs: store.JobFigures[];
  disk: { freeBytes: number; bytes: number };
  /** Seconds by which this machine's clock is ahead of the database's. */
  aheadSeconds: number;
  isStorageReachable: boolean;
}

/** Whether the storage answers within some seconds, even if it does not have the object. */
const reaches = (storage: Storage): Promise<boolean> =>
  Promise.race([
    storage.find('passes/unreferenced-files').then(
      () => true,
      () => false,
    ),
    setTimeout(storageSeconds * 1000, false, { ref: false }),
  ]);

/** The state of the installation now. Throws if the database does not answer. */
export async function statusOf(context: Context, { storage, dataFolder, version }: StatusParts): Promise<Status> {
  const began = performance.now();
  const { now, ...database } = await store.findDatabase(context);
  const roundTripMs = performance.now() - began;
  const [disk, isStorageReachable] = await Promise.all([statfs(dataFolder), reaches(storage)]);
  return {
    version,
    database,
    backups: await findNewestBackups(context),
    jobs: await store.findJobs(context),
    disk: { freeBytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize },
    aheadSeconds: (context.now.getTime() + roundTripMs / 2 - now.getTime()) / 1000,
    isStorageReachable,
  };
}

const sizeOf = (bytes: number) => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);
const minuteOf = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function linesOfBackups({ made_at, proved_at, proved_made_at }: Status['backups'], now: Date): [boolean, string][] {
  const isOlder = (moment: Date, days: number) => now.getTime() - moment.getTime() > days * dayMs;
  return [
    made_at
      ? [isOlder(made_at, daysBetweenBackups), `newest backup: ${minuteOf(made_at)}`]
      : [true, 'no backup was made: npm run backup -- FOLDER'],
    proved_at && proved_made_at
      ? [isOlder(proved_made_at, daysBetweenProofs), `newest proved backup: of ${minuteOf(proved_made_at)}, proved ${minuteOf(proved_at)}`]
      : [true, 'no backup was proved: npm run verify-backup -- FOLDER'],
  ];
}

function linesOfJobs(jobs: Status['jobs']): [boolean, string][] {
  const late = jobs.filter(({ state, oldestSeconds }) => state === 'failed' || oldestSeconds > mostWaitingSeconds);
  if (late.length === 0) return [[false, 'jobs: none is stuck']];
  return late.map(({ name, state, count, oldestSeconds }) => [
    true,
    `jobs: ${count} of ${name} are ${state}, the oldest for ${Math.round(oldestSeconds / 60)} minutes`,
  ]);
}

/** A line for each fact that an operator watches; lines that need an action begin with `DUE`. */
export function describeStatus(status: Status, now: Date): string[] {
  const { version, database, backups, jobs, disk, aheadSeconds, isStorageReachable } = status;
  const lines: [boolean, string][] = [
    [false, `version ${version}; PostgreSQL ${database.version}, ${sizeOf(database.bytes)}, step ${database.step}`],
    ...linesOfBackups(backups, now),
    ...linesOfJobs(jobs),
    [disk.freeBytes < disk.bytes * leastFreePart, `disk of the data folder: ${sizeOf(disk.freeBytes)} of ${sizeOf(disk.bytes)} free`],
    [Math.abs(aheadSeconds) * 1000 > mostClockErrorMs, `clock: ${Math.abs(aheadSeconds).toFixed(1)} s from the database's`],
    [!isStorageReachable, isStorageReachable ? 'file storage: answers' : 'file storage: does not answer'],
  ];
  return lines.map(([isDue, line]) => `${isDue ? 'DUE' : 'ok '}  ${line}`);
}
