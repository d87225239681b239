import { sql } from 'kysely';
import type { Context } from '../../context.ts';

export async function findAssigned({ db }: Context, paper_id: number): Promise<number[]> {
  const rows = await db.selectFrom('paper_assignments').where('paper_id', '=', paper_id).select('student_id').execute();
  return rows.map(({ student_id }) => student_id);
}

/** Students at the paper, and at other papers that hold a question of it. */
export async function countSitting({ db, now }: Context, paper_id: number, grace: number): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select case when p.institute_id is null or p.institute_id = (select institute_id from papers where id = ${paper_id}) then p.code else 'a paper of another institute' end as code, count(*) from sessions s join papers p on p.id = s.paper_id
    where s.status = 'IN_PROGRESS' and (s.deadline is not null or p.closes_at is not null or p.id = ${paper_id})
      and coalesce(s.deadline, p.closes_at, 'infinity') >= ${now}::timestamptz - make_interval(secs => ${grace})
      and p.id in (
        select other.paper_id from paper_questions mine join paper_questions other using (question_id) where mine.paper_id = ${paper_id})
    group by p.id, p.code order by p.id = ${paper_id} desc, p.code`.execute(db);
  return rows;
}

/** Questions of the paper that stand in others too, with those. */
export async function findSharedQuestions({ db }: Context, paper_id: number) {
  const { rows } = await sql<{ id: number; code: string; papers: { id: number; code: string }[] }>`
    select q.id, q.code, jsonb_agg(jsonb_build_object('id', p.id, 'code',
      case when p.institute_id is null or p.institute_id = (select institute_id from papers where id = ${paper_id}) then p.code else 'a paper of another institute' end) order by p.code) as papers
    from paper_questions mine
    join questions q on q.id = mine.question_id
    join paper_questions other on other.question_id = q.id and other.paper_id <> mine.paper_id
    join papers p on p.id = other.paper_id
    where mine.paper_id = ${paper_id}
    group by q.id, q.code, mine.position order by mine.position`.execute(db);
  return rows;
}

/** An upload that came late and is not accepted. */
export interface WaitingUpload {
  student_id: number;
  id: number;
  received_at: Date;
  key_visible: boolean;
  questions: number;
}

/** Late uploads of a paper that are not accepted, of one student or of all, oldest first. */
export async function findLateUploads({ db }: Context, paper_id: number, student_id: number | null): Promise<WaitingUpload[]> {
  const { rows } = await sql<WaitingUpload>`
    select l.student_id, l.id, l.received_at, l.key_visible, jsonb_array_length(l.responses) as questions
    from sessions s join late_uploads l on l.student_id = s.student_id and l.session_id = s.id
    where s.paper_id = ${paper_id} and l.accepted_at is null and (${student_id}::bigint is null or s.student_id = ${student_id})
    order by l.id`.execute(db);
  return rows;
}
