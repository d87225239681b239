import { Problem } from '@abhyas/contract/problem';
import type { Context, SignedInContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { addressees } from './addressees.ts';
import * as store from './people.store.ts';

/** Open invitations to the caller's number and, where several have it, to their name. */
async function openFor(context: Context, { id, phone }: { id: number; phone: string | null }) {
  if (phone === null) return [];
  const accounts = await store.findAccounts(context, [phone]);
  const open = await store.findOpenFor(context, phone);
  return open.filter(({ name }) => addressees(accounts, { phone, name }).some((account) => account.id === id));
}

/** Invitations that wait for the caller. */
export async function invitationsFor(context: SignedInContext) {
  const open = await openFor(context, context.caller);
  return {
    invitations: open.map(({ id, institute_name, role, expires_at }) => ({
      id,
      institute_name,
      role,
      expires_at: expires_at.toISOString(),
    })),
  };
}

/** Accepts or declines an invitation of the caller's. Throws `not_found` for any other, and for one that is over or answered. */
export async function answerInvitation(context: SignedInContext, id: number, is_accepted: boolean) {
  const { id: user_id } = context.caller;
  return inTransaction(context, async (within) => {
    const open = await openFor(within, context.caller);
    const invitation = open.find((each) => each.id === id);
    if (!invitation || !(await store.answer(within, id, is_accepted))) throw new Problem('not_found');
    const { institute_id, role, institute_given_id, classroom_id } = invitation;
    if (is_accepted) {
      await store.join(within, { user_id, institute_id, role, given_id: institute_given_id });
      if (classroom_id !== null) await store.addToClassrooms(within, [{ classroom_id, user_id }]);
    }
    const actor = { user_id, role, institute_id, reason: null };
    const what = is_accepted ? 'person.join' : 'person.decline';
    await writeAudit({ ...within, actor }, { what, object_type: 'user', object_id: user_id, after: { role } });
    return { success: true as const };
  });
}
