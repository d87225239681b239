import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface StoredMarks {
  student_id: number;
  id: number;
  paper_id: number;
  total_score: number;
  max_score: number;
  /** Marks of each response, by question. */
  marks: Record<string, number | null>;
  /** Scores by subject, as ranks use them. */
  scores: Record<string, number>;
}

/** Finished sessions with their stored marks, drawn by a seed, of papers that do not wait to be marked again. */
export async function drawFinished({ db }: Context, seed: number, count: number, except: readonly number[]): Promise<StoredMarks[]> {
  const { rows } = await sql<StoredMarks>`
    with drawn as (
      select s.student_id, s.id, s.paper_id, s.total_score, s.max_score from sessions s join papers p on p.id = s.paper_id
      where s.status = 'COMPLETE' and s.total_score is not null and not p.scores_due and p.id <> all(${except}::bigint[])
      order by hashtextextended(concat(s.student_id, ' ', s.id), ${seed}) limit ${count}
    )
    select d.*,
      (select coalesce(jsonb_object_agg(r.question_id, r.marks), '{}') from responses r
        where r.student_id = d.student_id and r.session_id = d.id) as marks,
      (select coalesce(jsonb_object_agg(c.subject_id, c.score), '{}') from session_scores c
        where c.paper_id = d.paper_id and c.student_id = d.student_id and c.session_id = d.id) as scores
    from drawn d order by d.paper_id, d.student_id, d.id`.execute(db);
  return rows;
}
