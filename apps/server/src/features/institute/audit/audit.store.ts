import type { StaffRole } from '@abhyas/contract/institute/rights';
import { sql } from 'kysely';
import type { ActorContext, StaffContext } from '../../../context.ts';

/** One act of staff, as it is stored in the log. */
export interface AuditEntry {
  /** Object and verb, as `paper.publish`. */
  what: string;
  object_type: string;
  object_id: number | null;
  /** The changed fields before and after the act, without codes, tokens and phone numbers. Readers of the log may read all answer keys. */
  before?: unknown;
  after?: unknown;
  /** The reason for the act; if absent, the actor's reason is stored. */
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

/**
 * Up to `count` entries of the institute's log from before the entry `before`, latest first, each with the names of its person and object.
 */
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
        when 'paper_draft' then (select d.name from paper_drafts d where d.id = l.object_id)
        when 'bank_question' then (select left(regexp_replace(b.content->>'text', '<[^>]*>', '', 'g'), 80) from bank_questions b where b.id = l.object_id)
        when 'question' then (select q.code from questions q where q.id = l.object_id)
        when 'classroom' then (select r.name from classrooms r where r.id = l.object_id)
        when 'membership' then (select s.name from memberships m join users s on s.id = m.user_id where m.id = l.object_id)
        when 'user' then (select s.name from users s where s.id = l.object_id)
        when 'meeting' then (select m.title from meetings m where m.id = l.object_id)
        when 'offline_test' then (select o.name from offline_tests o where o.id = l.object_id)
        when 'institute_subject' then (select j.name from institute_subjects j where j.id = l.object_id)
        when 'shared_file' then (select f.title from shared_files f where f.id = l.object_id)
        when 'shift_group' then (select g.name from shift_groups g where g.id = l.object_id)
        when 'guardianship' then (select s.name from guardianships g join users s on s.id = g.student_id where g.id = l.object_id)
        when 'institute' then (select i.name from institutes i where i.id = l.object_id) end as object
    from audit_log l left join users u on u.id = l.user_id
    where l.institute_id = ${actor.institute_id} and (${before}::bigint is null or l.id < ${before}) and (${about}::text is null or l.object_type = ${about})
    order by l.id desc limit ${count}`.execute(db);
  return rows;
}
