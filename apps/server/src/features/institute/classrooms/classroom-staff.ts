// Contents: the list · classrooms · members and their dates · subjects
import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { changeClassroomMembers, getClassroom, getClassrooms, setMemberDates } from '@abhyas/contract/institute/classrooms';
import { Problem } from '@abhyas/contract/problem';
import { dateOfDay, dayOfDate, indianDay, startOfIndianDay } from '@abhyas/exam/institute/indian-day';
import type { StaffContext } from '../../../context.ts';
import { lockInstitute } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import * as store from './classrooms.store.ts';

const DAY_MS = 86_400_000;
/** The time at which a date begins in India. */
const startOf = (date: string) => startOfIndianDay(dayOfDate(date));
const today = (now: Date) => dateOfDay(indianDay(now));

const nameTaken = () =>
  new Problem('not_possible', 'A classroom of this name exists already, perhaps in the archive. Choose another name.');
const subjectTaken = () => new Problem('not_possible', 'A subject of this name or code exists already. Choose another.');

export async function listOf(context: StaffContext): Promise<Answer<typeof getClassrooms>> {
  const classrooms = await store.listClassrooms(context);
  return { classrooms, subjects: await store.listSubjects(context) };
}

export const makeClassroom = (context: StaffContext, name: string) =>
  inTransaction(context, async (within) => {
    await lockInstitute(within, within.actor.institute_id);
    const id = await store.insertClassroom(within, name.trim());
    if (id === undefined) throw nameTaken();
    await writeAudit(within, { what: 'classroom.create', object_type: 'classroom', object_id: id, after: { name } });
    return { success: true as const, id };
  });

export async function classroomOf(context: StaffContext, id: number): Promise<Answer<typeof getClassroom>> {
  const found = await store.findClassroom(context, id);
  if (!found) throw new Problem('not_found');
  const { archived_at, members, ...classroom } = found;
  return {
    ...classroom,
    is_archived: archived_at !== null,
    today: today(context.now),
    members: members.map(({ joined_at, left_at, ...member }) => ({
      ...member,
      joined_at: joined_at.toISOString(),
      left_at: left_at?.toISOString() ?? null,
    })),
  };
}

export const renameClassroom = (context: StaffContext, id: number, wanted: string) =>
  inTransaction(context, async (within) => {
    await lockInstitute(within, within.actor.institute_id);
    const classroom = await store.lockClassroom(within, id);
    if (!classroom) throw new Problem('not_found');
    const name = wanted.trim();
    if (await store.hasOtherClassroom(within, id, name)) throw nameTaken();
    await store.updateClassroom(within, id, { name });
    const [before, after] = [{ name: classroom.name }, { name }];
    await writeAudit(within, { what: 'classroom.rename', object_type: 'classroom', object_id: id, before, after });
    return { success: true as const };
  });

/** Archives a classroom, or takes it back into use. Throws `not_possible` while a class of the classroom runs or is scheduled. */
export const archiveClassroom = (context: StaffContext, id: number, is_archived: boolean) =>
  inTransaction(context, async (within) => {
    const classroom = await store.lockClassroom(within, id);
    if (!classroom) throw new Problem('not_found');
    const coming = is_archived ? await store.countComing(within, id) : 0;
    if (coming > 0)
      throw new Problem(
        'not_possible',
        `${coming} ${coming === 1 ? 'class' : 'classes'} of this classroom ${coming === 1 ? 'is' : 'are'} still to come.`,
      );
    if ((classroom.archived_at !== null) === is_archived) return { success: true as const };
    await store.updateClassroom(within, id, { archived_at: is_archived ? within.now : null });
    const what = is_archived ? 'classroom.archive' : 'classroom.restore';
    await writeAudit(within, { what, object_type: 'classroom', object_id: id });
    return { success: true as const };
  });

/** Throws `not_possible` for a day in the future: lists of members show who is a member now. */
function requirePast(day: string, now: Date): void {
  if (day > today(now)) throw new Problem('not_possible', 'This day is still to come.');
}

/**
 * Adds members of the institute, from now on or from a past day, and ends memberships now. Throws `not_found` for a person outside the
 * institute, `not_possible` for a day in the future.
 */
export const changeMembers = (context: StaffContext, { id, add, remove, from }: Input<typeof changeClassroomMembers>) =>
  inTransaction(context, async (within) => {
    if (!(await store.lockClassroom(within, id))) throw new Problem('not_found');
    const members = await store.findRolesOf(within, add);
    if (members.length < new Set(add).size) throw new Problem('not_found');
    if (from !== undefined) requirePast(from, within.now);
    const removed = await store.endMembers(within, id, remove);
    const added = await store.insertMembers(within, id, members, from === undefined ? within.now : startOf(from));
    const after = { add, remove, ...(from === undefined ? {} : { from }) };
    await writeAudit(within, { what: 'classroom.change_members', object_type: 'classroom', object_id: id, after });
    return { success: true as const, added, removed };
  });

/** Sets a member's first and last day. The last day counts in full, except today, which counts until now. */
export const setDates = (context: StaffContext, { id, from, to }: Input<typeof setMemberDates>) =>
  inTransaction(context, async (within) => {
    const stay = await store.lockStay(within, id);
    if (!stay) throw new Problem('not_found');
    requirePast(from, within.now);
    if (to !== null) requirePast(to, within.now);
    if (to !== null && to < from) throw new Problem('not_possible', 'The last day is before the first one.');
    const joined_at = startOf(from);
    const left_at = to === null ? null : new Date(Math.min(startOf(to).getTime() + DAY_MS, within.now.getTime()));
    if (to === null && !(await store.isMember(within, stay.user_id)))
      throw new Problem('not_possible', 'This person is no longer at the institute.');
    if (await store.overlapsAnother(within, stay, joined_at, left_at))
      throw new Problem('not_possible', 'This person was in the classroom at that time already.');
    await store.updateStay(within, id, { joined_at, left_at });
    const before = { joined_at: stay.joined_at.toISOString(), left_at: stay.left_at?.toISOString() ?? null };
    const after = { user_id: stay.user_id, joined_at: joined_at.toISOString(), left_at: left_at?.toISOString() ?? null };
    const entry = { object_type: 'classroom', object_id: stay.classroom_id, before, after };
    await writeAudit(within, { what: 'classroom.set_dates', ...entry });
    return { success: true as const };
  });

export const makeSubject = (context: StaffContext, name: string, code: string | undefined) =>
  inTransaction(context, async (within) => {
    await lockInstitute(within, within.actor.institute_id);
    const id = await store.insertSubject(within, name.trim(), code?.trim() ?? null);
    if (id === undefined) throw subjectTaken();
    await writeAudit(within, { what: 'subject.create', object_type: 'institute_subject', object_id: id, after: { name, code } });
    return { success: true as const, id };
  });

export const changeSubject = (context: StaffContext, id: number, wanted: { name: string; code: string | null }) =>
  inTransaction(context, async (within) => {
    await lockInstitute(within, within.actor.institute_id);
    const before = await store.lockSubject(within, id);
    if (!before) throw new Problem('not_found');
    const after = { name: wanted.name.trim(), code: wanted.code?.trim() ?? null };
    if (await store.hasOtherSubject(within, id, after.name, after.code)) throw subjectTaken();
    await store.updateSubject(within, id, after);
    await writeAudit(within, { what: 'subject.change', object_type: 'institute_subject', object_id: id, before, after });
    return { success: true as const };
  });
