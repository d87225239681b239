import { Problem } from '@abhyas/contract/problem';
import type { SignedInContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import * as store from './people.store.ts';

/** Invitations that wait for the caller. */
export async function invitationsFor(context: SignedInContext) {
  const { phone } = context.caller;
  const open = phone === null ? [] : await store.findOpenFor(context, phone);
  return {
    invitations: open.map(({ id, institute_name, role, expires_at }) => ({
      id,
      institute_name,
      role,
      expires_at: expires_at.toISOString(),
    })),
  };
}

/** Accepts or declines an invitation of the caller's number. Throws `not_found` for any other, and for one that is over or answered. */
export async function answerInvitation(context: SignedInContext, id: number, is_accepted: boolean) {
  const { id: user_id, phone } = context.caller;
  return inTransaction(context, async (within) => {
    const open = phone === null ? [] : await store.findOpenFor(within, phone);
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
