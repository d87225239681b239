import { Problem } from '@abhyas/contract/problem';
import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import type { Context, Student } from '../../../context.ts';
import * as store from './seats.store.ts';

/** Stores what the page says about its seat. Throws `not_found` for a session of others, `session_finished` for one that is over. */
export async function note(context: Context, student: Student, { session_id, verdict }: { session_id: number; verdict: SeatVerdict }) {
  const status = await store.findStatus(context, student.id, student.institute_id, session_id);
  if (status === undefined) throw new Problem('not_found');
  if (status === 'COMPLETE') throw new Problem('session_finished');
  if (verdict === 'healthy') await store.deleteVerdict(context, student.id, session_id);
  else await store.writeVerdict(context, student.id, session_id, verdict);
  return { success: true as const };
}
