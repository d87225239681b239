import type { SeatVerdict } from '@abhyas/exam/tests/seat-verdict';
import type { Context, Student } from '../../../context.ts';
import * as store from './seats.store.ts';

/** Stores what the page says about its seat. Said for a test that is over or somebody else's, it has no effect. */
export async function note(context: Context, student: Student, { session_id, verdict }: { session_id: number; verdict: SeatVerdict }) {
  if (verdict === 'healthy') await store.deleteVerdict(context, student.id, session_id);
  else await store.writeVerdict(context, student.id, session_id, verdict);
  return { success: true as const };
}
