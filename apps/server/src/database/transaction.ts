import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What every function of a feature works in: the database (or the transaction that is under way), the moment, and chance. */
export interface Context {
  db: Kysely<Tables>;
  now: Date;
  /** A number from 0 up to 1, drawn evenly. */
  random: () => number;
}

/** Runs the work in one transaction; inside another one, as part of it. The embedded database has one connection: use only the context given. */
export async function inTransaction<C extends Context, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context);
  return context.db.transaction().execute((trx) => work({ ...context, db: trx }));
}
