// What the database holds after a measure, and marks counted from it without the product's rules.
import type { OpenDatabase } from '@abhyas/server/database/open';

/** A response as it is kept. */
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

export type Key = number | number[] | string | { from: string; to: string };

/** The keys of a paper of questions with four options or a number, and what they are worth, by question. */
export type PaperKeys = ReadonlyMap<number, { accepted: Key[]; correct: number; incorrect: number }>;

export async function readKeys({ pool }: OpenDatabase, paper_id: number): Promise<PaperKeys> {
  const { rows } = await pool.query<{ id: number; accepted: Key[]; correct: number; incorrect: number }>(
    `select q.id, q.accepted_answers as accepted, s.correct, s.incorrect from paper_questions p
     join questions q on q.id = p.question_id
     join paper_sections s on s.paper_id = p.paper_id and s.position = p.section_position where p.paper_id = $1`,
    [paper_id],
  );
  return new Map(rows.map(({ id, ...key }) => [id, key]));
}

function isRight({ responses, rich_response }: KeptResponse, key: Key): boolean {
  if (typeof key === 'number') return responses.length === 1 && responses[0] === key;
  if (rich_response === null || Array.isArray(key)) return false;
  const number = Number(rich_response);
  return typeof key === 'string' ? number === Number(key) : number >= Number(key.from) && number <= Number(key.to);
}

const isAnswered = ({ responses, rich_response }: KeptResponse) => responses.length > 0 || rich_response !== null;

/** Marks of the answers, added up. */
export function scoreOf(keys: PaperKeys, responses: readonly KeptResponse[]): number {
  return responses.filter(isAnswered).reduce((score, response) => {
    const key = keys.get(response.question_id);
    if (!key) throw new Error(`Question ${response.question_id} is not in the paper`);
    return score + (key.accepted.some((accepted) => isRight(response, accepted)) ? key.correct : key.incorrect);
  }, 0);
}

const sessionsAtOnce = 500;

/** The sessions of a paper, all or those that had a deadline, in order. */
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
