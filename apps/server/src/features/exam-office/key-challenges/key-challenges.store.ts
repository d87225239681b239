// Contents: windows · the student's sheet · challenges · decisions
import type { KeyClaim } from '@abhyas/contract/exam-office/key-challenges';
import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import type { Withdrawal } from '@abhyas/exam/tests/paper-marks';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

export interface WindowRow {
  opened_at: Date;
  closes_at: Date;
  final_at: Date | null;
}

export function findWindow({ db }: Context, paper_id: number): Promise<WindowRow | undefined> {
  return db
    .selectFrom('key_challenge_windows')
    .where('paper_id', '=', paper_id)
    .select(['opened_at', 'closes_at', 'final_at'])
    .executeTakeFirst();
}

/** Locks the windows of papers, so that no challenge arrives and no other change is made meanwhile. */
export async function lockWindows({ db }: Context, paper_ids: readonly number[]): Promise<(WindowRow & { paper_id: number })[]> {
  const { rows } = await sql<WindowRow & { paper_id: number }>`
    select paper_id, opened_at, closes_at, final_at from key_challenge_windows where paper_id = any(${paper_ids}::bigint[])
    order by paper_id for update`.execute(db);
  return rows;
}

/** Opens the windows of papers, or moves the end of those that are open. Returns the papers whose windows are new. */
export async function upsertWindows({ db, now }: Context, paper_ids: readonly number[], closes_at: Date): Promise<Set<number>> {
  const rows = await db
    .insertInto('key_challenge_windows')
    .values(paper_ids.map((paper_id) => ({ paper_id, opened_at: now, closes_at })))
    .onConflict((on) => on.column('paper_id').doUpdateSet({ closes_at }))
    // A row that another transaction inserted meanwhile is updated, which sets `xmax`.
    .returning(['paper_id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  return new Set(rows.filter(({ is_new }) => is_new).map(({ paper_id }) => paper_id));
}

export async function setFinal({ db, now }: Context, paper_ids: readonly number[]): Promise<void> {
  await db
    .updateTable('key_challenge_windows')
    .set({ final_at: now })
    .where('paper_id', 'in', [...paper_ids])
    .execute();
}

/** The institute's paper, if the student finished a ranked attempt at it. */
export async function findSatPaper({ db }: Context, student_id: number, institute_id: number | null, paper_id: number) {
  const { rows } = await sql<{ name: string; session_id: number }>`
    select p.name, s.id as session_id from papers p
    join sessions s on s.student_id = ${student_id} and s.paper_id = p.id and s.status = 'COMPLETE' and s.is_ranked
    where p.id = ${paper_id} and p.institute_id = ${institute_id}`.execute(db);
  return rows[0];
}

export interface SheetRow {
  question_id: number;
  position: number;
  responses: number[] | null;
  rich_response: string | null;
  correction: Withdrawal | null;
  claim: KeyClaim | null;
  answer: AcceptedAnswer | null;
  reason: string | null;
  made_at: Date | null;
}

/** The questions of a paper with the answers of a session, and the student's challenges. */
export async function findSheet({ db }: Context, student_id: number, session_id: number, paper_id: number): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select pq.question_id, pq.position, q.correction, r.responses, r.rich_response, c.claim, c.answer, c.reason, c.made_at
    from paper_questions pq join questions q on q.id = pq.question_id
    left join responses r on r.student_id = ${student_id} and r.session_id = ${session_id} and r.question_id = pq.question_id
    left join key_challenges c on c.student_id = ${student_id} and c.paper_id = pq.paper_id and c.question_id = pq.question_id
    where pq.paper_id = ${paper_id} order by pq.position`.execute(db);
  return rows;
}

export async function isInPaper({ db }: Context, paper_id: number, question_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('paper_questions')
    .where('paper_id', '=', paper_id)
    .where('question_id', '=', question_id)
    .select('question_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an attempt, so that its student's challenges are counted and stored one after the other. */
export async function lockAttempt({ db }: Context, student_id: number, session_id: number): Promise<void> {
  await sql`select from sessions where student_id = ${student_id} and id = ${session_id} for update`.execute(db);
}

/** Number of the student's challenges of other questions of the paper. */
export async function countOthers({ db }: Context, student_id: number, paper_id: number, question_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('key_challenges')
    .where('student_id', '=', student_id)
    .where('paper_id', '=', paper_id)
    .where('question_id', '<>', question_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewChallenge {
  student_id: number;
  paper_id: number;
  question_id: number;
  claim: KeyClaim;
  answer: AcceptedAnswer | null;
  reason: string;
}

/** The open window of a paper, which is not published as final meanwhile. */
const openWindow = ({ now }: Context, paper_id: number) => sql`
  select paper_id from key_challenge_windows where paper_id = ${paper_id} and closes_at > ${now} and final_at is null for share`;

/** Stores a challenge while the window is open. False once it is over. */
export async function upsertChallenge(context: Context, challenge: NewChallenge): Promise<boolean> {
  const { db, now } = context;
  const { student_id, paper_id, question_id, claim, answer, reason } = challenge;
  const { numAffectedRows } = await sql`
    with open as (${openWindow(context, paper_id)})
    insert into key_challenges (student_id, paper_id, question_id, claim, answer, reason, made_at)
    select ${student_id}, paper_id, ${question_id}, ${claim}, ${answer === null ? null : JSON.stringify(answer)}::jsonb, ${reason}, ${now}::timestamptz
    from open
    on conflict (student_id, paper_id, question_id) do update
      set claim = excluded.claim, answer = excluded.answer, reason = excluded.reason, made_at = excluded.made_at`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes a challenge while the window is open. False if there is none, or the window is over. */
export async function deleteChallenge(context: Context, student_id: number, paper_id: number, question_id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with open as (${openWindow(context, paper_id)})
    delete from key_challenges c using open
    where c.student_id = ${student_id} and c.paper_id = open.paper_id and c.question_id = ${question_id}`.execute(context.db);
  return numAffectedRows === 1n;
}

export interface ChallengeRow {
  student_id: number;
  name: string | null;
  question_id: number;
  position: number;
  is_own: boolean;
  count: number;
  claim: KeyClaim;
  answer: AcceptedAnswer | null;
  reason: string;
  made_at: Date;
}

/**
 * The latest challenges of each question of a paper, the question with the most challenges first: at most `each` of a question, and fewer
 * of every question where all together would be more than `all`.
 */
export async function findChallenges(
  { db, actor }: StaffContext,
  paper_id: number,
  most: { each: number; all: number },
): Promise<ChallengeRow[]> {
  const { rows } = await sql<ChallengeRow>`
    select c.student_id, u.name, c.question_id, pq.position, coalesce(q.institute_id = ${actor.institute_id}, false) as is_own,
      c.count, c.claim, c.answer, c.reason, c.made_at
    from (
      select *, (count(*) over (partition by question_id))::int as count,
        row_number() over (partition by question_id order by made_at desc, student_id) as place
      from key_challenges where paper_id = ${paper_id}
    ) as c join users u on u.id = c.student_id join questions q on q.id = c.question_id
    join paper_questions pq on pq.paper_id = c.paper_id and pq.question_id = c.question_id
    where c.place <= greatest(1, least(${most.each}::bigint, ${most.all}::bigint / (
      select greatest(1, count(distinct question_id)) from key_challenges where paper_id = ${paper_id})))
    order by c.count desc, pq.position, c.place`.execute(db);
  return rows;
}

export async function isChallenged({ db }: Context, paper_id: number, question_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('key_challenges')
    .where('paper_id', '=', paper_id)
    .where('question_id', '=', question_id)
    .select('question_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The challenged questions of papers, without those that a paper no longer contains. */
export async function findChallenged({ db }: Context, paper_ids: readonly number[]): Promise<{ paper_id: number; question_id: number }[]> {
  return db
    .selectFrom('paper_questions as pq')
    .where('pq.paper_id', 'in', [...paper_ids])
    .where(
      sql<boolean>`(pq.paper_id, pq.question_id) in (
        select c.paper_id, c.question_id from key_challenges c where c.paper_id = any(${paper_ids}::bigint[]))`,
    )
    .select(['pq.paper_id', 'pq.question_id'])
    .execute();
}

/** Students who challenged a key of a paper. */
export async function findChallengers({ db }: Context, paper_id: number): Promise<number[]> {
  const rows = await db.selectFrom('key_challenges').where('paper_id', '=', paper_id).select('student_id').distinct().execute();
  return rows.map(({ student_id }) => student_id);
}

export interface DecisionRow {
  question_id: number;
  is_changed: boolean;
  reason: string;
}

/**
 * The decisions about questions of a paper. Either the key was corrected since the window opened; then the reason is that of the
 * correction. Or staff kept the key, which includes undoing a correction after the final keys.
 */
export async function findDecisions({ db }: Context, paper_id: number): Promise<Map<number, DecisionRow>> {
  const { rows } = await sql<DecisionRow>`
    select pq.question_id, true as is_changed, last.reason
    from key_challenge_windows w join paper_questions pq on pq.paper_id = w.paper_id join questions q on q.id = pq.question_id
    cross join lateral (
      select k.previous_answers, k.previous_correction from key_corrections k where k.question_id = q.id and k.made_at >= w.opened_at
      order by k.id limit 1) as first
    cross join lateral (
      select k.reason from key_corrections k
      where k.question_id = q.id and k.made_at >= w.opened_at and not k.is_undo
        and k.accepted_answers = q.accepted_answers and k.correction is not distinct from q.correction
      order by k.id desc limit 1) as last
    where w.paper_id = ${paper_id}
      and (first.previous_answers <> q.accepted_answers or first.previous_correction is distinct from q.correction)
    union all
    select question_id, false, reason from kept_keys where paper_id = ${paper_id}
    union all
    select k.question_id, false, k.reason
    from key_challenge_windows w join paper_questions pq on pq.paper_id = w.paper_id
    join key_corrections k on k.question_id = pq.question_id and k.is_undo and k.made_at >= w.final_at
    where w.paper_id = ${paper_id}
    order by is_changed`.execute(db);
  return new Map(rows.map((row) => [row.question_id, row]));
}

export async function upsertKept({ db, now }: Context, kept: { paper_id: number; question_id: number; reason: string }): Promise<void> {
  await db
    .insertInto('kept_keys')
    .values({ ...kept, decided_at: now })
    .onConflict((on) => on.columns(['paper_id', 'question_id']).doUpdateSet({ reason: kept.reason, decided_at: now }))
    .execute();
}
