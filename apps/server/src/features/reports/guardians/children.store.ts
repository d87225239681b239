// Contents: children of a guardian · tests with published results, missed and next · subjects · practice
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { isPaused, type OfStudent } from './guardians.store.ts';

export interface ChildRow extends OfStudent {
  id: number;
  name: string | null;
  institute_name: string;
  is_paused: boolean;
  shows_practice: boolean;
  joined_at: Date;
  /** Whether the child has classes of the institute, beside its tests. */
  has_classes: boolean;
}

/**
 * The guardian's children at an institute: both sides have agreed, and the child is still a student there. With `id` only that one.
 */
export async function findChildren(
  { db, now }: Context,
  guardian: { id: number; institute_id: number },
  id: number | null,
): Promise<ChildRow[]> {
  const { rows } = await sql<ChildRow>`
    select g.id, g.student_id, g.institute_id, u.name, i.name as institute_name, g.shows_practice, m.joined_at, ${isPaused(now)} as is_paused,
      not (m.is_institute_student or m.has_only_test_board_access) as has_classes
    from guardianships g join users u on u.id = g.student_id join institutes i on i.id = g.institute_id
    join memberships m on m.user_id = g.student_id and m.institute_id = g.institute_id and m.role = 'student' and m.ended_at is null
    where g.guardian_id = ${guardian.id} and g.institute_id = ${guardian.institute_id} and g.ended_at is null
      and (${id}::bigint is null or g.id = ${id}::bigint)
    order by u.name, g.id`.execute(db);
  return rows;
}

export interface ResultRow {
  paper_id: number;
  name: string;
  finished_at: Date;
  score: number;
  max_score: number;
  rank: number | null;
  appeared: number;
}

/** Finished tests of the institute with published results, the latest first, each with the ranked attempt or, without one, the newest. */
export async function findResults({ db }: Context, { student_id, institute_id }: OfStudent, count: number): Promise<ResultRow[]> {
  const { rows: attempts } = await sql<Pick<ResultRow, 'paper_id' | 'name' | 'finished_at'> & { session_id: number }>`
    select p.id as paper_id, p.name, s.finished_at, s.id as session_id
    from paper_assignments a join papers p on p.id = a.paper_id
    join (
      select distinct on (paper_id) paper_id, id, finished_at from sessions
      where student_id = ${student_id} and status = 'COMPLETE' order by paper_id, is_ranked desc, id desc
    ) s on s.paper_id = p.id
    where a.student_id = ${student_id} and p.institute_id = ${institute_id} and not p.is_assignment and p.results_published_at is not null
    order by s.finished_at desc, p.id desc`.execute(db);
  // Scores lie by paper, not by student, on a spread database.
  const { rows: scores } = await sql<Omit<ResultRow, 'name' | 'finished_at'> & { session_id: number }>`
    select t.paper_id, t.session_id, t.score, t.max_score,
      case when t.is_ranked then 1 + (select coalesce(sum(c.count), 0) from paper_score_counts c
        where c.paper_id = t.paper_id and c.subject_id = 0 and c.score > t.score)::int end as rank,
      (select coalesce(sum(c.count), 0) from paper_score_counts c where c.paper_id = t.paper_id and c.subject_id = 0)::int as appeared
    from session_scores t
    where t.paper_id = any(${attempts.map(({ paper_id }) => paper_id)}::bigint[]) and t.subject_id = 0 and t.student_id = ${student_id}
      and t.max_score > 0`.execute(db);
  const scoreOf = new Map(scores.map(({ session_id, ...score }) => [session_id, score]));
  return attempts
    .flatMap(({ session_id, ...attempt }) => {
      const score = scoreOf.get(session_id);
      return score ? [{ ...attempt, ...score }] : [];
    })
    .slice(0, count);
}

/** Tests that ended after `since` and were not taken, the latest first. */
export async function findMissed({ db, now }: Context, { student_id, institute_id }: OfStudent, since: Date) {
  const { rows } = await sql<{ name: string; closed_at: Date }>`
    select p.name, p.closes_at as closed_at from paper_assignments a join papers p on p.id = a.paper_id
    where a.student_id = ${student_id} and p.institute_id = ${institute_id} and not p.is_assignment and p.closes_at > ${since} and p.closes_at <= ${now}
      and not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = p.id)
    order by p.closes_at desc, p.id desc limit 5`.execute(db);
  return rows;
}

/** The test that is open or opens next and has not been taken; tests without a date are left out. */
export async function findNext({ db, now }: Context, { student_id, institute_id }: OfStudent) {
  const { rows } = await sql<{ name: string; opens_at: Date | null; closes_at: Date | null }>`
    select p.name, p.opens_at, p.closes_at from paper_assignments a join papers p on p.id = a.paper_id
    where a.student_id = ${student_id} and p.institute_id = ${institute_id} and not p.is_assignment
      and (p.opens_at > ${now} or p.closes_at > ${now})
      and not exists (select from sessions s where s.student_id = a.student_id and s.paper_id = p.id and s.status = 'COMPLETE')
    order by p.opens_at nulls first, p.closes_at, p.id limit 1`.execute(db);
  return rows[0];
}

/** Marks by subject over the latest published tests. */
export async function findSubjects({ db }: Context, student_id: number, paper_ids: readonly number[]) {
  const { rows } = await sql<{ subject_id: number; score: number; max_score: number }>`
    select t.subject_id, sum(t.score)::int as score, sum(t.max_score)::int as max_score from session_scores t
    where t.student_id = ${student_id} and t.paper_id = any(${paper_ids}::bigint[]) and t.subject_id <> 0 and t.is_ranked
    group by t.subject_id having sum(t.max_score) > 0 order by t.subject_id`.execute(db);
  return rows;
}

/** The student's practice, without tests, by day and subject; empty unless the student shows it to this guardian. */
export async function findPractice({ db }: Context, guardian_id: number, id: number, student_id: number, from_day: number) {
  // Two reads, because a spread database joins no local table with rows of students.
  const { rows: shown } = await sql`
    select from guardianships where id = ${id} and student_id = ${student_id} and guardian_id = ${guardian_id} and ended_at is null and shows_practice`.execute(
    db,
  );
  if (shown.length === 0) return [];
  const { rows } = await sql<{ day: number; subject_id: number; correct: number; incorrect: number }>`
    select d.day, d.subject_id, sum(d.correct)::int as correct, sum(d.incorrect)::int as incorrect
    from session_days d join sessions s on s.student_id = d.student_id and s.id = d.session_id
    where d.student_id = ${student_id} and d.day >= ${from_day} and s.paper_id is null
    group by d.day, d.subject_id order by d.day, d.subject_id`.execute(db);
  return rows;
}
