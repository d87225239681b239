import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

export async function findAssigned({ db }: Context, paper_id: number): Promise<number[]> {
  const rows = await db.selectFrom('paper_assignments').where('paper_id', '=', paper_id).select('student_id').execute();
  return rows.map(({ student_id }) => student_id);
}

/** The papers being taken, this one or others that share a question with it, each with its code and the number of students. */
export async function countSitting({ db, now }: Context, paper_id: number, grace: number): Promise<{ code: string; count: number }[]> {
  const { rows } = await sql<{ code: string; count: number }>`
    select case when p.institute_id is null or p.institute_id = own.institute_id then p.code else 'a paper of another institute' end as code, count(*)
    from sessions s join papers p on p.id = s.paper_id join papers own on own.id = ${paper_id}
    where s.status = 'IN_PROGRESS' and (s.deadline is not null or p.closes_at is not null or p.id = ${paper_id})
      and coalesce(s.deadline, p.closes_at, 'infinity') >= ${now}::timestamptz - make_interval(secs => ${grace})
      and p.id in (
        select other.paper_id from paper_questions mine join paper_questions other using (question_id) where mine.paper_id = ${paper_id})
    group by p.id, p.code, own.institute_id order by p.id = ${paper_id} desc, p.code`.execute(db);
  return rows;
}

/** Questions of the paper that other papers also contain, with those papers. */
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

/** A late upload that is not accepted. */
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

/** The maximum score of a paper; null until a student has finished it. */
export async function findMaxScore({ db }: Context, paper_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('session_scores')
    .where('paper_id', '=', paper_id)
    .where('subject_id', '=', 0)
    .select('max_score')
    .limit(1)
    .executeTakeFirst();
  return row?.max_score ?? null;
}

/** Subjects of a paper under which scores are stored: the lowest id of each name. */
export async function findSubjects({ db }: Context, paper_id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select min(s.subject_id) as id, b.name from paper_sections s join subjects b on b.id = s.subject_id
    where s.paper_id = ${paper_id} group by b.name order by min(s.position)`.execute(db);
  return rows;
}

export interface ScoredAttempt {
  session_id: number;
  name: string | null;
  phone: string | null;
  institute_given_id: string | null;
  max_score: number;
  correct: number;
  incorrect: number;
  unattempted: number;
  /** Score by subject id. */
  subjects: Record<string, number>;
}

/** Scores of ranked sessions with their students, by session. */
export async function findScores(
  { db, actor }: StaffContext,
  paper_id: number,
  sessions: readonly { student_id: number; session_id: number }[],
): Promise<Map<number, ScoredAttempt>> {
  const { rows } = await sql<ScoredAttempt>`
    select k.session_id, u.name, u.phone, m.institute_given_id, t.max_score, t.correct, t.incorrect, t.unattempted,
      coalesce((select jsonb_object_agg(p.subject_id, p.score) from session_scores p
        where p.paper_id = ${paper_id} and p.student_id = k.student_id and p.session_id = k.session_id and p.subject_id > 0), '{}') as subjects
    from unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ session_id }) => session_id)}::bigint[])
      as k(student_id, session_id)
    join session_scores t on t.paper_id = ${paper_id} and t.subject_id = 0 and t.student_id = k.student_id and t.session_id = k.session_id
    join users u on u.id = k.student_id
    left join lateral (select institute_given_id from memberships
      where user_id = u.id and institute_id = ${actor.institute_id} and role = 'student' order by id desc limit 1) m on true`.execute(db);
  return new Map(rows.map((row) => [row.session_id, row]));
}

export interface ReportRow {
  session_id: number;
  name: string | null;
  given_id: string | null;
  /** The figures of the whole paper (subject 0) and of each subject. */
  parts: { subject_id: number; score: number; max_score: number; correct: number; incorrect: number; unattempted: number }[];
}

/** Figures of ranked sessions, in total and by subject, with their students, by session. */
export async function findReports(
  { db, actor }: StaffContext,
  paper_id: number,
  sessions: readonly { student_id: number; session_id: number }[],
): Promise<Map<number, ReportRow>> {
  const { rows } = await sql<ReportRow>`
    select k.session_id, u.name, (select m.institute_given_id from memberships m
        where m.user_id = u.id and m.institute_id = ${actor.institute_id} and m.role = 'student' order by m.id desc limit 1) as given_id,
      (select jsonb_agg(jsonb_build_object('subject_id', p.subject_id, 'score', p.score, 'max_score', p.max_score, 'correct', p.correct,
          'incorrect', p.incorrect, 'unattempted', p.unattempted) order by p.subject_id) from session_scores p
        where p.paper_id = ${paper_id} and p.student_id = k.student_id and p.session_id = k.session_id) as parts
    from unnest(${sessions.map(({ student_id }) => student_id)}::bigint[], ${sessions.map(({ session_id }) => session_id)}::bigint[])
      as k(student_id, session_id)
    join users u on u.id = k.student_id`.execute(db);
  return new Map(rows.map((row) => [row.session_id, row]));
}

/** The name of the actor's institute, and when the window of one of its papers opened. */
export async function findHead({ db, actor }: StaffContext, paper_id: number) {
  return db
    .selectFrom('papers')
    .innerJoin('institutes', 'institutes.id', 'papers.institute_id')
    .where('papers.id', '=', paper_id)
    .where('papers.institute_id', '=', actor.institute_id)
    .select(['institutes.name as institute_name', 'papers.opens_at'])
    .executeTakeFirstOrThrow();
}
