import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** Ids of students that attend a class. */
export async function findAttending({ db }: Context, meeting_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct cm.user_id from meetings m join meeting_classrooms mc on mc.meeting_id = m.id
    join classroom_members cm on cm.classroom_id = mc.classroom_id
    where m.id = ${meeting_id} and cm.role = 'student'
      and cm.joined_at < m.starts_at + m.duration_seconds * interval '1 second' and (cm.left_at is null or cm.left_at > m.starts_at)
    order by cm.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
