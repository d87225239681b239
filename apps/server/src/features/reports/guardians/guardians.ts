// Contents: the list · inviting and ending, by student and institute · the guardian's answer and leaving
import { say } from '@abhyas/exam/institute/sentence';
import type { Relation } from '@abhyas/contract/institute/consent';
import { MOST_CHILDREN, MOST_GUARDIANS } from '@abhyas/contract/reports/guardians';
import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext, StaffCallContext, StaffContext, StudentContext } from '../../../context.ts';
import { lockPerson } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { notify, notifyUnlessUnread } from '../../institute/notifications/notifications.ts';
import { addressees, findAccounts, join, takeInvitations } from '../../institute/people/people.ts';
import * as store from './guardians.store.ts';

const askedDays = 7;
const dayMs = 86_400_000;
/** The most new guardians that a student may name in a week, because each of them gets a message. */
const namedInAWeek = 10;

interface Guardian {
  phone: string;
  name: string;
  relation: Relation;
}

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

function stateOf(row: store.GuardianshipRow, now: Date) {
  if (row.is_paused) return 'paused' as const;
  if (row.guardian_id !== null) return 'agreed' as const;
  if (row.expires_at <= now) return 'expired' as const;
  return row.student_agreed_at === null ? ('asks_student' as const) : ('asks_guardian' as const);
}

async function listOf(context: Context, of: store.OfStudent) {
  const rows = await store.findOfStudent(context, of);
  return {
    guardians: rows.map((row) => ({
      id: row.id,
      phone: row.phone,
      name: row.name,
      relation: row.relation,
      is_named_by_student: row.is_named_by_student,
      shows_practice: row.shows_practice,
      state: stateOf(row, context.now),
      expires_at: row.expires_at.toISOString(),
    })),
  };
}

/** The caller as a student of the institute in use. Throws `not_found` for a student without an institute. */
function ownOf({ student: { id, institute_id } }: StudentContext): store.OfStudent {
  if (institute_id === null) throw new Problem('not_found');
  return { student_id: id, institute_id };
}

const asStudent = ({ student_id, institute_id }: store.OfStudent) =>
  ({ user_id: student_id, role: 'student', institute_id, reason: null }) as const;

const tellStudent = (within: Context, student_id: number, name: string) =>
  notifyUnlessUnread(within, [student_id], {
    type: 'GuardianQuestionNotification',
    title: say`May a guardian see your results?`,
    message: say`Your institute asks for ${name}. You decide under My Account, within 7 days.`,
    url: '/profile',
  });

async function tellGuardian(within: Context, asked: { phone: string; name: string }): Promise<void> {
  const accounts = addressees(await findAccounts(within, [asked.phone]), asked);
  await notifyUnlessUnread(
    within,
    accounts.map(({ id }) => id),
    {
      type: 'GuardianNotification',
      title: say`A student names you as guardian`,
      message: say`If you agree, you see their results at their institute. The request is open for 7 days.`,
      url: '/invitations',
    },
  );
}

/** Requests to the caller: to their number and, if several people share the number, to their name. */
async function openRequests(context: Context, { id, phone }: { id: number; phone: string | null }) {
  if (phone === null) return [];
  const accounts = await findAccounts(context, [phone]);
  const open = await store.findRequests(context, { id, phone });
  return open.filter(({ name }) => addressees(accounts, { phone, name }).some((account) => account.id === id)).slice(0, 20);
}

/** Invites a guardian by phone. The student must agree first, unless the student named the guardian. Throws `not_found`, `not_possible`. */
async function ask(within: Context, of: store.OfStudent, { phone, name, relation }: Guardian, by: 'student' | { staff: number }) {
  const student = await store.lockStudent(within, of);
  if (!student) throw new Problem('not_found');
  if (student.phone === phone)
    throw new Problem('not_possible', say`This is the student’s own number. A guardian signs in with another one.`);
  const open = (await store.findOfStudent(within, of)).map((row) => ({ ...row, state: stateOf(row, within.now) }));
  const known = open.find((row) => row.phone === phone);
  if (known?.state === 'agreed' || known?.state === 'paused') throw new Problem('not_possible', say`This number has agreed already.`);
  if (known?.state === 'asks_guardian' || (known?.state === 'asks_student' && by !== 'student'))
    throw new Problem('not_possible', say`This number has been asked already. Wait for the answer.`);
  if (open.filter((row) => row !== known && row.state !== 'expired').length >= MOST_GUARDIANS)
    throw new Problem('not_possible', say`A student can have at most ${MOST_GUARDIANS} guardians. End one of them first.`);
  const id = await store.upsert(within, of, {
    phone,
    name: name.trim(),
    relation,
    invited_by: by === 'student' ? null : by.staff,
    is_named_by_student: by === 'student',
    expires_at: inDays(within.now, askedDays),
    student_agreed_at: by === 'student' ? within.now : null,
  });
  const hasStudentAgreed = by === 'student' || (known?.student_agreed_at ?? null) !== null;
  if (hasStudentAgreed) await tellGuardian(within, { phone, name: name.trim() });
  else await tellStudent(within, of.student_id, name.trim());
  return id;
}

/** Guardians who may see the student's results here, and those who are invited. Empty for a student of no institute. */
export async function guardiansOf(context: StudentContext) {
  return context.student.institute_id === null ? { guardians: [] } : listOf(context, ownOf(context));
}

export async function nameGuardian(context: StudentContext, guardian: Guardian) {
  const of = ownOf(context);
  return inTransaction(context, async (within) => {
    const id = await ask(within, of, guardian, 'student');
    if ((await store.countNamed(within, of, inDays(within.now, -7))) > namedInAWeek)
      throw new Problem('not_possible', say`You have named many guardians in a few days. Try again next week.`);
    const after = { student: of.student_id, relation: guardian.relation };
    await writeAudit({ ...within, actor: asStudent(of) }, { what: 'guardian.name', object_type: 'guardianship', object_id: id, after });
    return listOf(within, of);
  });
}

/** The student agrees that a guardian sees the results, or declines. Throws `not_found` if the request does not wait for the student. */
export async function answerAsStudent(context: StudentContext, id: number, is_accepted: boolean) {
  if (!is_accepted) return endAsStudent(context, id);
  const of = ownOf(context);
  return inTransaction(context, async (within) => {
    if (!(await store.agreeAsStudent(within, of, id, inDays(within.now, askedDays)))) throw new Problem('not_found');
    const row = (await store.findOfStudent(within, of)).find((each) => each.id === id);
    if (row?.guardian_id === null) await tellGuardian(within, row);
    const after = { student: of.student_id };
    await writeAudit({ ...within, actor: asStudent(of) }, { what: 'guardian.allow', object_type: 'guardianship', object_id: id, after });
    return listOf(within, of);
  });
}

export async function endAsStudent(context: StudentContext, id: number) {
  const of = ownOf(context);
  return inTransaction(context, async (within) => {
    const ended = await store.end(within, of, id, 'student');
    if (!ended) throw new Problem('not_found');
    const before = { student: of.student_id, relation: ended.relation };
    await writeAudit({ ...within, actor: asStudent(of) }, { what: 'guardian.end', object_type: 'guardianship', object_id: id, before });
    return listOf(within, of);
  });
}

export async function showPractice(context: StudentContext, id: number, is_shown: boolean) {
  const of = ownOf(context);
  return inTransaction(context, async (within) => {
    if (!(await store.showPractice(within, of, id, is_shown))) throw new Problem('not_found');
    return listOf(within, of);
  });
}

/** Throws `not_found` if the person is not a student of the actor's institute. */
async function ofStaff(within: StaffContext, student_id: number): Promise<store.OfStudent> {
  const of = { student_id, institute_id: within.actor.institute_id };
  if (!(await store.lockStudent(within, of))) throw new Problem('not_found');
  return of;
}

export const guardiansForStaff = (context: StaffContext, student_id: number) =>
  inTransaction(context, async (within) => listOf(within, await ofStaff(within, student_id)));

/** Invites a guardian for the institute. The student agrees first, so that the owner of a mistyped number learns nothing. */
export async function inviteGuardian(context: StaffCallContext, student_id: number, guardian: Guardian) {
  takeInvitations(context, 1);
  return inTransaction(context, async (within) => {
    const of = await ofStaff(within, student_id);
    const id = await ask(within, of, guardian, { staff: context.caller.id });
    const after = { student: student_id, relation: guardian.relation };
    await writeAudit(within, { what: 'guardian.invite', object_type: 'guardianship', object_id: id, after });
    return listOf(within, of);
  });
}

export async function endForStaff(context: StaffContext, student_id: number, id: number, reason: string) {
  return inTransaction(context, async (within) => {
    const of = await ofStaff(within, student_id);
    const ended = await store.end(within, of, id, 'institute');
    if (!ended) throw new Problem('not_found');
    const before = { student: student_id, relation: ended.relation };
    await writeAudit(within, { what: 'guardian.end', object_type: 'guardianship', object_id: id, before, reason: reason.trim() });
    return listOf(within, of);
  });
}

/** Students who want the caller's number to see their results. */
export async function requestsFor(context: SignedInContext) {
  const open = await openRequests(context, context.caller);
  return {
    requests: open.map((row) => ({
      id: row.id,
      student_name: row.student_name,
      institute_name: row.institute_name,
      relation: row.relation,
      expires_at: row.expires_at.toISOString(),
    })),
  };
}

/** The guardian agrees and becomes a member of the institute, or declines. Throws `not_found` if the request is to somebody else. */
export async function answerRequest(context: SignedInContext, id: number, is_accepted: boolean) {
  const { id: user_id } = context.caller;
  return inTransaction(context, async (within) => {
    if (is_accepted) await lockPerson(within, user_id);
    const open = await openRequests(within, context.caller);
    const request = open.find((each) => each.id === id);
    if (!request) throw new Problem('not_found');
    const { institute_id, student_id, relation, name } = request;
    const actor = { user_id, role: 'guardian', institute_id, reason: null } as const;
    const after = { student: student_id, relation };
    const isDone = is_accepted
      ? await store.agreeAsGuardian(within, id, user_id)
      : (await store.end(within, request, id, 'guardian')) !== undefined;
    if (!isDone) throw new Problem('not_found');
    const what = is_accepted ? 'guardian.accept' : 'guardian.decline';
    await writeAudit({ ...within, actor }, { what, object_type: 'guardianship', object_id: id, after });
    if (!is_accepted) return { success: true as const, membership_id: null };
    if ((await store.countChildren(within, user_id, institute_id)) > MOST_CHILDREN)
      throw new Problem(
        'not_possible',
        say`A guardian can have at most ${MOST_CHILDREN} children at one institute. End one of them first.`,
      );
    await store.nameIfNone(within, user_id, name);
    await join(within, { user_id, institute_id, role: 'guardian', given_id: null });
    await notify(within, [student_id], {
      type: 'GuardianNotification',
      title: say`${name} sees your results now`,
      message: say`You can end that under My Account at any time.`,
      url: '/profile',
    });
    return { success: true as const, membership_id: await store.findMembershipId(within, user_id, institute_id) };
  });
}

/** Ends the guardian's membership at the institute in use. */
export async function leaveAsGuardian(context: StaffCallContext) {
  const { institute_id } = context.actor;
  return inTransaction(context, async (within) => {
    const students = await store.leave(within, context.caller.id, institute_id);
    await writeAudit(within, { what: 'guardian.leave', object_type: 'user', object_id: context.caller.id, before: { students } });
    return { success: true as const };
  });
}

export { childOf, childrenOf, endAsGuardian } from './children.ts';

export { childrenOfGuardian, practiceOfChild, weekOfChild, type WeekOfChild } from './children.ts';
