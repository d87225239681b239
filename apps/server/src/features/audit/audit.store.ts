import type { ActorContext } from '../../context.ts';

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

const jsonOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

export async function insertEntry(
  { db, now, actor }: ActorContext,
  { what, object_type, object_id, before, after, reason }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      institute_id: actor.institute_id,
      user_id: actor.user_id,
      role: actor.role,
      what,
      object_type,
      object_id,
      before: jsonOf(before),
      after: jsonOf(after),
      reason: reason ?? actor.reason,
      at: now,
    })
    .execute();
}
