import { LOCK_GRACE_MS } from '@abhyas/exam/classes/live-quiz';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import { laterBy } from '../../../database/moments.ts';
import { keyTime, type QuizRow } from './live-quiz.store.ts';

/** Raises the state number of a class's quiz, locks the quiz until the act is done, and returns its id; undefined if the number differs. */
export async function raiseNumber({ db, actor }: StaffContext, meeting_id: number, number: number): Promise<number | undefined> {
  const row = await db
    .updateTable('live_quizzes')
    .set((is) => ({ number: is('number', '+', 1) }))
    .where('meeting_id', '=', meeting_id)
    .where('institute_id', '=', actor.institute_id)
    .where('number', '=', number)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertQuiz({ db, now, actor }: StaffContext, meeting_id: number): Promise<void> {
  await db
    .insertInto('live_quizzes')
    .values({ institute_id: actor.institute_id, meeting_id, created_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

interface TypedQuestion {
  question_text: string;
  option_1: string;
  option_2: string;
  option_3: string;
  option_4: string;
  answer: number;
}

export async function insertQuestion({ db }: Context, quiz_id: number, question: TypedQuestion | { question_id: number }): Promise<number> {
  const { position } = await db
    .selectFrom('live_quiz_questions')
    .where('quiz_id', '=', quiz_id)
    .select((is) => is.fn.coalesce(is.fn.max('position'), sql<number>`0`).as('position'))
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('live_quiz_questions')
    .values({ quiz_id, position: position + 1, ...question })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findQuestion = ({ db }: Context, quiz_id: number, id: number) =>
  db.selectFrom('live_quiz_questions').where('quiz_id', '=', quiz_id).where('id', '=', id).selectAll().executeTakeFirst();

export async function deleteQuestion({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('live_quiz_questions').where('id', '=', id).execute();
}

export async function show({ db, now }: Context, id: number): Promise<void> {
  await db.updateTable('live_quiz_questions').set({ shown_at: now }).where('id', '=', id).execute();
}

/** An act this shortly before a reveal no longer postpones it: students may have seen the key before the act is stored. */
const REVEAL_MARGIN_MS = 1000;

/** Updates when keys become visible, after a change of a lock or of the quiz's setting. A key that was visible stays visible. */
async function setRevealTimes({ db, now }: Context, quiz_id: number): Promise<void> {
  const kept = new Date(now.getTime() + REVEAL_MARGIN_MS);
  await sql`
    update live_quiz_questions qq set revealed_at = case when q.reveals = 'after_lock' and locks_at is not null
      then greatest(${now}::timestamptz, ${laterBy('locks_at', sql`${(LOCK_GRACE_MS + 1) / 1000}::numeric`)}) end
    from live_quizzes q where q.id = qq.quiz_id and q.id = ${quiz_id}
      and (qq.revealed_at is null or qq.revealed_at > ${kept}::timestamptz)`.execute(db);
}

export async function setLock(context: Context, { id, quiz_id }: { id: number; quiz_id: number }, locks_at: Date | null): Promise<void> {
  await context.db.updateTable('live_quiz_questions').set({ locks_at }).where('id', '=', id).execute();
  await setRevealTimes(context, quiz_id);
}

export async function setReveals(context: Context, quiz_id: number, reveals: QuizRow['reveals']): Promise<void> {
  await context.db.updateTable('live_quizzes').set({ reveals }).where('id', '=', quiz_id).execute();
  await setRevealTimes(context, quiz_id);
}

/** Completes a quiz, which reveals its keys: shown questions lock now, others stay hidden. */
export async function complete({ db, now }: Context, quiz_id: number): Promise<void> {
  await db.updateTable('live_quizzes').set({ completed_at: now }).where('id', '=', quiz_id).execute();
  await db
    .updateTable('live_quiz_questions')
    .set({ locks_at: sql<Date>`greatest(shown_at, least(locks_at, ${now}))` })
    .where('quiz_id', '=', quiz_id)
    .where('shown_at', 'is not', null)
    .execute();
}

/** Accepts the late answers to a question that arrived before its key could be seen, and returns their number. */
export async function acceptLate({ db, now }: Context, quiz_question_id: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('live_quiz_answers')
    .set({ accepted_at: now })
    .where('quiz_question_id', '=', quiz_question_id)
    .where('is_late', '=', sql.lit(true))
    .where('accepted_at', 'is', null)
    .where(sql<boolean>`answered_at < coalesce(${keyTime}, 'infinity')`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export interface TallyRow {
  id: number;
  tally: number[];
  late_count: number;
  after_key_count: number;
}

/** Counts the answers to each question: valid answers by option, and late answers from before and after the key could be seen. */
export async function countAnswers({ db }: Context, quiz_id: number): Promise<TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select qq.id, array[
        count(*) filter (where a.selected_option = 1 and counts), count(*) filter (where a.selected_option = 2 and counts),
        count(*) filter (where a.selected_option = 3 and counts), count(*) filter (where a.selected_option = 4 and counts)]::int[] as tally,
      count(*) filter (where not counts and not is_after_key)::int as late_count, count(*) filter (where not counts and is_after_key)::int as after_key_count
    from live_quiz_questions qq join live_quizzes q on q.id = qq.quiz_id left join live_quiz_answers a on a.quiz_question_id = qq.id
    cross join lateral (select not coalesce(a.is_late, false) or a.accepted_at is not null as counts,
      coalesce(a.answered_at >= least(qq.revealed_at, q.completed_at), false) as is_after_key) c
    where qq.quiz_id = ${quiz_id} group by qq.id`.execute(db);
  return rows;
}

const mostFound = 40;

/** Questions with four options and one key, of the shared bank or the institute, filtered by chapter or text. */
export async function findCandidates(
  { db, actor }: StaffContext,
  { chapter_id, text }: { chapter_id: number | null; text: string | null },
): Promise<number[]> {
  const pattern = text === null ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<{ id: number }>`
    select q.id from questions q join topics t on t.id = q.topic_id
    where q.question_type = 0 and q.retired_at is null and (q.institute_id is null or q.institute_id = ${actor.institute_id})
      and (${chapter_id}::bigint is null or t.chapter_id = ${chapter_id}) and (${pattern}::text is null or q.question_text ilike ${pattern})
    order by q.institute_id nulls last, t.position, q.complexity, q.id limit ${mostFound}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findChapters({ db }: Context) {
  return db
    .selectFrom('chapters')
    .innerJoin('subjects', 'subjects.id', 'chapters.subject_id')
    .select(['chapters.id', 'chapters.name', 'subjects.name as subject_name'])
    .orderBy('chapters.subject_id')
    .orderBy('chapters.position')
    .execute();
}

/**
 * The number of students in a class's classrooms, and on its page (last reported at most 90 seconds ago). Undefined outside the institute.
 */
export async function findAudience({ db, now, actor }: StaffContext, meeting_id: number) {
  const { rows } = await sql<{ status: string; title: string; student_count: number; present_count: number }>`
    with here as materialized (
      select count(distinct student_id)::int as count from meeting_stays
      where meeting_id = ${meeting_id} and to_at > ${new Date(now.getTime() - 90_000)}
    )
    select m.status, m.title, (
        select count(distinct cm.user_id)::int from meeting_classrooms mc join classroom_members cm on cm.classroom_id = mc.classroom_id
        where mc.meeting_id = m.id and cm.role = 'student' and cm.joined_at < m.starts_at + m.duration_seconds * interval '1 second'
          and (cm.left_at is null or cm.left_at > m.starts_at)) as student_count,
      here.count as present_count
    from meetings m cross join here where m.id = ${meeting_id} and m.institute_id = ${actor.institute_id}`.execute(db);
  return rows[0];
}
