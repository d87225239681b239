import type { OpenDatabase } from '@abhyas/server/database/open';
import { type FoundPaper, type FoundSession, graceMs } from '../ledger/verdict.ts';

interface GivenRow {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  is_marked: boolean;
}

interface ResponseRow extends GivenRow {
  result: number | null;
  marks: number | null;
  updated_at: string;
}

interface SessionRow {
  student_id: number;
  id: number;
  paper_id: number;
  status: string;
  deadline: Date | null;
  finished_at: Date | null;
  finished_by: string | null;
  total_score: number | null;
  max_score: number | null;
  is_over_limit: boolean;
  given: ResponseRow[];
  late: { received_at: string; responses: GivenRow[] }[];
  ends: string[];
}

const givenOf = ({ question_id, responses, rich_response, is_marked }: GivenRow) => ({
  question: question_id,
  options: responses,
  text: rich_response,
  isMarked: is_marked,
});

/** Every session of the run's students at the run's papers, with its responses, results and ends. Sessions of the demo are left out. */
export async function findSessions(
  { pool }: OpenDatabase,
  students: readonly number[],
  papers: readonly number[],
): Promise<FoundSession[]> {
  const { rows } = await pool.query<SessionRow>(
    `
    select s.*,
      coalesce((select json_agg(r) from responses r where r.student_id = s.student_id and r.session_id = s.id), '[]') as given,
      coalesce((select json_agg(l) from late_uploads l where l.student_id = s.student_id and l.session_id = s.id), '[]') as late,
      coalesce((select json_agg(e.at) from faults_ends e where e.student_id = s.student_id and e.session_id = s.id), '[]') as ends
    from sessions s where s.student_id = any($1::bigint[]) and s.paper_id = any($2::bigint[]) order by s.student_id, s.id`,
    [students, papers],
  );
  return rows.map((row) => ({
    student: row.student_id,
    session: row.id,
    paper: row.paper_id,
    status: row.status,
    deadline: row.deadline,
    finishedAt: row.finished_at,
    finishedBy: row.finished_by,
    total: row.total_score,
    max: row.max_score,
    isOverLimit: row.is_over_limit,
    responses: row.given.map((response) => {
      const { result, marks, updated_at } = response;
      return { ...givenOf(response), result, marks, updatedAt: new Date(updated_at) };
    }),
    late: row.late.map(({ received_at, responses }) => ({ receivedAt: new Date(received_at), answers: responses.map(givenOf) })),
    ends: row.ends.map((moment) => new Date(moment)),
  }));
}

/** Sections and keys of every paper. */
export async function findPapers({ pool }: OpenDatabase, ids: readonly number[]): Promise<Map<number, FoundPaper>> {
  const papers = new Map<number, FoundPaper>();
  for (const id of ids) {
    const sections = await pool.query<FoundPaper['sections'][number]>(
      'select * from paper_sections where paper_id = $1 order by first_position',
      [id],
    );
    const questions = await pool.query<FoundPaper['questions'][number]>(
      `select q.id as question, p.position, q.question_type as type, q.accepted_answers as keys, q.precision
       from paper_questions p join questions q on q.id = p.question_id where p.paper_id = $1`,
      [id],
    );
    papers.set(id, { sections: sections.rows, questions: questions.rows });
  }
  return papers;
}

/** Number of open sessions whose deadline and grace period ended at least this long ago. */
export async function countOpenPastEnd({ pool }: OpenDatabase, agoMs: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from sessions where status = 'IN_PROGRESS' and deadline < now() - make_interval(secs => $1)`,
    [(graceMs + agoMs) / 1000],
  );
  return rows[0]?.count ?? 0;
}
