import { sql } from 'kysely';
import type { Context, Student } from '../../../context.ts';

export type Tag = 'Revise' | 'Doubts';

/** Whether the question is in a session of the student: in a test's paper, or among the chosen questions of practice. */
export async function standsInSession({ db }: Context, student_id: number, question_id: number): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select exists (
      select 1 from paper_questions q join sessions s on s.paper_id = q.paper_id
      where q.question_id = ${question_id} and s.student_id = ${student_id}
    ) or exists (
      select 1 from session_questions q where q.student_id = ${student_id} and q.question_id = ${question_id}
    ) as stands`.execute(db);
  return rows[0]?.stands === true;
}

/** Sets a bookmark. The same tag again changes nothing; another tag also sets a new date. */
export async function upsertBookmark(
  { db, now }: Context,
  { student_id, question_id, tag }: { student_id: number; question_id: number; tag: Tag },
): Promise<void> {
  await sql`
    insert into bookmarks (student_id, question_id, tag, bookmarked_at, topic_id, institute_id)
    select ${student_id}::bigint, q.id, ${tag}, ${now}, q.topic_id, q.institute_id from questions q where q.id = ${question_id}::bigint
    on conflict (student_id, question_id) do update set tag = excluded.tag, bookmarked_at = excluded.bookmarked_at
      where bookmarks.tag <> excluded.tag`.execute(db);
}

/** Removes a bookmark; false if there was none. */
export async function deleteBookmark({ db }: Context, student_id: number, question_id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bookmarks')
    .where('student_id', '=', student_id)
    .where('question_id', '=', question_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The bookmarked questions among the given ones. */
export async function findBookmarkedAmong({ db }: Context, student_id: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('bookmarks')
    .where('student_id', '=', student_id)
    .where(sql<boolean>`question_id = any(${ids}::bigint[])`)
    .select('question_id')
    .orderBy('question_id')
    .execute();
  return rows.map(({ question_id }) => question_id);
}

const bookmarksWithSubject = ({ db }: Context, student: Pick<Student, 'id' | 'institute_id'>) =>
  db
    .selectFrom('bookmarks')
    .innerJoin('topics', 'topics.id', 'bookmarks.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where('bookmarks.student_id', '=', student.id)
    .where(sql<boolean>`(bookmarks.institute_id is null or bookmarks.institute_id = ${student.institute_id}::bigint)`);

/** Subjects of the student's bookmarks, with the number under each tag. */
export function countBySubject(context: Context, student: Student) {
  return bookmarksWithSubject(context, student)
    .select('chapters.subject_id')
    .select(sql<number>`count(*) filter (where bookmarks.tag = 'Revise')`.as('Revise'))
    .select(sql<number>`count(*) filter (where bookmarks.tag = 'Doubts')`.as('Doubts'))
    .groupBy('chapters.subject_id')
    .orderBy('chapters.subject_id')
    .execute();
}

const mostToPractise = 500;

/** At most 500 bookmarks: those never answered in practice first, then those answered longest ago. */
export async function findToPractise(
  context: Context,
  student: Student,
  { tag, subject_ids }: { tag: Tag; subject_ids: readonly number[] | null },
): Promise<number[]> {
  const rows = await bookmarksWithSubject(context, student)
    .where('bookmarks.tag', '=', tag)
    .$if(subject_ids !== null, (of) => of.where(sql<boolean>`chapters.subject_id = any(${subject_ids}::smallint[])`))
    .select('bookmarks.question_id')
    .orderBy(
      sql`(select max(r.verified_at) from responses r
        where r.student_id = bookmarks.student_id and r.question_id = bookmarks.question_id and r.verified)`,
      (order) => order.asc().nullsFirst(),
    )
    .orderBy('bookmarks.question_id')
    .limit(mostToPractise)
    .execute();
  return rows.map(({ question_id }) => question_id);
}

/** Ids of the questions bookmarked under a tag, the newest bookmark first. */
export async function findBookmarked(
  context: Context,
  student: Student,
  { tag, subject_ids, offset, count }: { tag: Tag; subject_ids: readonly number[]; offset: number; count: number },
): Promise<number[]> {
  const rows = await bookmarksWithSubject(context, student)
    .where('bookmarks.tag', '=', tag)
    .where(sql<boolean>`chapters.subject_id = any(${subject_ids}::smallint[])`)
    .select('bookmarks.question_id')
    .orderBy('bookmarks.bookmarked_at', 'desc')
    .orderBy('bookmarks.question_id', 'desc')
    .offset(offset)
    .limit(count)
    .execute();
  return rows.map(({ question_id }) => question_id);
}
