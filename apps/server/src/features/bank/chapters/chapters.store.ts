import type { NotAskedSince } from '@abhyas/exam/bank/syllabus';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Subjects of a course, one row per id: Botany and Zoology share the name Biology. */
export function findSubjects({ db }: Context, course: string) {
  return db
    .selectFrom('course_subjects')
    .innerJoin('subjects', 'subjects.id', 'course_subjects.subject_id')
    .where('course_subjects.course', '=', course)
    .select(['subjects.id', 'subjects.name'])
    .orderBy('subjects.id')
    .execute();
}

export interface CountRow {
  id: number;
  name: string;
  question_count: number;
  verified: number;
  correct: number;
  incorrect: number;
  seconds: number;
}

interface Member {
  id: number;
  institute_id: number | null;
}

/** The student's stored figures of topics `t`, for questions of the shared bank and of the student's present institute. */
const figuresOf = ({ id, institute_id }: Member) => sql`
    left join lateral (
      select sum(k.question_count) as question_count from topic_question_counts k
      where k.topic_id = t.id and (k.institute_id is null or k.institute_id = ${institute_id}::bigint)
    ) held on true
    left join lateral (
      select sum(f.verified) as verified, sum(f.correct) as correct, sum(f.incorrect) as incorrect, sum(f.seconds) as seconds from topic_figures f
      where f.student_id = ${id} and f.topic_id = t.id and (f.institute_id is null or f.institute_id = ${institute_id}::bigint)
    ) done on true`;

const counts = sql`coalesce(sum(held.question_count), 0)::int as question_count, coalesce(sum(done.verified), 0)::int as verified,
  coalesce(sum(done.correct), 0)::int as correct, coalesce(sum(done.incorrect), 0)::int as incorrect, coalesce(sum(done.seconds), 0)::int as seconds`;

/** Chapters by subject or by id, with the student's counts over their practice questions. */
export async function countByChapter({ db }: Context, student: Member, where: { subject_ids: number[] } | { ids: number[] }) {
  const filter = 'ids' in where ? sql`c.id = any(${where.ids}::bigint[])` : sql`c.subject_id = any(${where.subject_ids}::smallint[])`;
  const { rows } = await sql<CountRow & { subject_id: number; subject_name: string; topic_count: number }>`
    select c.id, c.name, c.subject_id, s.name as subject_name, count(t.id) as topic_count, ${counts}
    from chapters c
    join subjects s on s.id = c.subject_id
    left join topics t on t.chapter_id = c.id
    ${figuresOf(student)}
    where ${filter}
    group by c.id, s.id
    order by c.subject_id, c.position, c.id`.execute(db);
  return rows;
}

/** Topics of a chapter in order, with the student's counts. */
export async function countByTopic({ db }: Context, student: Member, chapter_id: number) {
  const { rows } = await sql<CountRow & { position: number; not_asked_since: NotAskedSince }>`
    select t.id, t.name, t.position, t.not_asked_since, ${counts}
    from topics t
    ${figuresOf(student)}
    where t.chapter_id = ${chapter_id}
    group by t.id
    order by t.position`.execute(db);
  return rows;
}

/** The chapters of these subjects that the student practised last, the latest first. */
export async function findRecentChapterIds({ db }: Context, student_id: number, subject_ids: number[], count: number): Promise<number[]> {
  const { rows } = await sql<{ chapter_id: number }>`
    select t.chapter_id from (
      select topic_id, max(finished_at) as at from sessions
      where student_id = ${student_id} and topic_id is not null and finished_at is not null
      group by topic_id
      union all
      select topic_id, time_reported_at from sessions
      where student_id = ${student_id} and topic_id is not null and status = 'IN_PROGRESS' and time_reported_at is not null
    ) latest
    join topics t on t.id = latest.topic_id
    join chapters c on c.id = t.chapter_id
    where c.subject_id = any(${subject_ids}::smallint[])
    group by t.chapter_id
    order by max(latest.at) desc
    limit ${count}`.execute(db);
  return rows.map(({ chapter_id }) => chapter_id);
}

/** The chapters of these subjects in the order of the syllabus. */
export function findChapterNames({ db }: Context, subject_ids: readonly number[]) {
  return db
    .selectFrom('chapters')
    .where(sql<boolean>`subject_id = any(${subject_ids}::smallint[])`)
    .select(['id', 'name', 'subject_id'])
    .orderBy('subject_id')
    .orderBy('position')
    .execute();
}

export function findChapterName({ db }: Context, id: number) {
  return db
    .selectFrom('chapters')
    .innerJoin('subjects', 'subjects.id', 'chapters.subject_id')
    .where('chapters.id', '=', id)
    .select(['chapters.id', 'chapters.name', 'chapters.subject_id', 'subjects.name as subject_name'])
    .executeTakeFirst();
}

/** Whether the chapter has quick points and videos, of the shared bank and of the student's present institute. */
export async function findExtras({ db }: Context, { institute_id }: Member, chapter_id: number) {
  const ofBank = sql`institute_id is null`;
  const ofInstitute = sql`institute_id = ${institute_id}::bigint`;
  const points = sql`select from quick_points where chapter_id = ${chapter_id}`;
  const videos = sql`select from topics t join questions q on q.topic_id = t.id
    where t.chapter_id = ${chapter_id} and q.is_for_practice and q.video_solution_uri is not null`;
  const { rows } = await sql<Record<'bank_points' | 'own_points' | 'bank_videos' | 'own_videos', boolean>>`
    select exists (${points} and ${ofBank}) as bank_points, exists (${points} and ${ofInstitute}) as own_points,
      exists (${videos} and ${ofBank}) as bank_videos, exists (${videos} and ${ofInstitute}) as own_videos`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A query without a table gives one row');
  return found;
}

export function findTopic({ db }: Context, id: number) {
  return db
    .selectFrom('topics')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where('topics.id', '=', id)
    .select(['topics.id', 'topics.name', 'topics.position', 'topics.chapter_id', 'chapters.subject_id'])
    .executeTakeFirst();
}

export function findTopics({ db }: Context, ids: readonly number[]) {
  return db
    .selectFrom('topics')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where(sql<boolean>`topics.id = any(${ids}::bigint[])`)
    .select(['topics.id', 'topics.position', 'chapters.subject_id'])
    .execute();
}

/** Whether the chapter has a question of a previous paper that no test withholds. */
export async function hasPreviousPaper({ db, now }: Context, { institute_id }: Member, chapter_id: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from topics t join questions q on q.topic_id = t.id join paper_questions pq on pq.question_id = q.id
      join papers p on p.id = pq.paper_id
      where t.chapter_id = ${chapter_id} and p.test_mode_type = 2 and coalesce(p.opens_at <= ${now}, true)
        and (q.institute_id is null or q.institute_id = ${institute_id}::bigint)
        and not exists (select from paper_questions held join papers other on other.id = held.paper_id
          where held.question_id = q.id and other.test_mode_type <> 2 and coalesce(other.closes_at > ${now}, true))) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Seconds spent on attempted questions of the subjects, and the number of those questions. */
export async function countTime({ db }: Context, { id }: Member, subject_ids: readonly number[]) {
  const { rows } = await sql<{ seconds: number; attempted: number }>`
    select coalesce(sum(f.seconds), 0)::int as seconds, coalesce(sum(f.correct + f.incorrect), 0)::int as attempted
    from topic_figures f join topics t on t.id = f.topic_id join chapters c on c.id = t.chapter_id
    where f.student_id = ${id} and c.subject_id = any(${subject_ids}::smallint[])`.execute(db);
  return rows[0] ?? { seconds: 0, attempted: 0 };
}
