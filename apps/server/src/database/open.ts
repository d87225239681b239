import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openEmbeddedPool } from './embedded/pool.ts';
import { preparingPool } from './prepared.ts';
import { noteSpread } from './scale/spread-database.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface OpenDatabase {
  db: Database;
  kind: 'embedded' | 'PostgreSQL';
  /** The pool, for statements outside the query layer. */
  pool: pg.Pool;
  /** The pool for jobs, which a pooler does not serve: the same one where there is no pooler. */
  jobPool: pg.Pool;
  /** Runs the work on a separate connection, without a time limit for statements, but with a short one for locks. */
  forMigrations<T>(work: (db: Database) => Promise<T>): Promise<T>;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

// Identifiers and counts stay below 2^53, so JavaScript numbers represent them exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The name of Abhyas's connections in the database's lists. */
export const applicationName = 'abhyas';

// The data of a hall is in memory, so rows should be found by their keys, not by scanning a table.
const inMemory = 'random_page_cost=1.1';
// Compiling a statement takes longer than the largest ones spare by it.
const notCompiled = 'jit=off';
/** The settings of a connection, by what the database is: one PostgreSQL (the embedded one too), or spread over several machines by Citus. */
const settingsOf = {
  // Without generic plans, a statement with a shorter list than estimated would be planned at each use, which costs more than running it.
  whole: ['plan_cache_mode=force_generic_plan', inMemory, notCompiled],
  spread: [
    // The machine that a statement asks depends on its values, so Citus refuses generic plans of some statements.
    'plan_cache_mode=auto',
    inMemory,
    notCompiled,
    // A transaction may change a spread table and then a reference table, which Citus refuses after parallel changes.
    'citus.multi_shard_modify_mode=sequential',
    // Scores lie by paper and sessions by student; figures of staff join them.
    'citus.enable_repartition_joins=on',
  ],
};

const longestStatementMs = 20_000;
const mostJobConnections = 3;
const longestLockOfMigrationsMs = 3000;
const maintenanceMinutes = 10;
const hotTables = ['sessions', 'responses', 'visits', 'sign_ins'];

/** Maintenance that PGlite does not run by itself. Each statement runs separately, because VACUUM refuses a transaction. */
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
  /** Address of a PostgreSQL server; when absent, the embedded database is used. */
  url?: string | undefined;
  /** Address of the same server past a pooler in transaction mode, which `url` then names; for jobs and migrations. */
  directUrl?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  folder?: string | undefined;
  template?: string | undefined;
  /** Whether Citus has spread the database over several machines. */
  isSpread?: boolean | undefined;
  /** Number of connections to a PostgreSQL server. */
  connections?: number;
  /** Milliseconds after which a statement without a result and its connection are dropped; a working server ends statements earlier. */
  silenceMs?: number;
  onFailure?: (error: unknown) => void;
}

/** Opens the database of the settings, without migrating it. */
export async function openDatabase({
  url,
  directUrl,
  folder,
  template,
  isSpread = false,
  connections = 10,
  silenceMs = longestStatementMs + 2000,
  onFailure = () => {},
}: DatabaseSettings): Promise<OpenDatabase> {
  const over = (pool: pg.Pool, isPooled = false) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool, !isPooled) }) });
  if (url) {
    const openPool = (connectionString: string, max: number, isPooled: boolean) => {
      const opened = new pg.Pool({
        connectionString,
        max,
        application_name: applicationName,
        query_timeout: silenceMs,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        // A pooler refuses settings of a connection, since another caller gets the connection next.
        ...(isPooled
          ? {}
          : {
              statement_timeout: longestStatementMs,
              options: settingsOf[isSpread ? 'spread' : 'whole'].map((setting) => `-c ${setting}`).join(' '),
            }),
      });
      // Without listeners a dying database would end the process. The pool listens to idle connections, but nobody to a connection
      // between two statements; its user gets the error from the next statement.
      opened.on('error', onFailure);
      opened.on('connect', (client) => client.on('error', () => {}));
      return opened;
    };
    const isPooled = directUrl !== undefined;
    const pool = openPool(url, connections, isPooled);
    const jobPool = isPooled ? openPool(directUrl, mostJobConnections, false) : pool;
    const forMigrations = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      const options = ['statement_timeout=0', `lock_timeout=${longestLockOfMigrationsMs}`, ...(isSpread ? settingsOf.spread : [])];
      const own = new pg.Pool({
        connectionString: directUrl ?? url,
        max: 1,
        application_name: applicationName,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        options: options.map((setting) => `-c ${setting}`).join(' '),
      });
      own.on('error', onFailure);
      const migrated = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: own }) });
      if (isSpread) noteSpread(migrated);
      return work(migrated).finally(() => own.end());
    };
    const close = async () => {
      if (isPooled) await jobPool.end();
      await pool.end();
    };
    const dump = () => Promise.reject(new Error('Only the embedded database can be dumped; use pg_dump.'));
    const db = over(pool, isPooled);
    if (isSpread) noteSpread(db);
    return { db, kind: 'PostgreSQL', pool, jobPool, forMigrations, dump, close };
  }
  const embedded = await openEmbeddedPool({ ...(folder ? { folder } : {}), ...(template ? { template } : {}) });
  embedded.pool.on('error', onFailure);
  await embedded.pool.query(settingsOf.whole.map((setting) => `set ${setting}`).join(';'));
  const stopMaintenance = maintain(embedded.pool, onFailure);
  const close = async () => {
    stopMaintenance();
    await embedded.close();
  };
  const db = over(embedded.pool);
  return {
    db,
    kind: 'embedded',
    pool: embedded.pool,
    jobPool: embedded.pool,
    forMigrations: (work) => work(db),
    dump: embedded.dump,
    close,
  };
}

/** Whether the database answers, and whether it takes writes: a standby, or a database that its operator has closed, only reads. */
export interface DatabaseState {
  database: boolean;
  writable: boolean;
}

/** The state of the database. One that does not answer within a number of milliseconds counts as away. */
export function stateWithin(ms: number, db: Database): Promise<DatabaseState> {
  const away = { database: false, writable: false };
  return Promise.race([
    sql<{ writable: boolean }>`select current_setting('transaction_read_only') = 'off' as writable`.execute(db).then(
      ({ rows }) => ({ database: true, writable: rows[0]?.writable ?? false }),
      () => away,
    ),
    setTimeout(ms, away, { ref: false }),
  ]);
}
