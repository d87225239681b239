import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Topics of the owner's questions with these codes, by code. */
export async function findPlaces({ db }: Context, institute_id: number | null, codes: readonly string[]) {
  const { rows } = await sql<{ code: string; topic_id: number; is_for_practice: boolean }>`
    select code, topic_id, is_for_practice from questions
    where code = any(${codes}::text[]) and ${institute_id === null ? sql`institute_id is null` : sql`institute_id = ${institute_id}`}`.execute(
    db,
  );
  return new Map(rows.map(({ code, ...place }) => [code, place]));
}

/** Topics of the verified questions of a session. */
export async function findVerifiedTopics({ db }: Context, student_id: number, session_id: number): Promise<number[]> {
  const { rows } = await sql<{ topic_id: number }>`
    select distinct q.topic_id from responses r join questions q on q.id = r.question_id
    where r.student_id = ${student_id} and r.session_id = ${session_id} and r.verified`.execute(db);
  return rows.map(({ topic_id }) => topic_id);
}

/** Counts the practice questions of these topics again, for every owner; without a list, of all topics. */
export async function countQuestions({ db }: Context, topic_ids?: readonly number[]): Promise<void> {
  const isCounted = topic_ids ? sql`topic_id = any(${topic_ids}::bigint[])` : sql`true`;
  await sql`
    with counted as (
      select topic_id, institute_id, count(*) as question_count from questions where is_for_practice and ${isCounted} group by topic_id, institute_id
    ), gone as (
      delete from topic_question_counts k where ${isCounted} and not exists (
        select from counted c where c.topic_id = k.topic_id and c.institute_id is not distinct from k.institute_id)
    )
    insert into topic_question_counts (topic_id, institute_id, question_count) select * from counted
    on conflict (topic_id, institute_id) do update set question_count = excluded.question_count`.execute(db);
}

type Scope = { student_id: number; topic_ids: readonly number[] } | { topic_ids: readonly number[] } | 'all';

/** Computes figures again from the responses: for one student's topics, for topics of all students, or for all topics. */
export async function writeFigures({ db }: Context, scope: Scope): Promise<void> {
  const ofStudent = (name: string) =>
    scope !== 'all' && 'student_id' in scope ? sql`${sql.ref(name)} = ${scope.student_id}::bigint` : sql`true`;
  const ofTopic = (name: string) => (scope === 'all' ? sql`true` : sql`${sql.ref(name)} = any(${scope.topic_ids}::bigint[])`);
  await sql`
    with counted as (
      select r.student_id, q.topic_id, q.institute_id, count(*) as verified, count(*) filter (where r.result = 1) as correct,
        count(*) filter (where r.result = -1) as incorrect,
        coalesce(sum(r.question_time_spent) filter (where r.result in (1, -1)), 0) as seconds
      from (
        select distinct on (student_id, question_id) student_id, question_id, result, question_time_spent from responses
        where verified and ${ofStudent('student_id')}
          and question_id in (select id from questions where is_for_practice and ${ofTopic('topic_id')})
        order by student_id, question_id, verified_at desc
      ) r
      join questions q on q.id = r.question_id
      group by r.student_id, q.topic_id, q.institute_id
    ), gone as (
      delete from topic_figures f where ${ofStudent('f.student_id')} and ${ofTopic('f.topic_id')} and not exists (
        select from counted c
        where c.student_id = f.student_id and c.topic_id = f.topic_id and c.institute_id is not distinct from f.institute_id)
    )
    insert into topic_figures (student_id, topic_id, institute_id, verified, correct, incorrect, seconds) select * from counted
    on conflict (student_id, topic_id, institute_id) do update set verified = excluded.verified, correct = excluded.correct,
      incorrect = excluded.incorrect, seconds = excluded.seconds`.execute(db);
}
