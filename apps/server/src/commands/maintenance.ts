import { describeStatus, statusOf } from '../features/site/status/status.ts';
import { beginMaintenance, endMaintenance, maintenanceSince } from '../features/site/maintenance/maintenance.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';
import { latestTyped } from './typed-commands.ts';

const usage = `Usage:
  npm run maintenance -- on         answers every call with "Server under maintenance"; running tests keep their answers on the device
  npm run maintenance -- off        takes calls again
  npm run maintenance -- commands   lists the latest commands: when, by which user of the machine, and how each ended
  npm run maintenance -- status     tells whether maintenance is on, and the state of the installation: backups, jobs, disk, clock, storage
Every server follows within a few seconds, without a restart.`;

const verbs = ['on', 'off', 'status', 'commands'];
const mostListed = 50;

/** Switches maintenance of all servers of a database on and off. */
export const maintenance: Command = async (context, args) => {
  const [verb, ...rest] = args;
  if (rest.length > 0 || !verbs.includes(verb ?? '')) {
    context.print(usage);
    return 2;
  }
  if (verb === 'commands') {
    for (const line of await latestTyped(context, mostListed)) context.print(line);
    return 0;
  }
  if (verb === 'on') await beginMaintenance(context);
  if (verb === 'off') await endMaintenance(context);
  const since = await maintenanceSince(context);
  context.print(since ? `Under maintenance since ${since.toISOString()}.` : 'Not under maintenance.');
  const { place, storage } = context;
  if (verb === 'status' && place && storage) {
    const status = await statusOf(context, { storage, dataFolder: place.dataFolder, version });
    for (const line of describeStatus(status, context.now)) context.print(line);
  }
  return 0;
};
