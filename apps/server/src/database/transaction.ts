import type { Database } from './open.ts';

/** Runs the work in one transaction; inside another one, as part of it. The embedded database has one connection: use only the context given. */
export async function inTransaction<C extends { db: Database }, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context);
  return context.db.transaction().execute((trx) => work({ ...context, db: trx }));
}

/** Runs the work on one state of the database: what others write meanwhile is not seen, and nothing is written. */
export async function inSnapshot<C extends { db: Database }, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context);
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => work({ ...context, db: trx }));
}
