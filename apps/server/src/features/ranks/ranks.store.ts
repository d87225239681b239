import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** A paper, or with a subject (the lowest id of its name) that part of it; subject 0 is the whole paper. */
export interface RankedPart {
  paper_id: number;
  subject_id: number;
}

export interface RankedRow {
  student_id: number;
  session_id: number;
  score: number;
  /** Decides among equal scores: the smaller list stands first. */
  ties: number[];
}

const rankedColumns = ['student_id', 'session_id', 'score', 'ties'] as const;

/** Ranked sessions with a higher score, with one that is not higher, and all. */
export async function countAround({ db }: Context, { paper_id, subject_id }: RankedPart, score: number) {
  const { rows } = await sql<{ above: number; appeared: number }>`
    select coalesce(sum(count) filter (where score > ${score}), 0)::bigint as above, coalesce(sum(count), 0)::bigint as appeared
    from paper_score_counts where paper_id = ${paper_id} and subject_id = ${subject_id}`.execute(db);
  const { above = 0, appeared = 0 } = rows[0] ?? {};
  return { above, appeared, atOrBelow: appeared - above };
}

export function findRanked({ db }: Context, { paper_id, subject_id }: RankedPart, student_id: number): Promise<RankedRow | undefined> {
  return db
    .selectFrom('session_scores')
    .where('paper_id', '=', paper_id)
    .where('subject_id', '=', subject_id)
    .where('student_id', '=', student_id)
    .where('is_ranked', '=', true)
    .select(rankedColumns)
    .executeTakeFirst();
}

/** The score that a session was marked with. */
export async function findScore(
  { db }: Context,
  { paper_id, subject_id }: RankedPart,
  session: { student_id: number; id: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('session_scores')
    .where('paper_id', '=', paper_id)
    .where('subject_id', '=', subject_id)
    .where('student_id', '=', session.student_id)
    .where('session_id', '=', session.id)
    .select('score')
    .executeTakeFirst();
  return row?.score;
}

/** How many have each score, highest first. */
export async function countByScore({ db }: Context, { paper_id, subject_id }: RankedPart): Promise<{ score: number; count: number }[]> {
  const { rows } = await sql<{ score: number; count: number }>`
    select score, sum(count)::bigint as count from paper_score_counts where paper_id = ${paper_id} and subject_id = ${subject_id}
    group by score having sum(count) > 0 order by score desc`.execute(db);
  return rows;
}

/** Up to `count` ranked sessions from the `skipped`-th of those with this score on, by score and then by student. */
export async function findFrom(
  { db }: Context,
  { paper_id, subject_id }: RankedPart,
  from: { score: number; skipped: number },
  count: number,
): Promise<RankedRow[]> {
  return db
    .selectFrom('session_scores')
    .where('paper_id', '=', paper_id)
    .where('subject_id', '=', subject_id)
    .where('is_ranked', '=', sql.lit(true))
    .where('score', '<=', from.score)
    .select(rankedColumns)
    .orderBy('score', 'desc')
    .orderBy('ties')
    .orderBy('student_id')
    .offset(from.skipped)
    .limit(count)
    .execute();
}

/** How many of the same score come before the student. */
export async function countBeforeAmongEqual({ db }: Context, { paper_id, subject_id }: RankedPart, own: RankedRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from session_scores
    where paper_id = ${paper_id} and subject_id = ${subject_id} and is_ranked and score = ${own.score}
      and (ties, student_id) < (${own.ties}::double precision[], ${own.student_id}::bigint)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to `count` ranked sessions next to the student's, nearest first: those that stand before it, or after it. */
export async function findBeside(
  { db }: Context,
  { paper_id, subject_id }: RankedPart,
  own: RankedRow,
  side: 'before' | 'after',
  count: number,
): Promise<RankedRow[]> {
  const [isFarther, sameScore, order] =
    side === 'before'
      ? [sql`score > ${own.score}`, sql`<`, sql`score asc, ties desc, student_id desc`]
      : [sql`score < ${own.score}`, sql`>`, sql`score desc, ties asc, student_id asc`];
  // Each half is read from the index; together they would not be.
  const { rows } = await sql<RankedRow>`
    select student_id, session_id, score, ties from (
      (select student_id, session_id, score, ties from session_scores
        where paper_id = ${paper_id} and subject_id = ${subject_id} and is_ranked and score = ${own.score}
          and (ties, student_id) ${sameScore} (${own.ties}::double precision[], ${own.student_id}::bigint)
        order by ${order} limit ${count})
      union all
      (select student_id, session_id, score, ties from session_scores
        where paper_id = ${paper_id} and subject_id = ${subject_id} and is_ranked and ${isFarther}
        order by ${order} limit ${count})
    ) beside order by ${order} limit ${count}`.execute(db);
  return rows;
}

/** Names of students, by id; one without a name is missing. */
export async function findNames({ db }: Context, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${ids}::bigint[]) and name is not null`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How often each combination of subject scores stands among the ranked sessions with these totals; the scores in the order of the subjects. */
export async function countSubjectScores(
  { db }: Context,
  paper_id: number,
  totals: readonly number[],
  subject_ids: readonly number[],
): Promise<{ scores: number[]; count: number }[]> {
  const { rows } = await sql<{ scores: number[]; count: number }>`
    select scores, count(*) from (
      select array_agg(part.score order by array_position(${subject_ids}::smallint[], part.subject_id)) as scores
      from session_scores whole
      join session_scores part on part.paper_id = whole.paper_id and part.student_id = whole.student_id and part.session_id = whole.session_id
        and part.subject_id = any(${subject_ids}::smallint[])
      where whole.paper_id = ${paper_id} and whole.subject_id = 0 and whole.is_ranked and whole.score = any(${totals}::int[])
      group by whole.student_id
    ) of_students group by scores`.execute(db);
  return rows;
}

/** Subject scores of a student's ranked session, in the order of the subjects. */
export async function findSubjectScores(
  { db }: Context,
  paper_id: number,
  student_id: number,
  subject_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('session_scores')
    .where('paper_id', '=', paper_id)
    .where('student_id', '=', student_id)
    .where('is_ranked', '=', true)
    .select(['subject_id', 'score'])
    .execute();
  const scores = new Map(rows.map(({ subject_id, score }) => [subject_id, score]));
  return subject_ids.map((id) => scores.get(id) ?? 0);
}
