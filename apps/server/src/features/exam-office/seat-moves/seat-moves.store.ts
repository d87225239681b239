import { type Insertable, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

/** A student's running test, with the membership in the institute of the paper. */
export interface RunningTest {
  session_id: number;
  membership_id: number;
  /** Null in a test whose clock stands while it is closed. */
  deadline: Date | null;
  /** When the student last sent something. */
  heard: Date;
  /** Seconds that earlier moves gave back. */
  given: number;
  /** Seconds by which the student's time is extended. */
  extended: number;
}

/** The running test, locked against its end and other moves. */
export async function lockRunning({ db }: Context, paper_id: number, student_id: number): Promise<RunningTest | undefined> {
  // In the order in which an extension locks them.
  const { rows: assigned } = await sql<{ extension_seconds: number }>`
    select extension_seconds from paper_assignments where paper_id = ${paper_id} and student_id = ${student_id} for update`.execute(db);
  const { rows } = await sql<Omit<RunningTest, 'extended' | 'given'>>`
    select s.id as session_id, m.id as membership_id, s.deadline, coalesce(s.time_reported_at, s.began_at) as heard
    from sessions s join papers p on p.id = s.paper_id
    join memberships m on m.user_id = s.student_id and m.institute_id = p.institute_id and m.role = 'student' and m.ended_at is null
    where s.paper_id = ${paper_id} and s.student_id = ${student_id} and s.status = 'IN_PROGRESS'
    order by m.id limit 1 for update of s`.execute(db);
  if (!rows[0]) return undefined;
  const { rows: moves } = await sql<{ given: number }>`
    select coalesce(sum(given_seconds), 0)::int as given from session_moves
    where student_id = ${student_id} and session_id = ${rows[0].session_id}`.execute(db);
  return { ...rows[0], given: moves[0]?.given ?? 0, extended: assigned[0]?.extension_seconds ?? 0 };
}

export async function insertMove({ db }: Context, move: Insertable<Tables['session_moves']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('session_moves')
    .values(move)
    .onConflict((on) => on.column('handle').where('ended_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends the open codes of a session, and codes with this handle that have expired. */
export async function endOpen({ db, now }: Context, student_id: number, session_id: number, handle: string): Promise<void> {
  await sql`
    update session_moves set ended_at = ${now}
    where ended_at is null and ((student_id = ${student_id} and session_id = ${session_id}) or (handle = ${handle} and expires_at <= ${now}))`.execute(
    db,
  );
}

/** Counts one more try at an open code, and returns its move. */
export function takeTry({ db, now }: Context, handle: string) {
  return db
    .updateTable('session_moves')
    .set({ tries: sql`least(tries + 1, 1000)` })
    .where('handle', '=', handle)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'student_id', 'session_id', 'paper_id', 'code_hash', 'tries', 'gives_back', 'reason', 'made_by', 'made_as'])
    .executeTakeFirst();
}

/** Uses up a code; false if it was used or replaced meanwhile. */
export async function useMove({ db, now }: Context, id: number, given_seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session_moves')
    .set({ used_at: now, ended_at: now, given_seconds })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function findPaper({ db }: Context, id: number) {
  return db.selectFrom('papers').where('id', '=', id).select(['name', 'institute_id', 'is_assignment']).executeTakeFirstOrThrow();
}

export async function deleteMoves({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('session_moves').where('expires_at', '<', before).execute();
}
