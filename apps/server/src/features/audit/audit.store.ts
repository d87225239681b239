import type { Actor, Context } from '../../context.ts';
import type { AuditEntry } from './audit.ts';

const jsonOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

export async function insertEntry(
  { db, now, actor: { institute_id, user_id, role } }: Context & { actor: Actor },
  { what, object_type, object_id, before, after, reason = null }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ institute_id, user_id, role, what, object_type, object_id, before: jsonOf(before), after: jsonOf(after), reason, at: now })
    .execute();
}
