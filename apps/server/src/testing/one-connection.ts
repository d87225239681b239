import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database, OpenDatabase } from '../database/open.ts';

/** Set for all work within a transaction. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();

type Builder = ReturnType<Database['transaction']>;
type Work = Parameters<Builder['execute']>[0];

/** Marks the work as running within a transaction. */
function watch(builder: Builder): Builder {
  const execute = async (work: Work) => {
    const transaction = { isOpen: true };
    try {
      return await builder.execute((trx) => transactions.run(transaction, () => work(trx)));
    } finally {
      transaction.isOpen = false;
    }
  };
  return Object.assign(Object.create(builder) as Builder, {
    execute,
    setIsolationLevel: (...level: Parameters<Builder['setIsolationLevel']>) => watch(builder.setIsolationLevel(...level)),
    setAccessMode: (...mode: Parameters<Builder['setAccessMode']>) => watch(builder.setAccessMode(...mode)),
  });
}

/** Runs the work like another caller, with a separate connection. */
export const asAnotherCaller = <T>(work: () => T): T => transactions.exit(work);

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/**
 * Makes work that needs a second connection within its transaction fail at once, on every database. On the embedded database, which has one
 * connection, such work would wait for ever.
 */
export function refuseSecondConnection(database: OpenDatabase): OpenDatabase {
  const { db, pool } = database;
  const transaction = db.transaction.bind(db);
  db.transaction = () => watch(transaction());
  const connect = pool.connect.bind(pool) as (connected?: Connected) => Promise<pg.PoolClient>;
  pool.connect = ((connected?: Connected) => {
    if (!transactions.getStore()?.isOpen) return connect(connected);
    const error = new Error(
      'Within a transaction only the context of the transaction may be used: the embedded database has one connection.',
    );
    return connected ? connected(error) : Promise.reject(error);
  }) as typeof pool.connect;
  return database;
}
