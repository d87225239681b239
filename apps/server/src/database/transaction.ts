import type { Database } from './open.ts';

/**
 * Runs the work in a transaction, or as part of the present one. Use only the given context, because the embedded database has one
 * connection.
 */
export async function inTransaction<C extends { db: Database }, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context);
  return context.db.transaction().execute((trx) => work({ ...context, db: trx }));
}

/** Runs read-only work on one snapshot of the database, which does not show later writes. */
export async function inSnapshot<C extends { db: Database }, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context);
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => work({ ...context, db: trx }));
}
