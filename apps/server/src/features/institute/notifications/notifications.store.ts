import { sql } from 'kysely';
import { patternsOf, type Sentence, textOf } from '@abhyas/exam/institute/sentence';
import type { Context } from '../../../context.ts';

export interface NewNotification {
  type: string;
  /** A text in place of a sentence is a name, words that a person wrote, or for staff only. */
  title: Sentence | string;
  message: Sentence | string;
  url: string | null;
}

/** Stores a notification once for each person. A person deleted meanwhile is left out, and does not fail the others. */
export async function insertNotifications(
  { db, now }: Context,
  student_ids: readonly number[],
  notification: NewNotification,
): Promise<void> {
  const { type, title, message, url } = notification;
  await sql`
    insert into notifications (student_id, type, title, message, said, url, created_at)
    select id, ${type}, ${textOf(title)}, ${textOf(message)}, ${JSON.stringify(patternsOf([title, message]))}::jsonb, ${url}, ${now} from users where id = any(${student_ids}::bigint[]) order by id`.execute(
    db,
  );
}

/** The people among `ids` who have an unread notification of this type. */
export async function findWithUnread({ db }: Context, ids: readonly number[], type: string): Promise<Set<number>> {
  const { rows } = await sql<{ student_id: number }>`
    select distinct student_id from notifications where student_id = any(${ids}::bigint[]) and type = ${type} and read_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ student_id }) => student_id));
}

export function findNotifications({ db }: Context, student_id: number, count: number) {
  return db
    .selectFrom('notifications')
    .where('student_id', '=', student_id)
    .select(['id', 'type', 'title', 'message', 'said', 'url', 'created_at', 'read_at'])
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

/**
 * The number of unread notifications per person, and a number that grows whenever one arrives or is read. People without any are left out.
 */
export async function countOf({ db }: Context, student_ids: readonly number[]) {
  const { rows } = await sql<{ student_id: number; number: number; unread_count: number }>`
    select student_id, (count(*) + count(read_at))::int as number, (count(*) - count(read_at))::int as unread_count
    from notifications where student_id = any(${student_ids}::bigint[]) group by student_id`.execute(db);
  return new Map(rows.map(({ student_id, ...counts }) => [student_id, counts]));
}

/** Marks a notification as read; false if the student has no such notification. One that is already read stays unchanged. */
export async function markRead({ db, now }: Context, student_id: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set((is) => ({ read_at: is.fn.coalesce('read_at', is.val(now)) }))
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
