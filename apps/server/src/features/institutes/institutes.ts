import { Problem } from '@abhyas/contract/problem';
import type { Actor, Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import * as store from './institutes.store.ts';

/** Makes an institute with its first owner, who need not have signed in before. Throws `institute_exists`. Returns its id. */
export async function createInstitute(
  context: Context,
  { code, name, owner_phone }: { code: string; name: string; owner_phone: string },
): Promise<number> {
  return inTransaction(context, async (within) => {
    const institute_id = await store.insertInstitute(within, { code, name });
    if (institute_id === undefined) throw new Problem('institute_exists');
    const user_id = await store.findOrInsertUser(within, owner_phone);
    await store.insertMembership(within, { user_id, institute_id, role: 'owner' });
    const actor: Actor = { user_id: null, role: 'operator', institute_id };
    const after = { code, name, owner: user_id };
    await writeAudit({ ...within, actor }, { what: 'institute.create', object_type: 'institute', object_id: institute_id, after });
    return institute_id;
  });
}
