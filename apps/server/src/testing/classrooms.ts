import type { Story } from './story.ts';

/** A subject of an institute, and a classroom whose members these students have been for an hour. */
export async function makeClassroom(
  story: Story,
  institute: string,
  name: string,
  student_ids: readonly number[],
): Promise<{ institute_id: number; subject_id: number; classroom_id: number }> {
  const { db } = story.database;
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', institute).select('id').executeTakeFirstOrThrow();
  const { id: subject_id } = await db
    .insertInto('institute_subjects')
    .values({ institute_id, name: `Subject of ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: classroom_id } = await db
    .insertInto('classrooms')
    .values({ institute_id, name, created_at: story.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const joined_at = new Date(story.now.getTime() - 3_600_000);
  if (student_ids.length > 0)
    await db
      .insertInto('classroom_members')
      .values(student_ids.map((user_id) => ({ classroom_id, user_id, role: 'student' as const, joined_at })))
      .execute();
  return { institute_id, subject_id, classroom_id };
}
