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
}

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
    .select(['student_id', 'session_id', 'score'])
    .executeTakeFirst();
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
    .select(['student_id', 'session_id', 'score'])
    .orderBy('score', 'desc')
    .orderBy('student_id')
    .offset(from.skipped)
    .limit(count)
    .execute();
}

/** How many of the same score come before the student. */
export async function countBeforeAmongEqual({ db }: Context, { paper_id, subject_id }: RankedPart, own: RankedRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from session_scores
    where paper_id = ${paper_id} and subject_id = ${subject_id} and is_ranked and score = ${own.score} and student_id < ${own.student_id}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
