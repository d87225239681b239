import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export async function findLines({ db }: Context, student_id: number, day: number): Promise<unknown[]> {
  const row = await db
    .selectFrom('day_plans')
    .where('student_id', '=', student_id)
    .where('day', '=', day)
    .select('lines')
    .executeTakeFirst();
  return row?.lines ?? [];
}

export async function writeLines({ db }: Context, student_id: number, day: number, lines: readonly unknown[]): Promise<void> {
  const text = JSON.stringify(lines);
  await db
    .insertInto('day_plans')
    .values({ student_id, day, lines: text })
    .onConflict((on) => on.columns(['student_id', 'day']).doUpdateSet({ lines: text }))
    .execute();
}

export interface OpenPractice {
  id: number;
  object_type: number;
  session_type: number;
  topic_id: number | null;
  chapter_id: number | null;
  topic_name: string | null;
  chapter_name: string | null;
  current_index: number;
}

/** The practice session in progress, in one of the student's subjects, that was used last. */
export async function findOpenPractice(
  { db }: Context,
  student_id: number,
  subject_ids: readonly number[],
): Promise<OpenPractice | undefined> {
  const { rows } = await sql<OpenPractice>`
    select s.id, s.object_type, s.session_type, s.topic_id, s.chapter_id, t.name as topic_name, c.name as chapter_name, s.current_index
    from sessions s
    left join topics t on t.id = s.topic_id
    left join chapters c on c.id = coalesce(s.chapter_id, t.chapter_id)
    where s.student_id = ${student_id} and s.status = 'IN_PROGRESS' and s.paper_id is null and s.time_reported_at is not null
      and coalesce(c.subject_id = any(${subject_ids}::smallint[]), true)
      and exists (select from responses r where r.student_id = s.student_id and r.session_id = s.id
        and (r.verified or r.solution_request_time is not null or r.responses <> '{}' or r.rich_response is not null))
    order by s.time_reported_at desc
    limit 1`.execute(db);
  return rows[0];
}

export interface TopicRow {
  id: number;
  name: string;
  chapter_id: number;
  chapter_name: string;
  subject_name: string;
}

/** The first topic by `order` that the student may practise, that has questions, and that is not `except`. */
async function findTopic(
  { db }: Context,
  { id, institute_id, has_premium_access }: { id: number; institute_id: number | null; has_premium_access: boolean },
  subject_ids: readonly number[],
  except: number | null,
  kind: 'weakest' | 'first',
  chapter_ids: readonly number[] = [],
): Promise<TopicRow | undefined> {
  const order =
    kind === 'weakest'
      ? sql`array_position(${chapter_ids}::bigint[], c.id), case when done.attempted >= 3 then 0 when done.attempted is null then 1 else 2 end, done.correct::float8 / nullif(done.attempted, 0),
          array_position(${subject_ids}::smallint[], c.subject_id), c.position, t.position`
      : sql`array_position(${subject_ids}::smallint[], c.subject_id), c.position, t.position`;
  const { rows } = await sql<TopicRow>`
    select t.id, t.name, c.id as chapter_id, c.name as chapter_name, s.name as subject_name
    from topics t
    join chapters c on c.id = t.chapter_id
    join subjects s on s.id = c.subject_id
    left join lateral (
      select sum(f.correct) as correct, sum(f.correct + f.incorrect) as attempted from topic_figures f
      where f.student_id = ${id} and f.topic_id = t.id
    ) done on true
    where c.subject_id = any(${subject_ids}::smallint[]) and (${has_premium_access} or t.position = 0)
      and t.id is distinct from ${except}::bigint
      and exists (select from topic_question_counts k where k.topic_id = t.id and k.question_count > 0
        and (k.institute_id is null or k.institute_id = ${institute_id}::bigint))
    order by ${order}
    limit 1`.execute(db);
  return rows[0];
}

/** The weakest topic, of the first of these chapters that has one; of any chapter otherwise. */
export const findWeakestTopic = (
  ...of: [Context, Parameters<typeof findTopic>[1], readonly number[], except: number | null, chapter_ids: readonly number[]]
) => findTopic(of[0], of[1], of[2], of[3], 'weakest', of[4]);
export const findFirstTopic = (...of: [Context, Parameters<typeof findTopic>[1], readonly number[]]) =>
  findTopic(of[0], of[1], of[2], null, 'first');

/** Whether a practice of the topic was finished since `since`. */
export async function hasFinishedTopic({ db }: Context, student_id: number, topic_id: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('topic_id', '=', topic_id)
    .where('finished_at', '>=', since)
    .where('finished_by', '=', 'student')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
