import { Problem } from '@abhyas/contract/problem';
import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import type { Context, Student } from '../../../context.ts';
import * as store from './seats.store.ts';

/** Stores what the page says about its seat; said for a test that is over, it has no effect. Throws `not_found` for a session of others. */
export async function note(context: Context, student: Student, { session_id, verdict }: { session_id: number; verdict: SeatVerdict }) {
  if (!(await store.hasSession(context, student.id, session_id))) throw new Problem('not_found');
  if (verdict === 'healthy') await store.deleteVerdict(context, student.id, session_id);
  else await store.writeVerdict(context, student.id, session_id, verdict);
  return { success: true as const };
}
