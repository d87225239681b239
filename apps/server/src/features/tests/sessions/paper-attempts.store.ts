import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { SessionKey } from '../marking/marking.ts';

/** Answers that a student gave on paper. */
export interface AttemptOnPaper {
  student_id: number;
  answers: readonly { question_id: number; responses: readonly number[]; rich_response: string | null }[];
}

/** Students who have begun or finished the paper. */
export async function findAttempted({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    select distinct student_id from sessions where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[])`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** Adds an open session without a clock for each student, with their answers. Returns the sessions. */
export async function insertAttempts(
  { db, now }: Context,
  paper: { paper_id: number; object_type: number; began_at: Date },
  attempts: readonly AttemptOnPaper[],
): Promise<SessionKey[]> {
  const { rows } = await sql<SessionKey>`
    insert into sessions (student_id, object_type, session_type, paper_id, began_at)
    select student_id, ${paper.object_type}, 0, ${paper.paper_id}, ${paper.began_at}
    from unnest(${attempts.map(({ student_id }) => student_id)}::bigint[]) as t(student_id)
    on conflict do nothing
    returning student_id, id`.execute(db);
  const sessionOf = new Map(rows.map(({ student_id, id }) => [student_id, id]));
  const given = attempts.flatMap(({ student_id, answers }) =>
    sessionOf.has(student_id) ? answers.map((answer) => ({ student_id, ...answer })) : [],
  );
  await sql`
    insert into responses (student_id, session_id, question_id, responses, rich_response, writer, version, updated_at)
    select student_id, session_id, question_id, string_to_array(options, ',')::smallint[], entry, 1, 1, ${now}
    from unnest(${given.map(({ student_id }) => student_id)}::bigint[], ${given.map(({ student_id }) => sessionOf.get(student_id) ?? 0)}::bigint[],
      ${given.map(({ question_id }) => question_id)}::bigint[], ${given.map(({ responses }) => responses.join(','))}::text[],
      ${given.map(({ rich_response }) => rich_response)}::text[]) as t(student_id, session_id, question_id, options, entry)`.execute(db);
  return rows;
}

/** Deletes sessions with their answers and scores. */
export async function deleteAttempts({ db }: Context, keys: readonly SessionKey[]): Promise<void> {
  await sql`
    delete from sessions s
    using unnest(${keys.map(({ student_id }) => student_id)}::bigint[], ${keys.map(({ id }) => id)}::bigint[]) as k(student_id, id)
    where s.student_id = k.student_id and s.id = k.id`.execute(db);
}
