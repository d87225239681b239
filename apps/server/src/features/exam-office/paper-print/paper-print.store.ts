import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

/** Whether the log says that the actor began the draft. */
export async function hasBegun({ db, actor }: StaffContext, draft_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .where('institute_id', '=', actor.institute_id)
    .where('object_type', '=', 'paper_draft')
    .where('object_id', '=', draft_id)
    .where('what', '=', 'paper_draft.create')
    .where('user_id', '=', actor.user_id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The draft from which a test was made. */
export async function findDraftOf({ db, actor }: StaffContext, paper_id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('paper_drafts')
    .where('institute_id', '=', actor.institute_id)
    .where('paper_id', '=', paper_id)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Stores whether the sets of a draft change the order of options. The choice for a paper is also stored for its draft, so that a test made
 * again from the draft prints the same sets. The paper keeps its version, because its content stays the same.
 */
export async function updateSets(
  { db, actor }: StaffContext,
  at: { draft_id: number } | { paper_id: number },
  sets_move_options: boolean,
): Promise<void> {
  const isDraft = 'draft_id' in at;
  await db
    .updateTable('paper_drafts')
    .set({ sets_move_options })
    .where('institute_id', '=', actor.institute_id)
    .where(isDraft ? 'id' : 'paper_id', '=', isDraft ? at.draft_id : at.paper_id)
    .execute();
  await sql`
    update papers set sets_move_options = ${sets_move_options} where institute_id = ${actor.institute_id}
      and id = ${isDraft ? sql`(select paper_id from paper_drafts where id = ${at.draft_id})` : at.paper_id}`.execute(db);
}
