import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

/** A paper of the institute. With `isLocked`, other changes of the paper wait for this transaction; students can still begin it. */
export function findPaper({ db, actor }: StaffContext, name: number | string, { isLocked = false } = {}) {
  const column = typeof name === 'number' ? 'id' : 'code';
  const query = db.selectFrom('papers').where('institute_id', '=', actor.institute_id).where(column, '=', name).selectAll();
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** Students of an institute, all or the named ones. */
export async function findStudents(
  { db, actor }: StaffContext,
  names: { phones: readonly string[] } | { ids: readonly number[] } | 'all',
): Promise<{ id: number; phone: string | null; name: string | null }[]> {
  let query = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.institute_id', '=', actor.institute_id)
    .where('memberships.role', '=', 'student')
    .where('memberships.ended_at', 'is', null)
    .select(['users.id', 'users.phone', 'users.name']);
  if (names !== 'all')
    query =
      'ids' in names
        ? query.where(sql<boolean>`users.id = any(${names.ids}::bigint[])`)
        : query.where(sql<boolean>`users.phone = any(${names.phones}::text[])`);
  return query.orderBy('users.id').execute();
}

/** Students who have finished the paper, at any time or since a given time. */
export async function findFinishedStudents({ db }: Context, paper_id: number, since: Date | null = null): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('COMPLETE'))
    .$if(since !== null, (of) => of.where('finished_at', '>=', since))
    .select('student_id')
    .distinct()
    .execute();
  return rows.map(({ student_id }) => student_id);
}

export async function updatePaper({ db }: Context, id: number, change: PaperWindow & { results_published_at?: Date }): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('papers')
    .set((is) => ({ ...change, version: is('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface PaperWindow {
  opens_at?: Date | null;
  closes_at?: Date | null;
  should_request_otp?: boolean;
  can_lock_test?: boolean;
  is_exam_exact?: boolean;
  allows_review?: boolean;
}
