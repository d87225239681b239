import { sql } from 'kysely';

/**
 * The condition that a student attends the class `m` (an alias of `meetings`): a member of one of its classrooms at some time during the
 * class. A student who joined the classroom later or left it before does not see the class.
 */
export const attends = (student_id: number) => sql<boolean>`exists (
  select from meeting_classrooms mc join classroom_members cm on cm.classroom_id = mc.classroom_id
  where mc.meeting_id = m.id and cm.user_id = ${student_id} and cm.role = 'student'
    and cm.joined_at < m.starts_at + m.duration_seconds * interval '1 second' and (cm.left_at is null or cm.left_at > m.starts_at))`;
