import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Stores the hash of a paper's new code and resets the wrong tries. */
export async function writeOtp({ db }: Context, paper_id: number, otp_hash: Buffer): Promise<void> {
  await db
    .updateTable('papers')
    .set((is) => ({ otp_hash, version: is('version', '+', 1) }))
    .where('id', '=', paper_id)
    .execute();
  await db.updateTable('paper_assignments').set({ otp_tries: 0 }).where('paper_id', '=', paper_id).execute();
}

/** Counts one more try of a student at a paper's code. Undefined if the paper is not assigned to the student. */
export function takeTry({ db }: Context, paper_id: number, student_id: number) {
  return db
    .updateTable('paper_assignments as a')
    .from('papers as p')
    .set({ otp_tries: sql`least(otp_tries + 1, 1000)` })
    .whereRef('p.id', '=', 'a.paper_id')
    .where('a.paper_id', '=', paper_id)
    .where('a.student_id', '=', student_id)
    .returning(['a.otp_tries', 'p.otp_hash'])
    .executeTakeFirst();
}

export async function forgiveTries({ db }: Context, paper_id: number, student_id: number): Promise<void> {
  await db
    .updateTable('paper_assignments')
    .set({ otp_tries: 0 })
    .where('paper_id', '=', paper_id)
    .where('student_id', '=', student_id)
    .execute();
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

/** Locks or unlocks the open session of a paper, and records a change. False without an open session. */
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
