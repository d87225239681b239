import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openEmbeddedPool } from './embedded/pool.ts';
import { preparingPool } from './prepared.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface OpenDatabase {
  db: Database;
  kind: 'embedded' | 'PostgreSQL';
  /** For statements that stand outside the query layer. */
  pool: pg.Pool;
  /** Does the work on a connection of its own: no statement is given up, and none waits long for a lock. */
  forMigrations<T>(work: (db: Database) => Promise<T>): Promise<T>;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

// Identifiers and counts stay below 2^53, so JavaScript numbers hold them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const plannerSettings = [
  // A list that is shorter than the planner guesses would have a statement planned at each use, which costs more than running it.
  'plan_cache_mode=force_generic_plan',
  // What a hall works on is in memory: rows are found by their keys, not by reading through a table.
  'random_page_cost=1.1',
];

const longestStatementMs = 20_000;
const longestLockOfMigrationsMs = 3000;
const maintenanceMinutes = 10;
const hotTables = ['sessions', 'responses', 'visits', 'sign_ins'];

/** PGlite neither vacuums nor checkpoints by itself. Each statement stands alone: VACUUM refuses a transaction. */
function maintain(pool: pg.Pool, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    void (async () => {
      for (const table of hotTables) await pool.query(`vacuum (analyze) ${table}`);
      await pool.query('checkpoint');
    })().catch(onFailure);
  }, maintenanceMinutes * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

export interface DatabaseSettings {
  /** Address of a PostgreSQL server; the embedded database when absent. */
  url?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  folder?: string | undefined;
  template?: string | undefined;
  /** Connections to a PostgreSQL server. */
  connections?: number;
  /** Milliseconds after which a statement without an answer is given up and its connection with it: the server would have ended it itself. */
  silenceMs?: number;
  onFailure?: (error: unknown) => void;
}

/** Opens the database that the settings name. It is not migrated yet. */
export async function openDatabase({
  url,
  folder,
  template,
  connections = 10,
  silenceMs = longestStatementMs + 2000,
  onFailure = () => {},
}: DatabaseSettings): Promise<OpenDatabase> {
  const over = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  if (url) {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      statement_timeout: longestStatementMs,
      query_timeout: silenceMs,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: plannerSettings.map((setting) => `-c ${setting}`).join(' '),
    });
    // Without listeners a database that dies would end the process: of idle connections the pool hears, of those in use between two
    // statements nobody; who uses one learns it from the next statement.
    pool.on('error', onFailure);
    pool.on('connect', (client) => client.on('error', () => {}));
    const forMigrations = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      const options = `-c statement_timeout=0 -c lock_timeout=${longestLockOfMigrationsMs}`;
      const own = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000, keepAlive: true, options });
      own.on('error', onFailure);
      return work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: own }) })).finally(() => own.end());
    };
    const close = () => pool.end();
    const dump = () => Promise.reject(new Error('Only the embedded database can be dumped; use pg_dump.'));
    return { db: over(pool), kind: 'PostgreSQL', pool, forMigrations, dump, close };
  }
  const embedded = await openEmbeddedPool({ ...(folder ? { folder } : {}), ...(template ? { template } : {}) });
  embedded.pool.on('error', onFailure);
  await embedded.pool.query(plannerSettings.map((setting) => `set ${setting}`).join(';'));
  const stopMaintenance = maintain(embedded.pool, onFailure);
  const close = async () => {
    stopMaintenance();
    await embedded.close();
  };
  const db = over(embedded.pool);
  return { db, kind: 'embedded', pool: embedded.pool, forMigrations: (work) => work(db), dump: embedded.dump, close };
}
