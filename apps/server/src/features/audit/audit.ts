import type { Actor, Context } from '../../context.ts';
import { insertEntry } from './audit.store.ts';

/** One act of staff, as the log keeps it. */
export interface AuditEntry {
  /** Object and verb, as `paper.publish`. */
  what: string;
  object_type: string;
  object_id: number | null;
  /** What the act changed, as it was and as it is now. No keys of papers that are not over, no codes, no tokens. */
  before?: unknown;
  after?: unknown;
  reason?: string | null;
}

/**
 * Writes what the actor did, in the transaction that does it: where the log cannot be written nothing is done. Throws outside a transaction,
 * which would be a defect.
 */
export async function writeAudit(context: Context & { actor: Actor }, entry: AuditEntry): Promise<void> {
  if (!context.db.isTransaction) throw new Error(`${entry.what} was to be logged outside its transaction`);
  await insertEntry(context, entry);
}
