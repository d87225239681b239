// Contents: the list · inviting · roles and leaving
import { say } from '@abhyas/exam/institute/sentence';
import { plainName } from '@abhyas/contract/institute/identity';
import { PEOPLE_PER_PAGE } from '@abhyas/contract/institute/people';
import { Problem } from '@abhyas/contract/problem';
import { hasRight, type Role } from '@abhyas/contract/institute/rights';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { lockInstitute } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { endAllSignIns, endCodesMadeBy } from '../identity/identity.ts';
import { notifyUnlessUnread } from '../notifications/notifications.ts';
import { addressees } from './addressees.ts';
import * as store from './people.store.ts';

/** The most people of one phone number that an institute has or invites; families have fewer. */
export const mostOfPhone = 6;
const invitationDays = 7;
const invitationEnds = (now: Date) => new Date(now.getTime() + invitationDays * 86_400_000);

interface Wanted {
  kind: 'students' | 'staff';
  search?: string | undefined;
  classroom_id?: number | undefined;
  page?: number | undefined;
}

/** A page of students or staff. Only those who manage people see phone numbers and invitations. */
export async function peopleOf(context: StaffContext, { kind, search = '', classroom_id, page = 0 }: Wanted) {
  const mayManage = hasRight(context.actor.role, 'people.manage');
  const isStaff = kind === 'staff';
  const mayReset = isStaff && hasRight(context.actor.role, 'settings.manage');
  const classrooms = await store.listClassrooms(context);
  if (classroom_id !== undefined && !classrooms.some(({ id }) => id === classroom_id)) throw new Problem('not_found');
  const filter = { isStaff, search: search.trim(), classroom_id: classroom_id ?? null };
  const { people, total } = await store.listMembers(context, filter, page * PEOPLE_PER_PAGE, PEOPLE_PER_PAGE);
  const invitations = mayManage ? await store.listInvitations(context, isStaff) : [];
  return {
    people: people.map((row) => ({
      ...row,
      phone: mayManage ? row.phone : null,
      last_result: hasRight(context.actor.role, 'reports.read') ? row.last_result : null,
      has_second_factor: mayReset ? row.has_second_factor : null,
      joined_at: row.joined_at.toISOString(),
    })),
    total,
    invitations: invitations.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() })),
    classrooms,
  };
}

/** Counts invitations against the day's limit of the institute. Throws `too_many_requests`. */
export function takeInvitations({ budgets, actor }: StaffCallContext, count: number): void {
  if (!budgets.take('invitations', actor.institute_id, count))
    throw new Problem('too_many_requests', 'Your institute can invite 55,000 people a day. Invite the others tomorrow.');
}

/** Writes invitations and notifies people with an account, unless they have an unread notification of an invitation. */
export async function inviteAll(within: StaffContext, invitations: readonly store.NewInvitation[]): Promise<number[]> {
  if (invitations.length === 0) return [];
  const ids = await store.insertInvitations(within, invitations, invitationEnds(within.now));
  const accounts = await store.findAccounts(
    within,
    invitations.map(({ phone }) => phone),
  );
  const told = invitations.flatMap((invitation) => addressees(accounts, invitation).map(({ id }) => id));
  await notifyUnlessUnread(within, [...new Set(told)], {
    type: 'InvitationNotification',
    title: say`An invitation`,
    message: say`An institute asks you to join. The invitation is open for 7 days.`,
    url: '/invitations',
  });
  return ids;
}

export async function invite(context: StaffCallContext, { phone, role, name }: { phone: string; role: Role; name?: string | undefined }) {
  return inTransaction(context, async (within) => {
    const { people } = await store.listMembers(within, { isStaff: role !== 'student', search: phone, classroom_id: null }, 0, 10);
    const isNamed = (other: string | null) => name === undefined || other === null || plainName(other) === plainName(name);
    if (people.some((member) => member.phone === phone && member.role === role && isNamed(member.name)))
      throw new Problem('not_possible', 'This person already has this role here.');
    await lockInstitute(within, within.actor.institute_id);
    const invited = (await store.findInvited(within, [phone])).filter((other) => plainName(other.name) !== plainName(name ?? null));
    if (role === 'student' && invited.length >= mostOfPhone)
      throw new Problem('not_possible', `At most ${mostOfPhone} people can share a phone number.`);
    takeInvitations(within, 1);
    const [id = 0] = await inviteAll(within, [{ phone, name: name?.trim() ?? null, role, given_id: null, classroom_id: null }]);
    await writeAudit(within, { what: 'person.invite', object_type: 'invitation', object_id: id, after: { role } });
    return { success: true as const, id };
  });
}

export async function revokeInvitation(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    if (!(await store.revoke(within, id))) throw new Problem('not_found');
    await writeAudit(within, { what: 'person.revoke_invitation', object_type: 'invitation', object_id: id });
    return { success: true as const };
  });
}

/**
 * Locks the institute's owners and then the membership. The deletion of an account locks in the same order, so that the two never deadlock.
 * Throws `not_found`.
 */
async function lockMember(within: StaffContext, id: number) {
  const owners = await store.lockOwners(within);
  const member = await store.findMembership(within, id);
  if (!member) throw new Problem('not_found');
  return { member, owners };
}

/** Throws `not_possible` if the membership is that of the institute's only owner. */
function requireOtherOwner(owners: readonly number[], id: number): void {
  if (owners.includes(id) && owners.length === 1)
    throw new Problem('not_possible', 'An institute needs at least one owner. Make somebody else an owner first.');
}

/** Changes the role of a member of staff. The rights follow from the role at the next call. */
export async function setRole(context: StaffContext, id: number, role: Role) {
  return inTransaction(context, async (within) => {
    const { member, owners } = await lockMember(within, id);
    if (member.role === 'student' || member.role === 'guardian') throw new Problem('not_found');
    if (role !== 'owner') requireOtherOwner(owners, id);
    await store.updateRole(within, id, role);
    if (!hasRight(role, 'people.manage')) await endCodesMadeBy(within, member.user_id);
    const [before, after] = [{ role: member.role }, { role }];
    await writeAudit(within, { what: 'person.set_role', object_type: 'user', object_id: member.user_id, before, after });
    return { success: true as const };
  });
}

/**
 * Ends the open invitations that a person can answer, so that nobody removed comes back by one. Those to other people of the person's number
 * stay open.
 */
async function endInvitationsOf(within: StaffContext, user_id: number): Promise<void> {
  const accounts = await store.findAccountsBeside(within, user_id);
  const phone = accounts.find(({ id }) => id === user_id)?.phone;
  if (phone === undefined) return;
  for (const { id, institute_id, name } of await store.findOpenFor(within, phone)) {
    const isTheirs = institute_id === within.actor.institute_id && addressees(accounts, { phone, name }).some((one) => one.id === user_id);
    if (!isTheirs || !(await store.revoke(within, id))) continue;
    await writeAudit(within, { what: 'person.revoke_invitation', object_type: 'invitation', object_id: id });
  }
}

/** Ends a membership, the person's open invitations and sign-ins, and the students' sign-in codes that the person made and may have kept. */
export async function removePerson(context: StaffContext, id: number, reason: string) {
  return inTransaction(context, async (within) => {
    const { member, owners } = await lockMember(within, id);
    requireOtherOwner(owners, id);
    // First, because an answer holds its invitation while it looks at the memberships.
    await endInvitationsOf(within, member.user_id);
    await store.end(within, member);
    await endAllSignIns(within, member.user_id);
    await endCodesMadeBy(within, member.user_id);
    const before = { role: member.role };
    await writeAudit(within, { what: 'person.remove', object_type: 'user', object_id: member.user_id, before, reason: reason.trim() });
    return { success: true as const };
  });
}

export { addressees } from './addressees.ts';
export const { findAccounts, join } = store;
