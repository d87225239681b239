import { say } from '@abhyas/exam/institute/sentence';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MOST_GIVEN_SECONDS, MOVE_CODE_LENGTH } from '@abhyas/contract/exam-office/seat-moves';
import { Problem } from '@abhyas/contract/problem';
import { holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { secretsOf } from '../../../integrations/secret.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import {
  beginSignIn,
  endAllSignIns,
  type Keys,
  randomLetters,
  refuseGuess,
  requireGuessAllowed,
} from '../../institute/identity/identity.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { institutePaper, studentsOf } from '../../institute/scope/scope.ts';
import { giveBack, mostExtensionSeconds } from '../assignments/assignments.ts';
import * as store from './seat-moves.store.ts';

/** The first four letters name the move, the other six prove the code: 30 bits with five tries. */
const handleLength = 4;
const mostTries = 5;
const codeMs = 600_000;
const keptMs = 30 * 86_400_000;
/** The moved sign-in ends this long after the test: its machine is not the student's own, and staff have seen the code. */
const stayMs = 6 * 3_600_000;
const longestStayMs = 86_400_000;

const hashOf = (secret: Buffer, handle: string, proof: string) =>
  createHmac('sha256', secret).update(`seat move:${handle}:${proof}`).digest();

/**
 * Seconds since the student's device last sent something, at most as many as moves may still give back and extensions may still add; null
 * if no clock runs.
 */
function secondsToGive({ deadline, heard, given, extended }: store.RunningTest, now: Date): number | null {
  if (deadline === null) return null;
  const lost = Math.floor((now.getTime() - heard.getTime()) / 1000);
  return Math.max(0, Math.min(lost, MOST_GIVEN_SECONDS - given, mostExtensionSeconds - extended));
}

/** The running test that a code may move. Throws `not_possible` if there is none, or its time is over. */
async function requireRunning(within: Context, paper_id: number, student_id: number): Promise<store.RunningTest> {
  const test = await store.lockRunning(within, paper_id, student_id);
  if (!test) throw new Problem('not_possible', 'This student has no running test.');
  if (test.deadline !== null && test.deadline <= within.now)
    throw new Problem('not_possible', 'The time of this test is over. Extend the time first.');
  return test;
}

interface Move {
  student_id: number;
  gives_back: boolean;
  reason: string;
}

/** Creates the code that moves a student's running test, and returns it once. */
export async function makeCode(context: StaffContext, secret: Buffer, paper_id: number, { student_id, gives_back, reason }: Move) {
  const { now, actor } = context;
  const letters = randomLetters(MOVE_CODE_LENGTH);
  const [handle, proof] = [letters.slice(0, handleLength), letters.slice(handleLength)];
  const expires_at = new Date(now.getTime() + codeMs);
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, paper_id);
    await studentsOf(within, { ids: [student_id] });
    const test = await requireRunning(within, paper.id, student_id);
    await store.endOpen(within, student_id, test.session_id, handle);
    const isInserted = await store.insertMove(within, {
      student_id,
      session_id: test.session_id,
      paper_id: paper.id,
      membership_id: test.membership_id,
      handle,
      code_hash: hashOf(secret, handle, proof),
      gives_back,
      reason: reason.trim(),
      made_by: actor.user_id,
      made_as: actor.role,
      created_at: now,
      expires_at,
    });
    // In one case in a million, another student's open code has the same first letters.
    if (!isInserted) throw new Problem('not_possible', 'No code was made. Try again.');
    const after = { student: student_id, gives_back };
    await writeAudit(within, { what: 'paper.move_code', object_type: 'paper', object_id: paper.id, after, reason: reason.trim() });
    return { code: letters, expires_at: expires_at.toISOString(), would_give: secondsToGive(test, now) };
  });
}

/**
 * Signs the student of the code in here and out everywhere else, and gives lost time back as staff confirmed. Throws `wrong_move_code` for
 * a code that is wrong, used, expired or was tried too often, with the delay of a wrong sign-in code.
 */
export async function continueHere(context: CallContext, keys: Keys, code: string) {
  const given = code.toUpperCase();
  const [handle, proof] = [given.slice(0, handleLength), given.slice(handleLength)];
  const holder = `${holderOfAddress(context.address)} move ${handle}`;
  requireGuessAllowed(context, holder, false);
  // The try is counted in its own statement, so that no later failure undoes the count.
  const move = await store.takeTry(context, handle);
  const hashes = secretsOf(keys.secret).map((secret) => hashOf(secret, handle, proof));
  const isRight = move !== undefined && move.tries <= mostTries && hashes.some((hash) => timingSafeEqual(move.code_hash, hash));
  if (!isRight) return refuseGuess(context, keys, holder, new Problem('wrong_move_code'));
  const paper = await store.findPaper(context, move.paper_id);
  let given_seconds = 0;
  const signedIn = await beginSignIn(context, async (within) => {
    const test = await requireRunning(within, move.paper_id, move.student_id);
    if (test.session_id !== move.session_id) throw new Problem('wrong_move_code');
    given_seconds = move.gives_back ? (secondsToGive(test, within.now) ?? 0) : 0;
    if (!(await store.useMove(within, move.id, given_seconds))) throw new Problem('wrong_move_code');
    if (given_seconds > 0) await giveBack(within, move.paper_id, move.student_id, given_seconds);
    // The machine that the student left can neither send nor show anything of the test any more.
    await endAllSignIns(within, move.student_id);
    await notify(within, [move.student_id], {
      type: 'SignInNotification',
      title: say`Your test moved to another machine`,
      message: say`${paper.name} goes on where the code of your invigilator was entered. You are signed out everywhere else.`,
      url: '/profile',
    });
    const actor = { user_id: move.made_by, role: move.made_as, institute_id: paper.institute_id, reason: null };
    const after = { student: move.student_id, seconds: given_seconds };
    await writeAudit(
      { ...within, actor },
      { what: 'paper.move', object_type: 'paper', object_id: move.paper_id, after, reason: move.reason },
    );
    const testEnd = Math.max(within.now.getTime(), test.deadline?.getTime() ?? 0);
    const ends_at = new Date(Math.min(testEnd + stayMs, within.now.getTime() + longestStayMs));
    return { user_id: move.student_id, membership_id: test.membership_id, is_bound: true, ends_at };
  });
  return { ...signedIn, paper_id: move.paper_id, is_assignment: paper.is_assignment, given_seconds };
}

/** Deletes codes that expired a month ago. The audit log keeps the moves. */
export const forgetMoves = (context: Context) => store.deleteMoves(context, new Date(context.now.getTime() - keptMs));
