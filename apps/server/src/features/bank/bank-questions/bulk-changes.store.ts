import type { Value } from '@abhyas/contract/endpoint';
import type { BulkChange } from '@abhyas/contract/bank/bank-questions';
import { type Selectable, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import type { BulkEntry } from '../../../database/tables-of-bank.ts';
import type { Tables } from '../../../database/tables.ts';

/** Changes that an institute can still undo; older ones are forgotten. */
const mostChanges = 50;

export async function insertChange(
  { db, actor, now }: StaffContext,
  change: Value<typeof BulkChange>,
  entries: readonly BulkEntry[],
): Promise<number> {
  const { id } = await db
    .insertInto('bank_changes')
    .values({
      institute_id: actor.institute_id,
      change: JSON.stringify(change),
      entries: JSON.stringify(entries),
      made_by: actor.user_id,
      made_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`delete from bank_changes where institute_id = ${actor.institute_id} and id < (
    select min(id) from (select id from bank_changes where institute_id = ${actor.institute_id} order by id desc limit ${mostChanges}) as latest)`.execute(
    db,
  );
  return id;
}

export async function lockChange({ db, actor }: StaffContext, id: number): Promise<Selectable<Tables['bank_changes']> | undefined> {
  return db
    .selectFrom('bank_changes')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function noteUndone({ db, actor, now }: StaffContext, id: number): Promise<void> {
  await db
    .updateTable('bank_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .execute();
}

/** Sets level and pool of drafts, each as the next version of its text. Returns the versions. */
export async function setFields(
  { db, actor, now }: StaffContext,
  values: readonly { id: number; difficulty: number; for: string }[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    with changed as (
      update bank_questions b set version = b.version + 1, changed_by = ${actor.user_id}::bigint, changed_at = ${now}::timestamptz,
        content = b.content || given.changes
      from unnest(${values.map(({ id }) => id)}::bigint[], ${values.map(({ id: _id, ...changes }) => JSON.stringify(changes))}::jsonb[])
        as given (id, changes)
      where b.id = given.id and b.institute_id = ${actor.institute_id}
      returning b.id, b.version, b.content
    ), noted as (
      insert into bank_question_versions (bank_question_id, version, content, saved_by, saved_at)
      select id, version, content, ${actor.user_id}::bigint, ${now}::timestamptz from changed
    )
    select id, version from changed`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
