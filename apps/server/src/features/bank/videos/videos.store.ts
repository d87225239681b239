import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Practice questions of a chapter with a video solution, by topic: of the shared bank and of the student's institute. */
export async function findVideoQuestions({ db }: Context, student: { institute_id: number | null }, chapter_id: number) {
  const { rows } = await sql<{
    id: number;
    institute_id: number | null;
    question_text: string;
    video_solution_uri: string;
    topic_name: string;
  }>`
    select q.id, q.institute_id, q.question_text, q.video_solution_uri, t.name as topic_name
    from topics t join questions q on q.topic_id = t.id
    where t.chapter_id = ${chapter_id} and q.is_for_practice and q.video_solution_uri is not null
      and (q.institute_id is null or q.institute_id = ${student.institute_id}::bigint)
    order by t.position, q.id`.execute(db);
  return rows;
}
