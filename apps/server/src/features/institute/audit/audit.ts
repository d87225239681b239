import { AUDIT_PER_PAGE } from '@abhyas/contract/institute/audit';
import type { ActorContext, StaffContext } from '../../../context.ts';
import { type AuditEntry, findEntries, insertEntry } from './audit.store.ts';

/**
 * Writes the actor's act to the log in the transaction of the act, so that an act which cannot be logged is undone. Throws outside a
 * transaction, which would be a defect.
 */
export async function writeAudit(context: ActorContext, entry: AuditEntry): Promise<void> {
  if (!context.db.isTransaction) throw new Error(`${entry.what} was to be logged outside its transaction`);
  await insertEntry(context, entry);
}

/** A page of the log of the actor's institute. */
export async function auditLog(context: StaffContext, before: number | null, about: string | null) {
  const rows = await findEntries(context, before, about, AUDIT_PER_PAGE + 1);
  return {
    entries: rows.slice(0, AUDIT_PER_PAGE).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    has_more: rows.length > AUDIT_PER_PAGE,
  };
}
