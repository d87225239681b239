import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { changeClassroomMembers, getClassroom } from '@abhyas/contract/class-schedule';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import * as store from './class-schedule.store.ts';

export const makeClassroom = (context: StaffContext, name: string) =>
  inTransaction(context, async (within) => {
    const id = await store.insertClassroom(within, name.trim());
    if (id === undefined) throw new Problem('not_possible', 'There is a classroom of this name already.');
    await writeAudit(within, { what: 'classroom.create', object_type: 'classroom', object_id: id, after: { name } });
    return { success: true as const, id };
  });

export const makeSubject = (context: StaffContext, name: string, code: string | undefined) =>
  inTransaction(context, async (within) => {
    const id = await store.insertSubject(within, name.trim(), code?.trim() || null);
    if (id === undefined) throw new Problem('not_possible', 'There is a subject of this name or code already.');
    await writeAudit(within, { what: 'subject.create', object_type: 'institute_subject', object_id: id, after: { name, code } });
    return { success: true as const, id };
  });

export async function classroomOf(context: StaffContext, id: number): Promise<Answer<typeof getClassroom>> {
  const found = await store.findClassroom(context, id);
  if (!found) throw new Problem('not_found');
  return { ...found, members: found.members.map((member) => ({ ...member, joined_at: member.joined_at.toISOString() })) };
}

/** Adds members of the institute and ends memberships, from now on. Throws `not_found` for anybody who is not of the institute. */
export const changeMembers = (context: StaffContext, { id, add, remove }: Input<typeof changeClassroomMembers>) =>
  inTransaction(context, async (within) => {
    if (!(await store.findClassroom(within, id))) throw new Problem('not_found');
    const members = await store.findRolesOf(within, add);
    if (members.length < new Set(add).size) throw new Problem('not_found');
    const removed = await store.endMembers(within, id, remove);
    const added = await store.insertMembers(within, id, members);
    await writeAudit(within, { what: 'classroom.change_members', object_type: 'classroom', object_id: id, after: { add, remove } });
    return { success: true as const, added, removed };
  });
