// The sessions in the database after a measure, and the marks that the product's rules give for them.
import { type MarkedPaper, markPaper, totalOf } from '@abhyas/exam/tests/paper-marks';
import type { OpenDatabase } from '@abhyas/server/database/open';
import { presentContent } from '@abhyas/server/features/tests/papers/papers';

/** A response as the database stores it. */
export interface KeptResponse {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  result: number | null;
  marks: number | null;
}

export interface KeptSession {
  id: number;
  student_id: number;
  phone: string;
  status: string;
  finished_by: string | null;
  total_score: number | null;
  max_score: number | null;
  responses: KeptResponse[];
}

/** Marks stored answers to a paper by the rules of the product. */
export type Marker = (responses: readonly KeptResponse[]) => {
  score: number;
  questions: ReadonlyMap<number, MarkedPaper['questions'][number]>;
};

export async function markerOf({ db }: OpenDatabase, paper_id: number): Promise<Marker> {
  const { sections, questions } = await presentContent({ db, now: new Date(), random: Math.random }, paper_id);
  return (responses) => {
    const marked = markPaper(sections, questions, new Map(responses.map((response) => [response.question_id, response])));
    return { score: totalOf(marked).score, questions: new Map(marked.questions.map((question) => [question.question_id, question])) };
  };
}

const sessionsAtOnce = 500;

/** The sessions of a paper in order, all or only those with a deadline. */
export async function* keptSessions(
  { pool }: OpenDatabase,
  paper_id: number,
  { withDeadline = false } = {},
): AsyncGenerator<KeptSession, void> {
  let last = 0;
  for (;;) {
    const { rows } = await pool.query<KeptSession>(
      `select s.id, s.student_id, u.phone, s.status, s.finished_by, s.total_score, s.max_score, coalesce((
         select json_agg(json_build_object('question_id', question_id, 'responses', responses, 'rich_response', rich_response,
           'result', result, 'marks', marks))
         from responses r where r.student_id = s.student_id and r.session_id = s.id), '[]') as responses
       from sessions s join users u on u.id = s.student_id
       where s.paper_id = $1 and s.student_id > $2 and (s.deadline is not null or not $3) order by s.student_id limit $4`,
      [paper_id, last, withDeadline, sessionsAtOnce],
    );
    yield* rows;
    last = rows.at(-1)?.student_id ?? last;
    if (rows.length < sessionsAtOnce) return;
  }
}
