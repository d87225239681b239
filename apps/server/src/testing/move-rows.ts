import { randomBytes } from 'node:crypto';
import type { Story } from './story.ts';

/** The code that moves the student's running test to another machine. */
export async function haveMove(
  { database, now }: Story,
  { canary, people, code }: { canary: string; code: string; people: { student: { id: number }; teacher: { id: number } } },
  { session_id, paper_id }: { session_id: number; paper_id: number },
): Promise<void> {
  const { id: membership_id } = await database.db
    .selectFrom('memberships')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .where('institutes.code', '=', code)
    .where('user_id', '=', people.student.id)
    .select('memberships.id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('session_moves')
    .values({
      student_id: people.student.id,
      session_id,
      paper_id,
      membership_id,
      handle: code.slice(0, 4),
      code_hash: randomBytes(32),
      gives_back: true,
      reason: `A move of the ${canary}`,
      made_by: people.teacher.id,
      made_as: 'teacher',
      created_at: now,
      expires_at: new Date(now.getTime() + 600_000),
    })
    .execute();
}
