// Contents: guardians of a student · inviting and ending · requests to a guardian · the guardian's membership
import type { Relation } from '@abhyas/contract/institute/consent';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The student and the institute that a guardianship belongs to. */
export interface OfStudent {
  student_id: number;
  institute_id: number;
}

export interface GuardianshipRow {
  id: number;
  phone: string;
  name: string;
  relation: Relation;
  created_at: Date;
  expires_at: Date;
  is_named_by_student: boolean;
  student_agreed_at: Date | null;
  guardian_id: number | null;
  shows_practice: boolean;
  is_paused: boolean;
}

/** Whether a guardianship `g` was agreed before its student `u` came of age; it counts again once the student agrees again. */
export const isPaused = (now: Date) => sql<boolean>`coalesce(u.adult_from <= ${now} and g.student_agreed_at < u.adult_from, false)`;

/** Guardianships of a student that have not ended, the oldest first. */
export async function findOfStudent({ db, now }: Context, { student_id, institute_id }: OfStudent): Promise<GuardianshipRow[]> {
  const { rows } = await sql<GuardianshipRow>`
    select g.id, g.phone, g.name, g.relation, g.created_at, g.expires_at, g.is_named_by_student, g.student_agreed_at, g.guardian_id,
      g.shows_practice, ${isPaused(now)} as is_paused
    from guardianships g join users u on u.id = g.student_id
    where g.student_id = ${student_id} and g.institute_id = ${institute_id} and g.ended_at is null order by g.id`.execute(db);
  return rows;
}

/** Name and number of a student, locked until the transaction ends; undefined if the person is not a student of the institute. */
export function lockStudent({ db }: Context, { student_id, institute_id }: OfStudent) {
  return db
    .selectFrom('users')
    .where('id', '=', student_id)
    .where((is) =>
      is.exists(
        is
          .selectFrom('memberships')
          .whereRef('memberships.user_id', '=', 'users.id')
          .where('institute_id', '=', institute_id)
          .where('role', '=', 'student')
          .where('ended_at', 'is', null)
          .select('memberships.id'),
      ),
    )
    .select(['name', 'phone'])
    .forUpdate()
    .executeTakeFirst();
}

/** Number of guardians that the student has named at the institute since `since`, ended ones included. */
export async function countNamed({ db }: Context, { student_id, institute_id }: OfStudent, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('guardianships')
    .where('student_id', '=', student_id)
    .where('institute_id', '=', institute_id)
    .where('is_named_by_student', '=', true)
    .where('created_at', '>', since)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewGuardianship {
  phone: string;
  name: string;
  relation: Relation;
  invited_by: number | null;
  is_named_by_student: boolean;
  expires_at: Date;
  student_agreed_at: Date | null;
}

/** Stores an invited guardian, or renews an unanswered invitation. */
export async function upsert({ db, now }: Context, { student_id, institute_id }: OfStudent, row: NewGuardianship): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into guardianships (institute_id, student_id, phone, name, relation, invited_by, is_named_by_student, created_at, expires_at, student_agreed_at)
    values (${institute_id}, ${student_id}, ${row.phone}, ${row.name}, ${row.relation}, ${row.invited_by}, ${row.is_named_by_student},
      ${now}::timestamptz, ${row.expires_at}::timestamptz, ${row.student_agreed_at}::timestamptz)
    on conflict (student_id, institute_id, phone) where ended_at is null do update set name = excluded.name, relation = excluded.relation,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      student_agreed_at = coalesce(excluded.student_agreed_at, guardianships.student_agreed_at)
    returning id`.execute(db);
  const [made] = rows;
  if (!made) throw new Error('An insert returned no row');
  return made.id;
}

/** The student agrees, for the first time or again. False if no answer is awaited. */
export async function agreeAsStudent({ db, now }: Context, of: OfStudent, id: number, expires_at: Date): Promise<boolean> {
  const { rows } = await sql`
    update guardianships g set student_agreed_at = ${now}, expires_at = ${expires_at} from users u
    where g.id = ${id} and g.student_id = ${of.student_id} and g.institute_id = ${of.institute_id} and g.ended_at is null and u.id = g.student_id
      and ((g.student_agreed_at is null and g.expires_at > ${now}) or ${isPaused(now)}) returning g.id`.execute(db);
  return rows.length === 1;
}

/** Ends a student's guardianship and returns its relation and guardian; undefined if it is not open. */
export async function end({ db, now }: Context, of: OfStudent, id: number, ended_by: 'student' | 'guardian' | 'institute') {
  return db
    .updateTable('guardianships')
    .set({ ended_at: now, ended_by })
    .where('id', '=', id)
    .where('student_id', '=', of.student_id)
    .where('institute_id', '=', of.institute_id)
    .where('ended_at', 'is', null)
    .returning(['relation', 'guardian_id'])
    .executeTakeFirst();
}

export async function showPractice({ db }: Context, of: OfStudent, id: number, shows_practice: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardianships')
    .set({ shows_practice })
    .where('id', '=', id)
    .where('student_id', '=', of.student_id)
    .where('institute_id', '=', of.institute_id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export interface RequestRow extends OfStudent {
  id: number;
  student_name: string | null;
  institute_name: string;
  name: string;
  relation: Relation;
  expires_at: Date;
}

/** Requests to this phone number, if the student has agreed and is still at the institute. */
export async function findRequests({ db, now }: Context, person: { id: number; phone: string }): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select g.id, g.student_id, g.institute_id, u.name as student_name, i.name as institute_name, g.name, g.relation, g.expires_at
    from guardianships g join users u on u.id = g.student_id join institutes i on i.id = g.institute_id
    where g.phone = ${person.phone} and g.student_id <> ${person.id} and g.guardian_agreed_at is null and g.ended_at is null
      and g.student_agreed_at is not null and g.expires_at > ${now} and not ${isPaused(now)}
      and exists (select from memberships m where m.user_id = g.student_id and m.institute_id = g.institute_id and m.role = 'student' and m.ended_at is null)
    order by g.id`.execute(db);
  return rows;
}

/** Records that the guardian agrees; false if the request was answered or ended meanwhile. */
export async function agreeAsGuardian({ db, now }: Context, id: number, guardian_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardianships')
    .set({ guardian_id, guardian_agreed_at: now })
    .where('id', '=', id)
    .where('guardian_agreed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function countChildren({ db }: Context, guardian_id: number, institute_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('guardianships')
    .where('guardian_id', '=', guardian_id)
    .where('institute_id', '=', institute_id)
    .where('ended_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives a person without a name the name in the request. */
export async function nameIfNone({ db }: Context, id: number, name: string): Promise<void> {
  await sql`
    update users u set name = ${name} where u.id = ${id} and u.name is null
      and not exists (select from users o where o.phone = u.phone and plain_name(o.name) = plain_name(${name}))`.execute(db);
}

export async function findMembershipId({ db }: Context, user_id: number, institute_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('memberships')
    .where('user_id', '=', user_id)
    .where('institute_id', '=', institute_id)
    .where('role', '=', 'guardian')
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ends a guardian's membership of an institute and all their guardianships there. Returns the students' ids. */
export async function leave({ db, now }: Context, guardian_id: number, institute_id: number): Promise<number[]> {
  const ended = await db
    .updateTable('guardianships')
    .set({ ended_at: now, ended_by: 'guardian' })
    .where('guardian_id', '=', guardian_id)
    .where('institute_id', '=', institute_id)
    .where('ended_at', 'is', null)
    .returning('student_id')
    .execute();
  await db
    .updateTable('memberships')
    .set({ ended_at: now })
    .where('user_id', '=', guardian_id)
    .where('institute_id', '=', institute_id)
    .where('role', '=', 'guardian')
    .where('ended_at', 'is', null)
    .execute();
  return ended.map(({ student_id }) => student_id);
}
