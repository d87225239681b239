import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** Stores the hash of a paper's new code and forgets the wrong tries of the one before. */
export async function writeOtp({ db }: Context, paper_id: number, otp_hash: Buffer): Promise<void> {
  await db
    .updateTable('papers')
    .set((is) => ({ otp_hash, version: is('version', '+', 1) }))
    .where('id', '=', paper_id)
    .execute();
  await db.updateTable('paper_assignments').set({ otp_tries: 0 }).where('paper_id', '=', paper_id).execute();
}

/** Counts one more try of a student at a paper's code. Undefined when the paper was not given to the student. */
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
