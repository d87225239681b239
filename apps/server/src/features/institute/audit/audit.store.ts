import type { StaffRole } from '@abhyas/contract/institute/rights';
import { sql } from 'kysely';
import type { ActorContext, StaffContext } from '../../../context.ts';

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

/** Entries of the actor's institute before one of them, the latest first, with names of persons and of what was acted on. */
export async function findEntries({ db, actor }: StaffContext, before: number | null, about: string | null, count: number) {
  const { rows } = await sql<{
    id: number;
    at: Date;
    name: string | null;
    role: StaffRole;
    what: string;
    object: string | null;
    reason: string | null;
    before: string | null;
    after: string | null;
  }>`
    select l.id, l.at, u.name, l.role, l.what, l.reason, l.before::text as before, l.after::text as after,
      case l.object_type
        when 'paper' then (select p.name from papers p where p.id = l.object_id)
        when 'question' then (select q.code from questions q where q.id = l.object_id)
        when 'classroom' then (select r.name from classrooms r where r.id = l.object_id)
        when 'membership' then (select s.name from memberships m join users s on s.id = m.user_id where m.id = l.object_id)
        when 'user' then (select s.name from users s where s.id = l.object_id)
        when 'institute' then (select i.name from institutes i where i.id = l.object_id) end as object
    from audit_log l left join users u on u.id = l.user_id
    where l.institute_id = ${actor.institute_id} and (${before}::bigint is null or l.id < ${before}) and (${about}::text is null or l.object_type = ${about})
    order by l.id desc limit ${count}`.execute(db);
  return rows;
}
