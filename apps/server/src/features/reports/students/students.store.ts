import { sql } from 'kysely';
import type { SignedInContext, StaffContext } from '../../../context.ts';

interface Student {
  id: number;
  name: string | null;
  given_id: string | null;
  classrooms: string[];
  joined_at: Date;
  shows_practice: boolean;
  adult_from: Date | null;
  consented_at: Date | null;
  has_consent: boolean;
}

/** A student of the actor's institute. */
export async function findStudent({ db, actor }: StaffContext, id: number) {
  const { rows } = await sql<Student>`
    select u.id, u.name, m.institute_given_id as given_id, m.joined_at, m.shows_practice,
      u.adult_from, u.consented_at, m.consented_at is not null as has_consent,
      array(select r.name from classroom_members c join classrooms r on r.id = c.classroom_id
        where c.user_id = u.id and c.left_at is null and r.institute_id = m.institute_id order by r.name) as classrooms
    from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null and m.user_id = ${id}`.execute(db);
  return rows[0];
}

export interface StudentTest {
  id: number;
  name: string;
  is_assignment: boolean;
  opens_at: Date | null;
  closes_at: Date | null;
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  finished_at: Date | null;
  score: number | null;
  max_score: number | null;
  rank: number | null;
  appeared: number;
  batch_percent: number | null;
}

type Scored = Pick<StudentTest, 'score' | 'max_score' | 'rank'>;
type Attempt = Omit<StudentTest, keyof Scored | 'appeared' | 'batch_percent'> & { session_id: number | null };

/** Papers of the institute that the student was given, the latest first, each with the ranked attempt or, without one, the newest. */
export async function findTests({ db, actor }: StaffContext, student_id: number): Promise<StudentTest[]> {
  const { rows: attempts } = await sql<Attempt>`
    select p.id, p.name, p.is_assignment, p.opens_at, p.closes_at, s.status, s.finished_at, s.id as session_id
    from paper_assignments a join papers p on p.id = a.paper_id
    left join (
      select distinct on (paper_id) paper_id, id, status, finished_at from sessions
      where student_id = ${student_id} and paper_id is not null order by paper_id, is_ranked desc, id desc
    ) s on s.paper_id = p.id
    where a.student_id = ${student_id} and p.institute_id = ${actor.institute_id}
    order by coalesce(s.finished_at, p.closes_at, p.opens_at) desc nulls last, p.id desc limit 30`.execute(db);
  const papers = sql`${attempts.map(({ id }) => id)}::bigint[]`;
  // Scores lie by paper, not by student, on a spread database.
  const { rows: scores } = await sql<Scored & { paper_id: number; session_id: number }>`
    select t.paper_id, t.session_id, t.score, t.max_score,
      case when t.is_ranked then 1 + (select coalesce(sum(c.count), 0) from paper_score_counts c
        where c.paper_id = t.paper_id and c.subject_id = 0 and c.score > t.score)::int end as rank
    from session_scores t where t.paper_id = any(${papers}) and t.subject_id = 0 and t.student_id = ${student_id}`.execute(db);
  const { rows: counts } = await sql<{ paper_id: number; appeared: number }>`
    select paper_id, sum(count)::int as appeared from paper_score_counts
    where paper_id = any(${papers}) and subject_id = 0 group by paper_id`.execute(db);
  const { rows: batches } = await sql<{ paper_id: number; batch_percent: number | null }>`
    select o.paper_id, case when count(*) >= 3 then round(avg(greatest(0, o.score) * 100.0 / o.max_score))::int end as batch_percent
    from session_scores o
    where o.paper_id = any(${papers}) and o.subject_id = 0 and o.is_ranked and o.max_score > 0 and o.student_id in (
      select other.user_id from classroom_members own
      join classrooms r on r.id = own.classroom_id and r.institute_id = ${actor.institute_id} and r.archived_at is null
      join classroom_members other on other.classroom_id = r.id and other.role = 'student' and other.left_at is null
      where own.user_id = ${student_id} and own.role = 'student' and own.left_at is null)
    group by o.paper_id`.execute(db);
  const scoreOf = new Map(scores.map(({ session_id, paper_id: _paper, ...score }) => [session_id, score]));
  const appearedIn = new Map(counts.map(({ paper_id, appeared }) => [paper_id, appeared]));
  const batchIn = new Map(batches.map(({ paper_id, batch_percent }) => [paper_id, batch_percent]));
  return attempts.map(({ session_id, ...attempt }) => ({
    ...attempt,
    ...((session_id === null ? undefined : scoreOf.get(session_id)) ?? { score: null, max_score: null, rank: null }),
    appeared: appearedIn.get(attempt.id) ?? 0,
    batch_percent: batchIn.get(attempt.id) ?? null,
  }));
}

/** Marks by subject over the student's latest tests of the institute. */
export async function findSubjects({ db, actor }: StaffContext, student_id: number, latest: number) {
  const { rows } = await sql<{ subject_id: number; score: number; max_score: number }>`
    select t.subject_id, sum(t.score)::int as score, sum(t.max_score)::int as max_score
    from session_scores t join papers p on p.id = t.paper_id
    where t.student_id = ${student_id} and t.subject_id <> 0 and t.is_ranked and p.institute_id = ${actor.institute_id}
      and t.session_id in (
        select s.id from sessions s join papers o on o.id = s.paper_id
        where s.student_id = ${student_id} and s.status = 'COMPLETE' and s.is_ranked and o.institute_id = ${actor.institute_id}
        order by s.finished_at desc limit ${latest})
    group by t.subject_id having sum(t.max_score) > 0 order by t.subject_id`.execute(db);
  return rows;
}

/** The student's practice (not tests) by day and subject since a day, if the student shares it with the actor's institute. */
export async function findPractice({ db, actor }: StaffContext, student_id: number, from_day: number) {
  const { rows } = await sql<{ day: number; subject_id: number; correct: number; incorrect: number }>`
    select d.day, d.subject_id, sum(d.correct)::int as correct, sum(d.incorrect)::int as incorrect
    from session_days d join sessions s on s.student_id = d.student_id and s.id = d.session_id
    where d.student_id = ${student_id} and d.day >= ${from_day} and s.paper_id is null and exists (select from memberships m
      where m.user_id = ${student_id} and m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null and m.shows_practice)
    group by d.day, d.subject_id order by d.day, d.subject_id`.execute(db);
  return rows;
}

/** Institutes of which the person is a student. */
export async function findSharing({ db, caller }: SignedInContext) {
  return db
    .selectFrom('memberships')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .where('user_id', '=', caller.id)
    .where('role', '=', 'student')
    .where('ended_at', 'is', null)
    .select(['memberships.id as membership_id', 'institutes.name as institute_name', 'shows_practice as is_shared'])
    .orderBy('memberships.id')
    .execute();
}

/** Sets whether the person shows practice to an institute; false if the person has no such membership as a student. */
export async function updateSharing({ db, caller }: SignedInContext, membership_id: number, shows_practice: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({ shows_practice })
    .where('id', '=', membership_id)
    .where('user_id', '=', caller.id)
    .where('role', '=', 'student')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
