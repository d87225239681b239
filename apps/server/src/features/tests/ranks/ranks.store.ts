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

/** Numbers of ranked sessions: above this score, at or below it, and in total. */
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

/** Number of ranked sessions with each score, highest first. */
export async function countByScore({ db }: Context, { paper_id, subject_id }: RankedPart): Promise<{ score: number; count: number }[]> {
  const { rows } = await sql<{ score: number; count: number }>`
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

/** The student's ranked session with its neighbours, and the position of the first of them. */
export interface RowsAround {
  /** The sessions in their order, including the student's. */
  rows: RankedRow[];
  /** Number of sessions with a higher score than the first one. */
  above_first: number;
  /** The position of the first session, from 0. */
  place: number;
}

/** The student's ranked session with up to `count` sessions on each side, in one statement; undefined if there is none. */
export async function findAround(
  { db }: Context,
  { paper_id, subject_id }: RankedPart,
  student_id: number,
  count: number,
): Promise<RowsAround | undefined> {
  const part = sql`s.paper_id = ${paper_id} and s.subject_id = ${subject_id} and s.is_ranked`;
  const columns = sql`s.student_id, s.session_id, s.score, s.ties`;
  const own = sql`(own.ties, own.student_id)`;
  const upwards = sql`order by s.score asc, s.ties desc, s.student_id desc limit ${count}`;
  const downwards = sql`order by s.score desc, s.ties asc, s.student_id asc limit ${count}`;
  const counted = sql`paper_score_counts where paper_id = ${paper_id} and subject_id = ${subject_id}`;
  // Sessions of the same score and the others are read separately, because one condition for both would not use the index.
  const { rows } = await sql<RankedRow & Omit<RowsAround, 'rows'>>`
    with own as (select ${columns} from session_scores s where ${part} and s.student_id = ${student_id}),
    before as (
      select ${columns} from (
        (select ${columns} from own cross join lateral (select ${columns} from session_scores s
          where ${part} and s.score = own.score and (s.ties, s.student_id) < ${own} ${upwards}) s)
        union all
        (select ${columns} from own cross join lateral (select ${columns} from session_scores s where ${part} and s.score > own.score ${upwards}) s)
      ) s ${upwards}),
    after as (
      select ${columns} from (
        (select ${columns} from own cross join lateral (select ${columns} from session_scores s
          where ${part} and s.score = own.score and (s.ties, s.student_id) > ${own} ${downwards}) s)
        union all
        (select ${columns} from own cross join lateral (select ${columns} from session_scores s where ${part} and s.score < own.score ${downwards}) s)
      ) s ${downwards}),
    around as (select * from before union all select * from own union all select * from after)
    select a.*,
      (select coalesce(sum(count), 0)::bigint from ${counted} and score > (select max(score) from around)) as above_first,
      (select coalesce(sum(count), 0)::bigint from ${counted} and score > (select score from own))
        + (select count(*) from own join session_scores s on ${part} and s.score = own.score and (s.ties, s.student_id) < ${own})
        - (select count(*) from before) as place
    from around a order by a.score desc, a.ties, a.student_id`.execute(db);
  const [first] = rows;
  return first && { rows, above_first: first.above_first, place: first.place };
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
  const { rows } = await sql<{ student_id: number; score: number; scores: number[] }>`
    select whole.student_id, whole.score, array(
      select coalesce((select part.score from session_scores part where part.paper_id = whole.paper_id and part.student_id = whole.student_id
        and part.session_id = whole.session_id and part.subject_id = subject.id), 0)
      from unnest(${subject_ids}::smallint[]) with ordinality as subject(id, place) order by subject.place) as scores
    from session_scores whole
    where whole.paper_id = ${paper_id} and whole.subject_id = 0 and whole.is_ranked and whole.score = any(${totals}::int[])`.execute(db);
  return rows;
}
