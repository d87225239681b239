import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

/** The student of the institute with this ID. */
export function findStudent({ db }: Context, institute: string, given_id: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .where('institutes.code', '=', institute)
    .where('memberships.role', '=', 'student')
    .where('memberships.institute_given_id', '=', given_id)
    .where('memberships.ended_at', 'is', null)
    .select(['memberships.id as membership_id', 'memberships.user_id', 'institutes.name as institute_name'])
    .executeTakeFirst();
}

/** Counts one more try of the student's open code, and returns the code. */
export function takeTry({ db, now }: Context, membership_id: number) {
  return db
    .updateTable('institute_sign_in_codes')
    .set({ tries: sql`least(tries + 1, 1000)` })
    .where('membership_id', '=', membership_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst();
}

/** Uses up a code; false if it was used or revoked meanwhile. */
export async function useCode({ db, now }: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('institute_sign_in_codes')
    .set({ used_at: now, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A student of the actor's institute, by membership. Locks the row, so that two people who make a code wait for each other. */
export function findMember({ db, actor }: StaffContext, membership_id: number) {
  return db
    .selectFrom('memberships')
    .where('id', '=', membership_id)
    .where('institute_id', '=', actor.institute_id)
    .where('role', '=', 'student')
    .where('ended_at', 'is', null)
    .select(['id', 'institute_given_id'])
    .forUpdate()
    .executeTakeFirst();
}

export function findInstitute({ db, actor }: StaffContext) {
  return db.selectFrom('institutes').where('id', '=', actor.institute_id).select(['name', 'code']).executeTakeFirstOrThrow();
}

/** A batch of the actor's institute. */
export function findClassroom({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('classrooms')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .where('archived_at', 'is', null)
    .select(['id', 'name'])
    .executeTakeFirst();
}

/** Students of the actor's institute: those of one batch, or a single student. */
function students({ actor }: StaffContext, { classroom_id, student_id }: { classroom_id: number | null; student_id: number | null }) {
  return sql`memberships m join users u on u.id = m.user_id
    where m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null
      and (${student_id}::bigint is null or m.user_id = ${student_id})
      and (${classroom_id}::bigint is null or exists (
        select from classroom_members c where c.classroom_id = ${classroom_id} and c.user_id = m.user_id and c.left_at is null))`;
}

export interface StudentWithCode {
  membership_id: number;
  user_id: number;
  name: string | null;
  given_id: string | null;
  code_id: number | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  ended_at: Date | null;
  tries: number;
}

/** Students by name, each with the latest stored code. */
export async function findCodes(
  context: StaffContext,
  of: { classroom_id: number | null; student_id: number | null },
  limit: number,
): Promise<StudentWithCode[]> {
  const { rows } = await sql<StudentWithCode>`
    with s as (select m.id as membership_id, m.user_id, u.name, m.institute_given_id as given_id from ${students(context, of)})
    select s.*, k.id as code_id, k.created_at, k.expires_at, k.used_at, k.ended_at, k.tries
    from s left join lateral (
      select * from institute_sign_in_codes o where o.membership_id = s.membership_id order by o.id desc limit 1
    ) k on true order by s.name nulls last, s.membership_id limit ${limit}`.execute(context.db);
  return rows;
}

/** Locks the memberships of a batch's students until the transaction ends. */
export async function lockStudents(context: StaffContext, classroom_id: number): Promise<void> {
  await sql`select m.id from ${students(context, { classroom_id, student_id: null })} order by m.id for update of m`.execute(context.db);
}

/** Ends the open codes. Returns how many were open. */
export async function endOpenCodes({ db, now }: Context, membership_ids: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('institute_sign_in_codes')
    .set({ ended_at: now })
    .where('membership_id', 'in', membership_ids)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends the open codes that a person made for students of the institute. */
export async function endCodesMadeBy({ db, now, actor }: StaffContext, user_id: number): Promise<void> {
  await db
    .updateTable('institute_sign_in_codes')
    .set({ ended_at: now })
    .where('made_by', '=', user_id)
    .where('ended_at', 'is', null)
    .where('membership_id', 'in', (is) => is.selectFrom('memberships').where('institute_id', '=', actor.institute_id).select('id'))
    .execute();
}

export async function insertCodes(
  { db, now, actor }: StaffContext,
  codes: readonly { membership_id: number; code_hash: Buffer }[],
  expires_at: Date,
): Promise<void> {
  await db
    .insertInto('institute_sign_in_codes')
    .values(codes.map((code) => ({ ...code, expires_at, made_by: actor.user_id, created_at: now })))
    .execute();
}

export async function deleteCodes({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('institute_sign_in_codes').where('expires_at', '<', before).execute();
}
