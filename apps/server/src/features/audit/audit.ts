import type { ActorContext } from '../../context.ts';
import { insertEntry } from './audit.store.ts';

/** One act of staff, as the log keeps it. */
export interface AuditEntry {
  /** Object and verb, as `paper.publish`. */
  what: string;
  object_type: string;
  object_id: number | null;
  /** What the act changed, as it was and as it is now. No codes, no tokens, no phone numbers. Who reads the log may read every key. */
  before?: unknown;
  after?: unknown;
  /** The actor's own where none is given. */
  reason?: string | null;
}

/**
 * Writes what the actor did, in the transaction that does it: where the log cannot be written nothing is done. Throws outside a transaction,
 * which would be a defect.
 */
export async function writeAudit(context: ActorContext, entry: AuditEntry): Promise<void> {
  if (!context.db.isTransaction) throw new Error(`${entry.what} was to be logged outside its transaction`);
  await insertEntry(context, entry);
}
