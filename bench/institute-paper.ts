import type { OpenDatabase } from '@abhyas/server/database/open';
import type { PaperQuestion } from './test-takers.ts';

const model = 'jee-main-mock-1';

/** Adds the questions of the demo's JEE Main mock as a test of the institute that runs by the wall clock. */
export async function addInstitutePaper(
  { pool }: OpenDatabase,
  institute_id: number,
  { opens_at, closes_at }: { opens_at: Date; closes_at: Date },
): Promise<{ paper_id: number; questions: PaperQuestion[] }> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into papers (code, name, test_mode_type, test_type, time_kind, test_duration, courses, institute_id, opens_at, closes_at,
       can_lock_test, position)
     select $2::text, $2::text, 0, test_type, 'wall_clock', test_duration, courses, $3, $4, $5, true, 99 from papers where code = $1
     returning id`,
    [model, `bench-test-of-${institute_id}`, institute_id, opens_at, closes_at],
  );
  const paper_id = rows[0]?.id ?? 0;
  await pool.query(
    `insert into paper_sections (paper_id, position, name, section, subject_id, question_type, question_count, first_position, integer,
       attempt_limit, limit_kind, correct, incorrect, unattempted, partial)
     select $2, s.position, s.name, section, subject_id, question_type, question_count, first_position, integer, attempt_limit, limit_kind,
       correct, incorrect, unattempted, partial from paper_sections s join papers p on p.id = s.paper_id where p.code = $1`,
    [model, paper_id],
  );
  const { rows: questions } = await pool.query<PaperQuestion>(
    `with added as (
       insert into paper_questions (paper_id, position, section_position, question_id)
       select $2, o.position, section_position, question_id from paper_questions o join papers p on p.id = o.paper_id where p.code = $1
       returning position, question_id)
     select q.id, q.question_type from added join questions q on q.id = question_id order by added.position`,
    [model, paper_id],
  );
  return { paper_id, questions };
}
