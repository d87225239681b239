import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface NewNotification {
  type: string;
  title: string;
  message: string;
  url: string | null;
}

export async function insertNotifications(
  { db, now }: Context,
  student_ids: readonly number[],
  notification: NewNotification,
): Promise<void> {
  const { type, title, message, url } = notification;
  await sql`
    insert into notifications (student_id, type, title, message, url, created_at)
    select unnest(${student_ids}::bigint[]), ${type}, ${title}, ${message}, ${url}, ${now}`.execute(db);
}

export function findNotifications({ db }: Context, student_id: number, count: number) {
  return db
    .selectFrom('notifications')
    .where('student_id', '=', student_id)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

export async function countUnread({ db }: Context, student_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .where('student_id', '=', student_id)
    .where('read_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of each person how many are unread, and a number that grows with each that comes or is read. People without any are left out. */
export async function countOf({ db }: Context, student_ids: readonly number[]) {
  const { rows } = await sql<{ student_id: number; number: number; unread_count: number }>`
    select student_id, (count(*) + count(read_at))::int as number, (count(*) - count(read_at))::int as unread_count
    from notifications where student_id = any(${student_ids}::bigint[]) group by student_id`.execute(db);
  return new Map(rows.map(({ student_id, ...counts }) => [student_id, counts]));
}

/** False when there is no such notification of this student; one that is read already stays as it was. */
export async function markRead({ db, now }: Context, student_id: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set((is) => ({ read_at: is.fn.coalesce('read_at', is.val(now)) }))
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
