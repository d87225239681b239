import type { AcceptedAnswer } from '@abhyas/exam/question';
import { sql } from 'kysely';
import type { ActorContext, Context, StaffContext } from '../../context.ts';

export function findPaperByCode({ db, actor }: StaffContext, code: string) {
  return db.selectFrom('papers').where('institute_id', '=', actor.institute_id).where('code', '=', code).selectAll().executeTakeFirst();
}

/** Students of an institute, all or those with the given numbers. */
export async function findStudents(
  { db, actor }: StaffContext,
  phones: readonly string[] | null,
): Promise<{ id: number; phone: string | null }[]> {
  let query = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.institute_id', '=', actor.institute_id)
    .where('memberships.role', '=', 'student')
    .where('memberships.ended_at', 'is', null)
    .select(['users.id', 'users.phone']);
  if (phones) query = query.where('phone', 'in', phones);
  return query.orderBy('users.id').execute();
}

/** Answers who had not been given the paper before. */
export async function insertAssignments({ db }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    insert into paper_assignments (paper_id, student_id) select ${paper_id}, unnest(${student_ids}::bigint[])
    on conflict do nothing returning student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

export interface PaperWindow {
  opens_at?: Date | null;
  closes_at?: Date | null;
  should_request_otp?: boolean;
  can_lock_test?: boolean;
}

export async function updatePaper(
  { db }: Context,
  id: number,
  change: PaperWindow & { results_published_at?: Date; allows_review?: boolean },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('papers')
    .set((is) => ({ ...change, version: is('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The longest extension that any of these students (or, with null, anybody) has of a paper; undefined when it was given to none of them. */
export async function findLongestExtension(
  { db }: Context,
  paper_id: number,
  student_ids: readonly number[] | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(extension_seconds) as seconds from paper_assignments where paper_id = ${paper_id} and ${whose(student_ids)}`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

const whose = (student_ids: readonly number[] | null) =>
  student_ids === null ? sql`true` : sql`student_id = any(${student_ids}::bigint[])`;

/** A student with more time; the deadline of the test under way, null where none is. */
export interface Extended {
  student_id: number;
  deadline: Date | null;
}

/**
 * More time for students of a paper: those who have begun get a later deadline at once, the others when they begin. Returns them. Rows are
 * held in the order in which whoever ends tests holds them.
 */
export async function extend(
  { db }: Context,
  paper_id: number,
  seconds: number,
  student_ids: readonly number[] | null,
): Promise<Extended[]> {
  const { rows } = await sql<{ student_id: number }>`
    update paper_assignments set extension_seconds = extension_seconds + ${seconds}
    where paper_id = ${paper_id} and ${whose(student_ids)} returning student_id`.execute(db);
  const running = await sql<{ student_id: number; deadline: Date }>`
    update sessions s set deadline = s.deadline + make_interval(secs => ${seconds})
    from (
      select student_id, id from sessions
      where paper_id = ${paper_id} and status = 'IN_PROGRESS' and deadline is not null and ${whose(student_ids)}
      order by student_id, id for update
    ) open
    where s.student_id = open.student_id and s.id = open.id returning s.student_id, s.deadline`.execute(db);
  const deadlines = new Map(running.rows.map(({ student_id, deadline }) => [student_id, deadline]));
  return rows.map(({ student_id }) => ({ student_id, deadline: deadlines.get(student_id) ?? null }));
}

export async function hasOpenSession({ db }: Context, paper_id: number, student_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('student_id', '=', student_id)
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks or unlocks the open session of a paper, and records it where that changes anything. False when there is none. */
export async function setLocked(context: Context, paper_id: number, student_id: number, isLocked: boolean): Promise<boolean> {
  const { db, now } = context;
  const row = await db
    .updateTable('sessions')
    .set({ locked_at: isLocked ? now : null })
    .where('paper_id', '=', paper_id)
    .where('student_id', '=', student_id)
    .where('status', '=', sql.lit('IN_PROGRESS'))
    .where('locked_at', isLocked ? 'is' : 'is not', null)
    .returning(['student_id', 'id'])
    .executeTakeFirst();
  if (!row) return hasOpenSession(context, paper_id, student_id);
  await db
    .insertInto('session_events')
    .values({ student_id, session_id: row.id, kind: isLocked ? 'locked' : 'unlocked', second: null, at: now })
    .execute();
  return true;
}

/** A question of the actor's own: of the institute or, for the shared bank, of nobody's. */
export function findQuestionByCode({ db, actor }: ActorContext, code: string) {
  return db
    .selectFrom('questions')
    .where(sql<boolean>`institute_id is not distinct from ${actor.institute_id}::bigint`)
    .where('code', '=', code)
    .select(['id', 'accepted_answers', 'question_type', 'correction'])
    .executeTakeFirst();
}

export async function writeCorrection(
  { db, now }: Context,
  question: { id: number; accepted_answers: AcceptedAnswer[] },
  corrected: { accepted_answers: AcceptedAnswer[]; correction: 'dropped' | 'bonus' | null; reason: string },
): Promise<void> {
  await db
    .insertInto('key_corrections')
    .values({
      question_id: question.id,
      made_at: now,
      previous_answers: JSON.stringify(question.accepted_answers),
      accepted_answers: JSON.stringify(corrected.accepted_answers),
      correction: corrected.correction,
      reason: corrected.reason,
    })
    .execute();
  await db
    .updateTable('questions')
    .set({ accepted_answers: JSON.stringify(corrected.accepted_answers), correction: corrected.correction })
    .where('id', '=', question.id)
    .execute();
}

/** Papers that hold the question; their built bytes are of an old version from now on. */
export async function touchPapersOf({ db }: Context, question_id: number): Promise<{ id: number; name: string; closes_at: Date | null }[]> {
  return db
    .updateTable('papers')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', 'in', (is) => is.selectFrom('paper_questions').where('question_id', '=', question_id).select('paper_id'))
    .returning(['id', 'name', 'closes_at'])
    .execute();
}

/** Students who have a test under way that holds the question. */
export async function findSitting({ db }: Context, question_id: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'sessions.paper_id')
    .where('paper_questions.question_id', '=', question_id)
    .where('sessions.status', '=', sql.lit('IN_PROGRESS'))
    .select('sessions.student_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ student_id }) => student_id));
}

export async function findFinishedStudents({ db }: Context, paper_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('paper_id', '=', paper_id)
    .where('status', '=', sql.lit('COMPLETE'))
    .select('student_id')
    .distinct()
    .execute();
  return rows.map(({ student_id }) => student_id);
}

export interface StudentAttempt {
  phone: string | null;
  name: string | null;
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  total_score: number | null;
  max_score: number | null;
  /** Questions with answers that came late and are not accepted. */
  late: number;
  /** How often the window of the test was left: locked by it, or told of afterwards. */
  left: number;
}

/** Every student the paper was given to, with the newest attempt. */
export async function findAttempts({ db }: Context, paper_id: number): Promise<StudentAttempt[]> {
  const { rows } = await sql<StudentAttempt>`
    select u.phone, u.name, s.status, s.total_score, s.max_score,
      (select count(distinct r ->> 'question_id') from late_uploads l, jsonb_array_elements(l.responses) r
        where l.student_id = s.student_id and l.session_id = s.id and l.accepted_at is null) as late,
      (select count(*) from session_events e
        where e.student_id = s.student_id and e.session_id = s.id and e.kind in ('locked', 'left_window')) as left
    from paper_assignments a
    join users u on u.id = a.student_id
    left join lateral (
      select * from sessions s where s.student_id = a.student_id and s.paper_id = a.paper_id order by s.id desc limit 1
    ) s on true
    where a.paper_id = ${paper_id}
    order by u.name, u.id`.execute(db);
  return rows;
}
