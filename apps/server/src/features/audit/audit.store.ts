import type { ActorContext } from '../../context.ts';
import type { AuditEntry } from './audit.ts';

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
