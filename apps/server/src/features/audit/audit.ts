import type { ActorContext } from '../../context.ts';
import { type AuditEntry, insertEntry } from './audit.store.ts';

/**
 * Writes what the actor did, in the transaction that does it: where the log cannot be written nothing is done. Throws outside a transaction,
 * which would be a defect.
 */
export async function writeAudit(context: ActorContext, entry: AuditEntry): Promise<void> {
  if (!context.db.isTransaction) throw new Error(`${entry.what} was to be logged outside its transaction`);
  await insertEntry(context, entry);
}
