import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The status of the student's own session of a test, as the membership in use reaches it. */
export async function findStatus({ db }: Context, student_id: number, institute_id: number | null, id: number) {
  const { rows } = await sql<{ status: 'IN_PROGRESS' | 'COMPLETE' }>`
    select s.status from sessions s join papers p on p.id = s.paper_id
    where s.student_id = ${student_id} and s.id = ${id} and (p.institute_id is null or p.institute_id = ${institute_id}::bigint)`.execute(
    db,
  );
  return rows[0]?.status;
}

export async function deleteVerdict({ db }: Context, student_id: number, session_id: number): Promise<void> {
  await db.deleteFrom('seat_verdicts').where('student_id', '=', student_id).where('session_id', '=', session_id).execute();
}

/** Stores the verdict on the student's own open session of a test. */
export async function writeVerdict({ db, now }: Context, student_id: number, session_id: number, verdict: SeatVerdict): Promise<void> {
  await sql`
    insert into seat_verdicts (student_id, session_id, paper_id, verdict, said_at)
    select s.student_id, s.id, s.paper_id, ${verdict}, ${now}::timestamptz from sessions s
    where s.student_id = ${student_id} and s.id = ${session_id} and s.status = 'IN_PROGRESS' and s.paper_id is not null
    on conflict (student_id, session_id) do update set verdict = excluded.verdict, said_at = excluded.said_at`.execute(db);
}
