import { say } from '@abhyas/exam/institute/sentence';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import type { Context, StaffContext, Student } from '../../../context.ts';
import { secretsOf } from '../../../integrations/secret.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { institutePaper, type PaperName, updatePaper } from '../../institute/scope/scope.ts';
import { offeredPaper } from '../papers/papers.ts';
import * as store from './test-codes.store.ts';

/** Number of wrong codes after which every code of the student is refused. */
export const mostTries = 5;

const hashOf = (secret: Buffer, paper_id: number, otp: string) => createHmac('sha256', secret).update(`${paper_id}:${otp}`).digest();

/** Creates a new code for a paper and returns it once; only its HMAC under the server's secret is stored. */
export async function makeOtp(context: Context, secret: Buffer, paper_id: number): Promise<string> {
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(context, (within) => store.writeOtp(within, paper_id, hashOf(secret, paper_id, otp)));
  return otp;
}

/**
 * Throws `wrong_code` unless the code is the paper's, `too_many_requests` after five wrong ones. Tries are counted per student and test, so
 * nobody can use up a class's code, and in a separate statement, so that a failure does not reset the count.
 */
export async function checkOtp(
  context: Context,
  secret: Buffer,
  paper_id: number,
  student_id: number,
  otp: string | undefined,
): Promise<void> {
  if (otp === undefined) throw new Problem('wrong_code');
  const taken = await store.takeTry(context, paper_id, student_id);
  if (!taken?.otp_hash) throw new Problem('wrong_code');
  if (taken.otp_tries > mostTries) {
    throw new Problem('too_many_requests', 'The code was entered wrongly too often. Ask your institute for a new one.');
  }
  const { otp_hash } = taken;
  if (!secretsOf(secret).some((one) => timingSafeEqual(otp_hash, hashOf(one, paper_id, otp)))) throw new Problem('wrong_code');
  await store.forgiveTries(context, paper_id, student_id);
}

/** Creates and returns a new code for a paper, which is required from now on. */
export async function requireOtp(context: StaffContext, secret: Buffer, name: PaperName): Promise<string> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    await updatePaper(within, paper.id, { should_request_otp: true });
    await writeAudit(within, { what: 'test_code.make', object_type: 'paper', object_id: paper.id });
    return makeOtp(within, secret, paper.id);
  });
}

/** Locks the student's open session of a lockable paper after the window was left; the clock runs on. Throws `not_an_active_test`. */
export async function lockTest(context: Context, student: Student, paper_id: number) {
  const paper = await offeredPaper(context, student, paper_id);
  if (!paper.can_lock_test) return { is_otp_required: false };
  return inTransaction(context, async (within) => {
    if (!(await store.setLocked(within, paper_id, student.id, true))) throw new Problem('not_an_active_test');
    return { is_otp_required: true };
  });
}

/** Unlocks the session with the institute's code. */
export async function unlockTest(context: Context, student: Student, secret: Buffer, paper_id: number, otp: string) {
  await offeredPaper(context, student, paper_id);
  if (!(await store.hasOpenSession(context, paper_id, student.id))) throw new Problem('not_an_active_test');
  await checkOtp(context, secret, paper_id, student.id, otp);
  return inTransaction(context, async (within) => {
    if (!(await store.setLocked(within, paper_id, student.id, false))) throw new Problem('not_an_active_test');
    return { is_otp_required: false, message: say`Your test is unlocked.`.text };
  });
}
