import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

export interface ShiftRow {
  group_id: number;
  group_name: string;
  id: number;
  code: string;
  name: string;
  opens_at: Date | null;
  closes_at: Date | null;
  results_published_at: Date | null;
  allows_review: boolean;
  subject_ids: number[];
}

/** Papers of shift groups, by group and opening time. */
async function findShifts({ db }: Context, where: ReturnType<typeof sql<boolean>>): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select g.id as group_id, g.name as group_name, p.id, p.code, p.name, p.opens_at, p.closes_at, p.results_published_at, p.allows_review,
      (select array_agg(distinct subject_id) from paper_sections where paper_id = p.id) as subject_ids
    from shift_groups g join shift_group_papers s on s.group_id = g.id join papers p on p.id = s.paper_id
    where ${where} order by g.id, p.opens_at, p.id`.execute(db);
  return rows;
}

/** The shifts of the test to which the paper belongs, including the paper itself; empty if the paper is not a shift. */
export const findShiftsWith = (context: Context, paper_id: number): Promise<ShiftRow[]> =>
  findShifts(context, sql<boolean>`g.id = (select group_id from shift_group_papers where paper_id = ${paper_id})`);

export const findGroups = (context: StaffContext): Promise<ShiftRow[]> =>
  findShifts(context, sql<boolean>`g.institute_id = ${context.actor.institute_id}`);

/** The shifts of a group of the actor's institute; empty if the institute has no such group. */
export const findGroup = (context: StaffContext, id: number): Promise<ShiftRow[]> =>
  findShifts(context, sql<boolean>`g.id = ${id} and g.institute_id = ${context.actor.institute_id}`);

/** Locks papers of the institute until the transaction ends: others that change or group them wait; students can still begin them. */
export async function lockPapers({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`
    select from papers where institute_id = ${actor.institute_id} and id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
}

/** Students by id, each with their ID at the actor's institute. */
export async function findStudents({ db, actor }: StaffContext, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string | null; given_id: string | null }>`
    select u.id, u.name, (select m.institute_given_id from memberships m
      where m.user_id = u.id and m.institute_id = ${actor.institute_id} and m.role = 'student' order by m.id desc limit 1) as given_id
    from users u where u.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The named papers that belong to the actor's institute, each with whether it is already a shift. */
export async function findPapers({ db, actor }: StaffContext, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; is_assignment: boolean; is_shift: boolean; subject_ids: number[] }>`
    select p.id, p.name, p.is_assignment, exists (select from shift_group_papers s where s.paper_id = p.id) as is_shift,
      (select array_agg(distinct subject_id order by subject_id) from paper_sections where paper_id = p.id) as subject_ids
    from papers p where p.institute_id = ${actor.institute_id} and p.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Inserts a group; undefined if the institute already has one of this name. */
export async function insertGroup(
  { db, now, actor }: StaffContext,
  name: string,
  paper_ids: readonly number[],
): Promise<number | undefined> {
  const group = await db
    .insertInto('shift_groups')
    .values({ institute_id: actor.institute_id, name, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!group) return undefined;
  await db
    .insertInto('shift_group_papers')
    .values(paper_ids.map((paper_id) => ({ paper_id, group_id: group.id })))
    .execute();
  return group.id;
}

/** Deletes a group and returns it; undefined if the institute has no such group. */
export function deleteGroup({ db, actor }: StaffContext, id: number) {
  return db
    .deleteFrom('shift_groups')
    .where('institute_id', '=', actor.institute_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}
