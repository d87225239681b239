import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** A paper, or one subject of it. Subjects of the same name count as one, under their lowest id; 0 means the whole paper. */
export interface RankedPart {
  paper_id: number;
  subject_id: number;
}

export interface RankedRow {
  student_id: number;
  session_id: number;
  score: number;
  /** The tie-break of equal scores: the session with the smaller list comes first. */
  ties: number[];
}

const rankedColumns = ['student_id', 'session_id', 'score', 'ties'] as const;

/** Counts of ranked sessions above a score, at or below it, and in total. */
export interface Counts {
  above: number;
  atOrBelow: number;
  appeared: number;
}

/** The counts around each score, in the order of the scores. */
export async function countAround({ db }: Context, { paper_id, subject_id }: RankedPart, scores: readonly number[]): Promise<Counts[]> {
  const { rows } = await sql<Omit<Counts, 'atOrBelow'>>`
    select counted.above, counted.appeared
    from unnest(${scores}::int[]) with ordinality as asked(score, number)
    cross join lateral (
      select coalesce(sum(c.count) filter (where c.score > asked.score), 0)::bigint as above, coalesce(sum(c.count), 0)::bigint as appeared
      from paper_score_counts c where c.paper_id = ${paper_id} and c.subject_id = ${subject_id}) counted
    order by asked.number`.execute(db);
  return rows.map(({ above, appeared }) => ({ above, appeared, atOrBelow: appeared - above }));
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

/** The stored score of a session. */
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

export interface ScoreCount {
  score: number;
  count: number;
}

/** Number of ranked sessions with each score, highest first. */
export async function countByScore({ db }: Context, { paper_id, subject_id }: RankedPart): Promise<ScoreCount[]> {
  const { rows } = await sql<ScoreCount>`
    select score, sum(count)::bigint as count from paper_score_counts where paper_id = ${paper_id} and subject_id = ${subject_id}
    group by score having sum(count) > 0 order by score desc`.execute(db);
  return rows;
}

/** Up to `count` ranked sessions from this score down, best first, without the first `skipped` ones. */
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

/** The best ranked sessions of each subject (0 for the whole paper), up to `count` of each, best first. */
export async function findTops(
  { db }: Context,
  paper_id: number,
  subject_ids: readonly number[],
  count: number,
): Promise<(RankedRow & { subject_id: number })[]> {
  const { rows } = await sql<RankedRow & { subject_id: number }>`
    select part.subject_id, s.student_id, s.session_id, s.score, s.ties from unnest(${subject_ids}::smallint[]) as part(subject_id)
    cross join lateral (
      select student_id, session_id, score, ties from session_scores s
      where s.paper_id = ${paper_id} and s.subject_id = part.subject_id and s.is_ranked
      order by s.score desc, s.ties, s.student_id limit ${count}) s
    order by part.subject_id, s.score desc, s.ties, s.student_id`.execute(db);
  return rows;
}

/** A session in the list of a student's neighbours in one subject. */
export interface RowAround extends RankedRow {
  subject_id: number;
  /** Number of sessions with a higher score. */
  above: number;
}

/** The student's ranked sessions in these subjects (0 for the whole paper), each with up to `count` sessions on each side, in their order. */
export async function findAround(
  { db }: Context,
  paper_id: number,
  subject_ids: readonly number[],
  student_id: number,
  count: number,
): Promise<RowAround[]> {
  const part = sql`s.paper_id = ${paper_id} and s.subject_id = own.subject_id and s.is_ranked`;
  const columns = sql`s.student_id, s.session_id, s.score, s.ties`;
  const standing = sql`(own.ties, own.student_id)`;
  const upwards = sql`order by s.score asc, s.ties desc, s.student_id desc limit ${count}`;
  const downwards = sql`order by s.score desc, s.ties asc, s.student_id asc limit ${count}`;
  // Sessions of the same score and the others are read separately, because one condition for both would not use the index.
  // `ranked` is materialized so that the counts are summed once for each score, not for each session.
  const { rows } = await sql<RowAround>`
    with own as materialized (
      select s.subject_id, ${columns} from session_scores s
      where s.paper_id = ${paper_id} and s.subject_id = any(${subject_ids}::smallint[]) and s.student_id = ${student_id} and s.is_ranked),
    around as materialized (
      select own.subject_id, ${columns} from own cross join lateral (
        select ${columns} from (
          (select ${columns} from session_scores s where ${part} and s.score = own.score and (s.ties, s.student_id) < ${standing} ${upwards})
          union all
          (select ${columns} from session_scores s where ${part} and s.score > own.score ${upwards})
        ) s ${upwards}) s
      union all
      select s.subject_id, ${columns} from own s
      union all
      select own.subject_id, ${columns} from own cross join lateral (
        select ${columns} from (
          (select ${columns} from session_scores s where ${part} and s.score = own.score and (s.ties, s.student_id) > ${standing} ${downwards})
          union all
          (select ${columns} from session_scores s where ${part} and s.score < own.score ${downwards})
        ) s ${downwards}) s),
    ranked as materialized (
      select found.subject_id, found.score,
        (select coalesce(sum(c.count), 0)::bigint from paper_score_counts c
          where c.paper_id = ${paper_id} and c.subject_id = found.subject_id and c.score > found.score) as above
      from (select distinct subject_id, score from around) found)
    select s.subject_id, ${columns}, ranked.above from around s join ranked using (subject_id, score)
    order by s.subject_id, s.score desc, s.ties, s.student_id`.execute(db);
  return rows;
}

/** Names of students, by id; a student without a name is missing. */
export async function findNames({ db }: Context, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${ids}::bigint[]) and name is not null`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How often each combination of subject scores occurs among the ranked sessions with these totals; scores in the order of the subjects. */
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

/** Students of the ranked sessions with these totals, with subject scores in the order of the subjects; 0 for a missing subject. */
export async function findStudentsAt(
  { db }: Context,
  paper_id: number,
  totals: readonly number[],
  subject_ids: readonly number[],
): Promise<{ student_id: number; score: number; scores: number[] }[]> {
  const { rows } = await sql<{ student_id: number; score: number; parts: Record<string, number> | null }>`
    select whole.student_id, whole.score, json_object_agg(part.subject_id, part.score) filter (where part.subject_id is not null) as parts
    from session_scores whole
    left join session_scores part on part.paper_id = whole.paper_id and part.student_id = whole.student_id
      and part.session_id = whole.session_id and part.subject_id = any(${subject_ids}::smallint[])
    where whole.paper_id = ${paper_id} and whole.subject_id = 0 and whole.is_ranked and whole.score = any(${totals}::int[])
    group by whole.student_id, whole.session_id, whole.score`.execute(db);
  return rows.map(({ parts, ...row }) => ({ ...row, scores: subject_ids.map((id) => parts?.[id] ?? 0) }));
}
