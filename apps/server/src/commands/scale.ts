import type pg from 'pg';
import { onServer, refusePooler, ToolFault } from '../database/postgres-tools.ts';
import { findObstacles } from '../database/scale/cluster.ts';
import { spread, SpreadFault } from '../database/scale/spread.ts';
import { describeCluster, rebalance } from '../database/scale/status.ts';
import { readDatabaseSettings } from '../settings.ts';

const usage = `Usage:
  npm run scale -- check       says whether the database at DATABASE_URL can be spread over the machines of its Citus cluster
  npm run scale -- spread      spreads it, or goes on after an interruption, or places the tables of a new version; stop the servers first
  npm run scale -- status      says which tables and how much of them lie on each machine
  npm run scale -- rebalance   moves parts of tables to machines that were added; the servers go on`;

type Print = (line: string) => void;

const works: Record<string, (client: pg.Client, print: Print) => Promise<number>> = {
  check: async (client, print) => {
    const obstacles = await findObstacles(client);
    for (const line of obstacles) print(line);
    if (obstacles.length === 0) print('The database can be spread.');
    return obstacles.length === 0 ? 0 : 1;
  },
  spread: async (client, print) => {
    const { tables, lost } = await spread(client, print);
    for (const key of lost) print(`Given up, as docs/scale.md explains: ${key}`);
    print(`Placed ${tables} tables; constraints, indexes and rows are as before. Start the servers with DATABASE_IS_SPREAD=1.`);
    return 0;
  },
  status: async (client, print) => {
    const { lines, isInPlace } = await describeCluster(client);
    for (const line of lines) print(line);
    return isInPlace ? 0 : 1;
  },
  rebalance: async (client, print) => {
    const moved = await rebalance(client);
    print(moved === 0 ? 'Every machine has its share already.' : `Moved ${moved} parts with what belongs to them.`);
    return 0;
  },
};

/** Spreads the database over several machines. Opens it without a server's time limits, so it runs apart from the server. */
export async function scaleDatabase(args: readonly string[], environment: NodeJS.ProcessEnv, root: string, print: Print): Promise<number> {
  const { databaseUrl, directDatabaseUrl: url = databaseUrl } = readDatabaseSettings(environment, root);
  const [name = ''] = args;
  const work = Object.hasOwn(works, name) ? works[name] : undefined;
  if (!work || args.length !== 1 || !url) {
    print(usage);
    return 2;
  }
  try {
    await refusePooler(url);
    return await onServer(url, (client) => work(client, print));
  } catch (error) {
    if (!(error instanceof SpreadFault || error instanceof ToolFault)) throw error;
    print(error.message);
    return 1;
  }
}
