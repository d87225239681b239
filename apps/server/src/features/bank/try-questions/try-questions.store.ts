import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

interface Candidate {
  id: number;
  subject_id: number;
  complexity: number;
}

/**
 * Practice questions of the shared bank in free topics, `count` of each subject: with one option or a number as the answer, and with a
 * solution. One question of each topic comes first, then the second of each, medium difficulty before the others.
 */
export async function findCandidates({ db }: Context, course: string, count: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, subject_id, complexity from (
      select q.id, c.subject_id, q.complexity, row_number() over (partition by c.subject_id order by q.turn, c.position, q.id) as place
      from course_subjects cs
      join chapters c on c.subject_id = cs.subject_id
      join topics t on t.chapter_id = c.id and t.position = 0
      cross join lateral (
        select id, complexity, row_number() over (order by abs(complexity - 3), id) as turn from questions
        where topic_id = t.id and is_for_practice and institute_id is null and solution_text is not null
          and question_type in (0, 1) and comprehension_question_id is null and correction is null
        order by turn limit ${count}) q
      where cs.course = ${course}) ranked
    where place <= ${count} order by subject_id, place`.execute(db);
  return rows;
}
