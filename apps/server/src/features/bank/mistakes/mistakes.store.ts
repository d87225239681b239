import { type Insertable, type Selectable, sql } from 'kysely';
import type { MissKind, MissReason } from '@abhyas/exam/reports/miss-kind';
import type { Tables } from '../../../database/tables.ts';
import type { Context } from '../../../context.ts';

export type MistakeRow = Selectable<Tables['mistakes']>;

/** The student's entries of these questions, locked until the transaction ends. */
export async function lockEntries({ db }: Context, student_id: number, ids: readonly number[]): Promise<Map<number, MistakeRow>> {
  const rows = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where(sql<boolean>`question_id = any(${ids}::bigint[])`)
    .selectAll()
    .orderBy('question_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.question_id, row]));
}

/** The questions with an entry that is not fixed, among the given ones. */
export async function findOpenAmong({ db }: Context, student_id: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where('is_fixed', '=', sql.lit(false))
    .where(sql<boolean>`question_id = any(${ids}::bigint[])`)
    .select('question_id')
    .execute();
  return rows.map(({ question_id }) => question_id);
}

/** Reasons of the questions' entries that are not fixed. */
export async function findReasons({ db }: Context, student_id: number, ids: readonly number[]): Promise<Map<number, MissReason | null>> {
  const rows = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where('is_fixed', '=', sql.lit(false))
    .where(sql<boolean>`question_id = any(${ids}::bigint[])`)
    .select(['question_id', 'reason'])
    .execute();
  return new Map(rows.map(({ question_id, reason }) => [question_id, reason]));
}

/** Stores the reason. False if the question is not in the book, or fixed. */
export async function updateReason({ db }: Context, student_id: number, question_id: number, reason: MissReason | null): Promise<boolean> {
  const rows = await db
    .updateTable('mistakes')
    .set({ reason })
    .where('student_id', '=', student_id)
    .where('question_id', '=', question_id)
    .where('is_fixed', '=', sql.lit(false))
    .returning('question_id')
    .execute();
  return rows.length > 0;
}

/** An entry after an answer, without the columns that are needed only for counts. */
type NewEntry = Omit<Insertable<Tables['mistakes']>, 'topic_id' | 'institute_id' | 'seconds'>;

export async function upsertEntry({ db }: Context, entry: NewEntry): Promise<void> {
  const { student_id, question_id, session_id } = entry;
  const given = Object.entries(entry).filter(([, value]) => value !== undefined);
  const columns = [...given.map(([column]) => column), 'topic_id', 'institute_id', 'seconds'];
  const changed = columns.filter((column) => !['student_id', 'question_id'].includes(column));
  // From a selection, with `excluded` instead of values: a spread database accepts neither subqueries nor a value that is used twice.
  await sql`
    insert into mistakes (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(given.map(([, value]) => sql`${value}`))}, q.topic_id, q.institute_id, coalesce(r.question_time_spent, 0)
    from questions q
    left join responses r on r.student_id = ${student_id}::bigint and r.session_id = ${session_id}::bigint and r.question_id = ${question_id}::bigint
    where q.id = ${question_id}::bigint
    on conflict (student_id, question_id) do update set ${sql.join(changed.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`.execute(
    db,
  );
}

/** Whether a finished test of the student is not in the book yet. */
export async function hasUntakenTests({ db }: Context, student_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('student_id', '=', student_id)
    .where('paper_id', 'is not', null)
    .where('status', '=', sql.lit('COMPLETE'))
    .where('is_in_mistake_book', '=', sql.lit(false))
    .select('id')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Finished tests of the student that are not in the book yet, locked: first those whose paper shows answers now, then the oldest. Tests
 * that another call has locked are skipped.
 */
export async function lockUntakenTests({ db, now }: Context, student_id: number, count: number) {
  const { rows } = await sql<{ id: number; finished_at: Date | null }>`
    select s.id, s.finished_at from sessions s join papers p on p.id = s.paper_id
    where s.student_id = ${student_id} and s.status = 'COMPLETE' and s.paper_id is not null and not s.is_in_mistake_book
    order by p.allows_review and (p.institute_id is null or p.results_published_at is not null) and coalesce(p.closes_at < ${now}, true) desc,
      s.finished_at
    limit ${count} for update of s skip locked`.execute(db);
  return rows;
}

/** Every marked answer of a test session. */
export function findMarkedAnswers({ db }: Context, student_id: number, session_id: number) {
  return db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('session_id', '=', session_id)
    .where('result', 'is not', null)
    .select(['question_id', 'result', 'question_time_spent'])
    .orderBy('question_id')
    .execute();
}

export async function markTaken({ db }: Context, student_id: number, session_id: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ is_in_mistake_book: true })
    .where('student_id', '=', student_id)
    .where('id', '=', session_id)
    .execute();
}

/** The owner of a mistake book: the student, with questions of the shared bank and of the institute in use. */
export interface Owner {
  id: number;
  institute_id: number | null;
}

const openEntries = ({ db }: Context, { id: student_id, institute_id }: Owner) =>
  db
    .selectFrom('mistakes')
    .where('mistakes.student_id', '=', student_id)
    .where('mistakes.is_fixed', '=', sql.lit(false))
    .where(sql<boolean>`(mistakes.institute_id is null or mistakes.institute_id = ${institute_id}::bigint)`);

const topicsOf = (chapter_id: number) => sql`array(select id from topics where chapter_id = ${chapter_id})`;

type CountRow =
  | { chapter_id: number; chapter_name: string; subject_id: number; ahead: null; kind: null; count: number }
  | { chapter_id: null; subject_id: number; ahead: number; kind: null; count: number; seconds: number; due_at: Date }
  | { chapter_id: null; ahead: null; kind: MissKind; count: number };

/**
 * Counts of entries that are not fixed: by chapter, in the order of the syllabus; by subject and due day; and by kind. `days` are the
 * beginnings of days in order; `ahead` is the number of these that have begun when the entries are due, and `due_at` the time at which the
 * first of them is due. Questions in `hidden` do not count.
 */
export async function countEntries(
  context: Context,
  { id: student_id, institute_id }: Owner,
  days: readonly Date[],
  hidden: readonly number[],
) {
  const { rows } = await sql<CountRow>`
    select t.chapter_id, c.name as chapter_name, c.subject_id, m.ahead, m.kind, sum(m.count)::int as count, sum(m.seconds)::int as seconds,
      min(m.due_at) as due_at
    from (
      select topic_id, kind, width_bucket(due_at, ${days}::timestamptz[]) as ahead, count(*) as count, sum(seconds) as seconds,
        min(due_at) as due_at
      from mistakes
      where student_id = ${student_id} and not is_fixed and (institute_id is null or institute_id = ${institute_id}::bigint)
        and question_id <> all(${hidden}::bigint[])
      group by topic_id, kind, ahead
    ) m
    join topics t on t.id = m.topic_id
    join chapters c on c.id = t.chapter_id
    group by grouping sets ((c.subject_id, c.position, t.chapter_id, c.name), (c.subject_id, m.ahead), (m.kind))
    order by c.subject_id, c.position, t.chapter_id`.execute(context.db);
  return {
    chapters: rows.filter((row) => row.chapter_id !== null),
    days: rows.filter((row) => row.ahead !== null),
    kinds: rows.filter((row) => row.kind !== null),
  };
}

/**
 * Numbers of entries due before `before`, by subject id, and the time at which the next entry becomes due after that, or null. Questions in
 * `hidden` do not count.
 */
export async function countDueBySubject(context: Context, owner: Owner, before: Date, hidden: readonly number[]) {
  const shown = () => openEntries(context, owner).where(sql<boolean>`mistakes.question_id <> all(${hidden}::bigint[])`);
  const subjects = await context.db
    .selectFrom(
      shown()
        .where('mistakes.due_at', '<', before)
        .groupBy('mistakes.topic_id')
        .select(['mistakes.topic_id', (of) => of.fn.countAll<number>().as('count')])
        .as('due'),
    )
    .innerJoin('topics', 'topics.id', 'due.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .groupBy('chapters.subject_id')
    .orderBy('chapters.subject_id')
    .select(['chapters.subject_id', sql<number>`sum(due.count)::int`.as('count')])
    .execute();
  const next = await shown()
    .where('mistakes.due_at', '>=', before)
    .orderBy('mistakes.due_at')
    .select('mistakes.due_at')
    .limit(1)
    .executeTakeFirst();
  return { subjects, next_due_at: next?.due_at ?? null };
}

export async function countFixed({ db }: Context, student_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where('is_fixed', '=', sql.lit(true))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of entries that were answered again since `since`; the miss that added an entry does not count. */
export async function countReviewedSince({ db }: Context, student_id: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where('last_review_at', '>=', since)
    // Written as in the index, because a prepared statement with a parameter could not use the index.
    .where('reps', '>', sql.lit(1))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the student has ever missed a question of the chapter, even if the question is fixed now. */
export async function hasEntryIn({ db }: Context, student_id: number, chapter_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('mistakes')
    .where('student_id', '=', student_id)
    .where(sql<boolean>`topic_id = any(${topicsOf(chapter_id)})`)
    .select('question_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Number of entries due before `before`, in one chapter or (null) in all. Questions in `hidden` do not count. */
export async function countDue(
  context: Context,
  student: Owner,
  chapter_id: number | null,
  before: Date,
  hidden: readonly number[],
): Promise<number> {
  const { count } = await openEntries(context, student)
    .where('mistakes.due_at', '<', before)
    .where(sql<boolean>`mistakes.question_id <> all(${hidden}::bigint[])`)
    .$if(chapter_id !== null, (of) => of.where(sql<boolean>`mistakes.topic_id = any(${topicsOf(chapter_id ?? 0)})`))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Entries whose question is also in a paper; only these can be withheld. */
export async function findInPapers({ db }: Context, student_id: number): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    select m.question_id from mistakes m where m.student_id = ${student_id} and not m.is_fixed
      and exists (select from paper_questions pq where pq.question_id = m.question_id)`.execute(db);
  return rows.map(({ question_id }) => question_id);
}

export interface EntryFilter {
  subject_ids: readonly number[] | null;
  chapter_id: number | null;
  kind: MissKind | null;
  due_before: Date | null;
  offset: number;
  count: number;
}

/** Entries that are not fixed, due ones first, with the latest answer. */
export function findEntries(context: Context, student: Owner, filter: EntryFilter) {
  const { subject_ids, chapter_id, kind, due_before } = filter;
  const page = openEntries(context, student)
    .$if(subject_ids !== null, (of) =>
      of.where(
        sql<boolean>`mistakes.topic_id = any(array(
          select t.id from topics t join chapters c on c.id = t.chapter_id where c.subject_id = any(${subject_ids}::smallint[])))`,
      ),
    )
    .$if(chapter_id !== null, (of) => of.where(sql<boolean>`mistakes.topic_id = any(${topicsOf(chapter_id ?? 0)})`))
    .$if(kind !== null, (of) => of.where('mistakes.kind', '=', kind))
    .$if(due_before !== null, (of) => of.where('mistakes.due_at', '<', due_before))
    .select(['session_id', 'question_id', 'kind', 'reason', 'due_at', 'times_missed', 'right_days'])
    .orderBy('due_at')
    .orderBy('question_id')
    .offset(filter.offset)
    .limit(filter.count);
  return (
    context.db
      .selectFrom(page.as('entry'))
      // The limit keeps the planner from reading every response of the student for one page.
      .leftJoinLateral(
        (of) =>
          of
            .selectFrom('responses')
            .where('responses.student_id', '=', student.id)
            .whereRef('responses.session_id', '=', 'entry.session_id')
            .whereRef('responses.question_id', '=', 'entry.question_id')
            .select(['responses.responses', 'responses.rich_response'])
            .limit(1)
            .as('answer'),
        (join) => join.onTrue(),
      )
      .select(['entry.question_id', 'kind', 'reason', 'due_at', 'times_missed', 'right_days', 'answer.responses', 'answer.rich_response'])
      .orderBy('due_at')
      .orderBy('entry.question_id')
      .execute()
  );
}

/** Deletes entries of a corrected question, if the latest answer was given in a test of the paper and is no longer wrong. */
export async function deleteCorrected({ db }: Context, paper_id: number, question_id: number): Promise<void> {
  await sql`
    delete from mistakes m using sessions s, responses r
    where s.paper_id = ${paper_id} and s.status = 'COMPLETE' and m.student_id = s.student_id and m.question_id = ${question_id}
      and m.session_id = s.id and r.student_id = s.student_id and r.session_id = s.id and r.question_id = m.question_id
      and m.right_days = 0 and r.result in (1, 2)`.execute(db);
}
