import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { RosterCounts } from './roster-judging.ts';
import type { RosterRow } from './roster.ts';

/** Stores an import; undefined while another one of the institute runs. */
export async function insertImport({ db, now, actor }: StaffContext, row_count: number): Promise<number | undefined> {
  const { institute_id, user_id, role } = actor;
  const row = await db
    .insertInto('roster_imports')
    .values({ institute_id, imported_by: user_id, role, row_count, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores rows of an import, which are JSON, with their places from `first` on, and counts those that are refused already. */
export async function insertRows({ db }: Context, import_id: number, first: number, rows: string): Promise<void> {
  await sql`
    with stored as (
      insert into roster_rows (import_id, place, line, name, phone, given_id, classroom, course, refusal)
      select ${import_id}::bigint, ${first}::int + r.at - 1, (r.row->>'line')::int, r.row->>'name', r.row->>'phone', r.row->>'given_id',
        r.row->>'classroom', r.row->>'course', r.row->>'refusal'
      from jsonb_array_elements(${rows}::jsonb) with ordinality as r(row, at) returning refusal
    )
    update roster_imports set refused = refused + (select count(refusal) from stored) where id = ${import_id}::bigint`.execute(db);
}

/** The import, locked until the transaction ends; undefined if it is finished or forgotten. */
export function lockImport({ db }: Context, id: number) {
  return db
    .selectFrom('roster_imports')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .select(['institute_id', 'imported_by', 'role'])
    .forUpdate()
    .executeTakeFirst();
}

/** The first rows of an import that are neither taken nor refused. */
export function findWaiting({ db }: Context, import_id: number, count: number): Promise<(RosterRow & { place: number })[]> {
  return db
    .selectFrom('roster_rows')
    .where('import_id', '=', import_id)
    .where('refusal', 'is', null)
    .select(['place', 'line', 'name', 'phone', 'given_id', 'classroom', 'course', 'refusal'])
    .orderBy('place')
    .limit(count)
    .execute();
}

/** Keeps the refused rows with their reasons, and removes the others of these places. */
export async function settle(
  { db }: Context,
  import_id: number,
  places: readonly number[],
  refused: readonly { place: number; refusal: string }[],
): Promise<void> {
  await sql`
    update roster_rows r set refusal = n.refusal
    from unnest(${refused.map(({ place }) => place)}::int[], ${refused.map(({ refusal }) => refusal)}::text[]) as n(place, refusal)
    where r.import_id = ${import_id} and r.place = n.place`.execute(db);
  await sql`delete from roster_rows where import_id = ${import_id} and refusal is null and place = any(${places}::int[])`.execute(db);
}

export type ImportCounts = RosterCounts & { id: number };

/** Adds the outcomes of a part, and returns those of the whole import so far. */
export function addCounts({ db }: Context, id: number, counts: RosterCounts): Promise<ImportCounts> {
  return db
    .updateTable('roster_imports')
    .set((is) => ({
      new: is('new', '+', counts.new),
      invited: is('invited', '+', counts.invited),
      changed: is('changed', '+', counts.changed),
      same: is('same', '+', counts.same),
      refused: is('refused', '+', counts.refused),
    }))
    .where('id', '=', id)
    .returning(['id', 'new', 'invited', 'changed', 'same', 'refused'])
    .executeTakeFirstOrThrow();
}

export async function markFinished({ db, now }: Context, id: number): Promise<void> {
  await db.updateTable('roster_imports').set({ finished_at: now }).where('id', '=', id).execute();
}

export function listImports({ db, actor }: StaffContext, since: Date) {
  return db
    .selectFrom('roster_imports')
    .where('institute_id', '=', actor.institute_id)
    .where('created_at', '>', since)
    .select(['id', 'row_count', 'new', 'invited', 'changed', 'same', 'refused', 'created_at', 'finished_at'])
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
}

export async function hasImport({ db, actor }: StaffContext, id: number): Promise<boolean> {
  const found = db.selectFrom('roster_imports').where('id', '=', id).where('institute_id', '=', actor.institute_id).select('id');
  return (await found.executeTakeFirst()) !== undefined;
}

/** Rows that an import refused, from the place after `after` on. */
export function findRefused({ db }: Context, import_id: number, after: number, count: number) {
  return db
    .selectFrom('roster_rows')
    .where('import_id', '=', import_id)
    .where('place', '>', after)
    .where('refusal', 'is not', null)
    .select(['place', 'line', 'name', 'phone', 'given_id', 'classroom', 'course', 'refusal'])
    .orderBy('place')
    .limit(count)
    .execute();
}

/** Forgets imports that began earlier. */
export async function deleteImports({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('roster_imports').where('created_at', '<=', before).execute();
}
