import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from '../app.ts';
import { migrate } from '../database/migrate.ts';
import { beginMove, MoveFault, moveRows } from '../database/move.ts';
import { openDatabase } from '../database/open.ts';
import { refusePooler, ToolFault } from '../database/postgres-tools.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { readDatabaseSettings } from '../settings.ts';

const usage = `Usage:
  DATABASE_URL=postgres://… npm run move   moves the embedded database of DATA_FOLDER into an empty PostgreSQL database
Stop the server first. The embedded database stays as it is. Files, secret and keys of profiles stay in DATA_FOLDER.`;

/** Moves from the embedded database to PostgreSQL. Opens both, so it runs without a server. */
export async function moveToPostgres(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const { databaseUrl, directDatabaseUrl: url = databaseUrl, dataFolder } = readDatabaseSettings(environment, root);
  if (args.length > 0 || !url) {
    print(usage);
    return 2;
  }
  const folder = join(dataFolder, 'database');
  const began = performance.now();
  try {
    if (!existsSync(folder))
      throw new MoveFault(`There is no embedded database in ${folder}. Set DATA_FOLDER to the folder of the server.`);
    await refusePooler(url);
    const source = await openDatabase({ folder });
    try {
      const target = await openDatabase({ url, connections: 2 });
      try {
        await beginMove(target);
        for (const database of [source, target]) {
          await migrate(database, { report: print });
          await openJobQueue(database.pool, jobs);
        }
        const tables = Object.values(await moveRows(source, target, print));
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        print(
          `Moved ${rows} rows of ${tables.length} tables in ${((performance.now() - began) / 1000).toFixed(1)} s; every digest agrees. Start the servers with this DATABASE_URL and the same DATA_FOLDER.`,
        );
        return 0;
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof MoveFault || error instanceof ToolFault)) throw error;
    print(error.message);
    return 1;
  }
}
