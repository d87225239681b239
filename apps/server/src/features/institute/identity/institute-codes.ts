import { say } from '@abhyas/exam/institute/sentence';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODES_AT_ONCE, type codeStates } from '@abhyas/contract/institute/institute-codes';
import { Problem } from '@abhyas/contract/problem';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { holderOfAddress } from '../../../budgets/budgets.ts';
import type { CallContext, Context, StaffContext } from '../../../context.ts';
import { secretsOf } from '../../../integrations/secret.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { csvOf } from '../../../http/csv.ts';
import { randomLetters } from './random-letters.ts';
import { writeAudit } from '../audit/audit.ts';
import { type Keys, refuseGuess, requireGuessAllowed } from './codes.ts';
import * as store from './institute-codes.store.ts';
import { deviceOfAgent } from './device.ts';
import { notify } from '../notifications/notifications.ts';
import { beginSignIn } from './sign-ins.ts';

/** Eight letters of five bits each are 40 bits. */
const codeLength = 8;
const codeDays = 7;
const dayMs = 86_400_000;

const hashOf = (secret: Buffer, membership_id: number, code: string) =>
  createHmac('sha256', secret).update(`institute sign-in code:${membership_id}:${code}`).digest();

/**
 * Signs a student in with their ID and the code that the institute gave out. Unknown institutes and IDs are refused like wrong codes, with
 * the same delay.
 */
export async function loginWithInstituteCode(
  context: CallContext,
  keys: Keys,
  given: { institute_code: string; institute_given_id: string; otp: string },
) {
  const institute = given.institute_code.trim().toLowerCase();
  const id = given.institute_given_id.trim();
  // IDs are roll numbers, which anybody can guess. Wrong codes therefore slow down their sender, and never end the student's code.
  const holder = beginningOf(`${holderOfAddress(context.address)} ${institute}/${id}`, 200);
  requireGuessAllowed(context, holder, false);
  const student = await store.findStudent(context, institute, id);
  // The try is counted in its own statement, so that no later failure undoes the count.
  const code = await store.takeTry(context, student?.membership_id ?? 0);
  const hashes = secretsOf(keys.secret).map((secret) => hashOf(secret, student?.membership_id ?? 0, given.otp.toUpperCase()));
  const isRight = code !== undefined && hashes.some((hash) => timingSafeEqual(code.code_hash, hash));
  if (!student || !isRight) return refuseGuess(context, keys, holder, new Problem('wrong_institute_code'));
  return beginSignIn(context, async (within) => {
    if (!(await store.useCode(within, code.id))) throw new Problem('wrong_institute_code');
    // The institute made the code, so the sign-in reaches only data of this institute, and the student is notified.
    await notify(within, [student.user_id], {
      type: 'SignInNotification',
      title: say`A sign-in with the code of your institute`,
      message: say`Somebody logged in as you with a code that ${student.institute_name} gave out, on ${deviceOfAgent(context.userAgent)}. It opens what that institute has for you, and nothing else. If it was not you, sign out that device.`,
      url: '/profile',
    });
    return { user_id: student.user_id, membership_id: student.membership_id, is_bound: true };
  });
}

/** A student of the actor's institute who has an ID there. Throws `not_found`, or `not_possible` without an ID. */
async function memberOf(context: StaffContext, membership_id: number) {
  const member = await store.findMember(context, membership_id);
  if (!member) throw new Problem('not_found');
  return member;
}

const endOf = (now: Date) => new Date(now.getTime() + codeDays * dayMs);

/** Creates a student's code, which replaces the previous one and is shown once. */
export async function makeInstituteCode(context: StaffContext, secret: Buffer, membership_id: number) {
  const code = randomLetters(codeLength);
  const expires_at = endOf(context.now);
  return inTransaction(context, async (within) => {
    const { institute_given_id } = await memberOf(within, membership_id);
    if (institute_given_id === null) throw new Problem('not_possible', 'Give the student an ID of the institute first.');
    await store.endOpenCodes(within, [membership_id]);
    await store.insertCodes(within, [{ membership_id, code_hash: hashOf(secret, membership_id, code) }], expires_at);
    await writeAudit(within, { what: 'sign_in_code.make', object_type: 'membership', object_id: membership_id });
    return { institute_given_id, otp: code, expires_at: expires_at.toISOString() };
  });
}

function stateOf({ used_at, ended_at, expires_at }: store.StudentWithCode, now: Date): (typeof codeStates)[number] {
  if (used_at !== null) return 'used';
  if (ended_at !== null) return 'ended';
  return expires_at <= now ? 'expired' : 'open';
}

/** The state of the codes of a batch or of one student. Throws `not_found`, and `not_possible` if neither is named. */
export async function instituteCodesOf(
  context: StaffContext,
  { classroom_id, student_id }: { classroom_id?: number | undefined; student_id?: number | undefined },
) {
  if ((classroom_id === undefined) === (student_id === undefined)) throw new Problem('not_possible', 'Name a batch or a student.');
  const classroom = classroom_id === undefined ? undefined : await store.findClassroom(context, classroom_id);
  if (classroom_id !== undefined && !classroom) throw new Problem('not_found');
  const of = { classroom_id: classroom_id ?? null, student_id: student_id ?? null };
  const rows = await store.findCodes(context, of, CODES_AT_ONCE);
  if (student_id !== undefined && rows.length === 0) throw new Problem('not_found');
  return {
    institute: await store.findInstitute(context),
    classroom_name: classroom?.name ?? null,
    students: rows.map((row) => ({
      membership_id: row.membership_id,
      user_id: row.user_id,
      name: row.name,
      given_id: row.given_id,
      code:
        row.code_id === null
          ? null
          : {
              state: stateOf(row, context.now),
              made_at: row.created_at.toISOString(),
              expires_at: row.expires_at.toISOString(),
              used_at: row.used_at?.toISOString() ?? null,
              tries: row.tries,
            },
    })),
  };
}

/** Creates codes for all students of a batch. Open codes are kept unless they are to be replaced; students without an ID get none. */
export async function makeInstituteCodes(
  context: StaffContext,
  secret: Buffer,
  { classroom_id, replaces_open }: { classroom_id: number; replaces_open: boolean },
) {
  const { now } = context;
  const expires_at = endOf(now);
  return inTransaction(context, async (within) => {
    const classroom = await store.findClassroom(within, classroom_id);
    if (!classroom) throw new Problem('not_found');
    await store.lockStudents(within, classroom_id);
    const rows = await store.findCodes(within, { classroom_id, student_id: null }, CODES_AT_ONCE);
    const codes = rows.flatMap((row) => {
      const isKept = !replaces_open && row.code_id !== null && stateOf(row, now) === 'open';
      if (row.given_id === null || isKept) return [];
      return [{ membership_id: row.membership_id, name: row.name ?? '', institute_given_id: row.given_id, otp: randomLetters(codeLength) }];
    });
    if (codes.length === 0)
      throw new Problem('not_possible', 'No code was made: the students of this batch have open codes, or no ID of the institute.');
    const ended = await store.endOpenCodes(
      within,
      codes.map(({ membership_id }) => membership_id),
    );
    await store.insertCodes(
      within,
      codes.map(({ membership_id, otp }) => ({ membership_id, code_hash: hashOf(secret, membership_id, otp) })),
      expires_at,
    );
    const after = { codes: codes.length, replaced: ended };
    await writeAudit(within, { what: 'sign_in_code.make_all', object_type: 'classroom', object_id: classroom_id, after });
    const { code } = await store.findInstitute(within);
    return {
      success: true as const,
      expires_at: expires_at.toISOString(),
      codes: codes.map(({ membership_id: _id, ...shown }) => shown),
      without_id: rows.filter(({ given_id }) => given_id === null).length,
      file_name: `sign-in codes ${classroom.name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}.csv`,
      csv: csvOf(
        ['Name', 'Institute code', 'ID', 'OTP', 'Valid until'],
        codes.map(({ name, institute_given_id, otp }) => [name, code, institute_given_id, otp, expires_at.toISOString()]),
      ),
    };
  });
}

/** Revokes a student's unused code. Throws `not_found` if there is none. */
export async function revokeInstituteCode(context: StaffContext, membership_id: number) {
  return inTransaction(context, async (within) => {
    await memberOf(within, membership_id);
    if ((await store.endOpenCodes(within, [membership_id])) === 0) throw new Problem('not_found', 'This student has no open code.');
    await writeAudit(within, { what: 'sign_in_code.revoke', object_type: 'membership', object_id: membership_id });
    return { success: true as const };
  });
}

export const forgetInstituteCodes = (context: Context) => store.deleteCodes(context, new Date(context.now.getTime() - 2 * dayMs));

export const { endCodesMadeBy } = store;
