import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Counts of practice questions of a topic, of the shared bank and of the student's institute. */
export async function countQuestions({ db }: Context, student: { institute_id: number | null }, topic_id: number) {
  const { rows } = await sql<Record<'question_count' | 'easy' | 'medium' | 'hard' | 'numerical_count', number>>`
    select count(*)::int as question_count, count(*) filter (where complexity <= 2)::int as easy,
      count(*) filter (where complexity = 3)::int as medium, count(*) filter (where complexity >= 4)::int as hard,
      count(*) filter (where question_type = 1)::int as numerical_count
    from questions q
    where q.topic_id = ${topic_id} and q.is_for_practice and (q.institute_id is null or q.institute_id = ${student.institute_id}::bigint)`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('A count gives one row');
  return counts;
}

/** Practice questions of the shared bank in a topic that have a solution, medium difficulty first, in a fixed order. */
export async function findSamples({ db }: Context, topic_id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from questions
    where topic_id = ${topic_id} and is_for_practice and institute_id is null and solution_text is not null
    order by abs(complexity - 3), id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}
