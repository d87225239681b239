import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Problem } from '@abhyas/contract/problem';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import * as store from './test-codes.store.ts';

const mostTries = 5;

const hashOf = (secret: Buffer, paper_id: number, otp: string) => createHmac('sha256', secret).update(`${paper_id}:${otp}`).digest();

/** Makes a new code for a paper and returns it, the only time it is seen: what is kept is its HMAC under the server's secret. */
export async function makeOtp(context: Context, secret: Buffer, paper_id: number): Promise<string> {
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  await inTransaction(context, (within) => store.writeOtp(within, paper_id, hashOf(secret, paper_id, otp)));
  return otp;
}

/**
 * Throws `wrong_code` unless the code is the paper's, `too_many_requests` after five wrong ones. Tries are counted per student and test, so
 * nobody can use up a class's code, and in a statement of their own, so no failure gives one back.
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
  if (!timingSafeEqual(taken.otp_hash, hashOf(secret, paper_id, otp))) throw new Problem('wrong_code');
  await store.forgiveTries(context, paper_id, student_id);
}
