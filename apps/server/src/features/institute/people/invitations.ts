import { plainName } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import type { Role } from '@abhyas/contract/institute/rights';
import type { Context, SignedInContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { addressees } from './addressees.ts';
import { mostOfPhone } from './people.ts';
import * as store from './people.store.ts';

/** Open invitations to the caller's number; if several people have the number, those to the caller's name. */
async function openFor(context: Context, { id, phone }: { id: number; phone: string | null }) {
  if (phone === null) return [];
  const accounts = await store.findAccounts(context, [phone]);
  const open = await store.findOpenFor(context, phone);
  return open
    .filter(({ name }) => addressees(accounts, { phone, name }).some((account) => account.id === id))
    .map((invitation) => ({ ...invitation, may_be_other: isOfAnother(accounts, invitation) }));
}

/** Whether the invitation names a student who has no account of the number yet, such as a second child, who may then get one. */
const isOfAnother = (accounts: readonly store.Account[], { name, role }: { name: string | null; role: Role }) =>
  role === 'student' &&
  name !== null &&
  accounts.length < mostOfPhone &&
  accounts.every((account) => account.name !== null && plainName(account.name) !== plainName(name));

/**
 * The account that joins: the caller's own or, for another person of their number, a new one. Throws `not_possible` if no account can be
 * made.
 */
async function joining(
  context: Context,
  caller: { id: number; phone: string | null },
  { name, may_be_other }: { name: string | null; may_be_other: boolean },
  isOther: boolean,
): Promise<number> {
  if (!isOther) return caller.id;
  const made = may_be_other && name !== null && caller.phone !== null && (await store.insertPerson(context, caller.phone, name));
  if (!made) throw new Problem('not_possible', 'This invitation is for your own account.');
  return made;
}

/** Invitations that the caller has not answered. */
export async function invitationsFor(context: SignedInContext) {
  const open = await openFor(context, context.caller);
  return {
    invitations: open.map(({ id, institute_name, role, name, may_be_other, expires_at }) => ({
      id,
      institute_name,
      role,
      name,
      may_be_other,
      expires_at: expires_at.toISOString(),
    })),
  };
}

/**
 * Accepts or declines an invitation of the caller, for themself or for another person of their number. Throws `not_found` for an invitation
 * that is not the caller's, has expired or is answered.
 */
export async function answerInvitation(context: SignedInContext, id: number, is_accepted: boolean, isOther = false) {
  return inTransaction(context, async (within) => {
    const open = await openFor(within, context.caller);
    const invitation = open.find((each) => each.id === id);
    if (!invitation || !(await store.answer(within, id, is_accepted))) throw new Problem('not_found');
    const { institute_id, role, institute_given_id, classroom_id } = invitation;
    const user_id = await joining(within, context.caller, invitation, is_accepted && isOther);
    if (is_accepted) {
      await store.join(within, { user_id, institute_id, role, given_id: institute_given_id });
      if (classroom_id !== null) await store.addToClassrooms(within, [{ classroom_id, user_id }]);
    }
    const actor = { user_id: context.caller.id, role, institute_id, reason: null };
    const what = is_accepted ? 'person.join' : 'person.decline';
    await writeAudit({ ...within, actor }, { what, object_type: 'user', object_id: user_id, after: { role } });
    return { success: true as const };
  });
}
