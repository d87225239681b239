// Contents: the list · the roster · invitations · roles and leaving
import type { Role } from '@abhyas/contract/institute/rights';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

export interface MemberRow {
  id: number;
  user_id: number;
  name: string | null;
  phone: string | null;
  role: Role;
  given_id: string | null;
  classrooms: string[];
  has_second_factor: boolean;
  joined_at: Date;
  last_result: { name: string; percent: number } | null;
}

interface PeopleFilter {
  isStaff: boolean;
  search: string;
  classroom_id: number | null;
}

const staffRoles = sql`('owner', 'teacher', 'content_editor', 'invigilator', 'counsellor')`;

const likeOf = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

function matching({ actor }: StaffContext, { isStaff, search, classroom_id }: PeopleFilter) {
  const kind = isStaff ? sql`m.role in ${staffRoles}` : sql`m.role = 'student'`;
  const [inside, beginning] = [`%${likeOf(search)}%`, `${likeOf(search)}%`];
  const found =
    search === '' ? sql`true` : sql`(u.name ilike ${inside} or m.institute_given_id ilike ${beginning} or u.phone like ${beginning})`;
  const seated =
    classroom_id === null
      ? sql`true`
      : sql`exists (select from classroom_members c join classrooms r on r.id = c.classroom_id
          where c.classroom_id = ${classroom_id} and r.institute_id = m.institute_id and c.user_id = m.user_id and c.left_at is null)`;
  return sql`memberships m join users u on u.id = m.user_id where m.institute_id = ${actor.institute_id} and m.ended_at is null and ${kind} and ${found} and ${seated}`;
}

export async function listMembers(context: StaffContext, filter: PeopleFilter, offset: number, limit: number) {
  const { rows: people } = await sql<MemberRow>`
    with page as materialized (
      select m.id, m.user_id, m.institute_id, u.name, u.phone, m.role, m.institute_given_id as given_id, m.joined_at
      from ${matching(context, filter)} order by u.name nulls last, m.id limit ${limit} offset ${offset}
    ),
    last as materialized (
      select distinct on (s.student_id) s.student_id,
        jsonb_build_object('name', p.name, 'percent', round(greatest(0, s.total_score) * 100.0 / s.max_score)) as result
      from sessions s join page on page.user_id = s.student_id
      join papers p on p.id = s.paper_id and p.institute_id = page.institute_id and not p.is_assignment
      where s.status = 'COMPLETE' and s.max_score > 0
      order by s.student_id, s.finished_at desc, s.id desc
    )
    select m.id, m.user_id, m.name, m.phone, m.role, m.given_id, m.joined_at, last.result as last_result,
      exists (select from second_factors f where f.user_id = m.user_id and f.confirmed_at is not null) as has_second_factor,
      array(select r.name from classroom_members c join classrooms r on r.id = c.classroom_id
        where c.user_id = m.user_id and c.left_at is null and r.institute_id = m.institute_id order by r.name) as classrooms
    from page m left join last on last.student_id = m.user_id order by m.name nulls last, m.id`.execute(context.db);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${matching(context, filter)}`.execute(context.db);
  return { people, total: rows[0]?.total ?? 0 };
}

export async function listClassrooms({ db, actor }: StaffContext) {
  const { rows } = await sql<{ id: number; name: string; students: number }>`
    select r.id, r.name, count(c.user_id) as students
    from classrooms r left join classroom_members c on c.classroom_id = r.id and c.left_at is null and c.role = 'student'
    where r.institute_id = ${actor.institute_id} and r.archived_at is null group by r.id, r.name order by r.name, r.id`.execute(db);
  return rows;
}

/** A student of the institute, with the fields that a roster is compared with. */
export interface KnownStudent {
  id: number;
  user_id: number;
  name: string | null;
  phone: string | null;
  given_id: string | null;
}

/** Students of the institute who have one of these phone numbers or roll numbers. */
export async function findStudents(
  { db, actor }: StaffContext,
  phones: readonly string[],
  given_ids: readonly string[],
): Promise<KnownStudent[]> {
  // Two searches by index: a condition with "or" would read every student of the institute.
  const { rows } = await sql<KnownStudent>`
    with own as not materialized (select id, user_id, institute_given_id from memberships
      where institute_id = ${actor.institute_id} and role = 'student' and ended_at is null),
    found as (
      select id, user_id, institute_given_id from own where institute_given_id = any(${given_ids}::text[])
      union
      select own.id, user_id, institute_given_id from users join own on own.user_id = users.id where users.phone = any(${phones}::text[])
    )
    select f.id, f.user_id, u.name, u.phone, f.institute_given_id as given_id from found f join users u on u.id = f.user_id`.execute(db);
  return rows;
}

export interface Account {
  id: number;
  phone: string;
  name: string | null;
}

export async function findAccounts({ db }: Context, phones: readonly string[]): Promise<Account[]> {
  const { rows } = await sql<Account>`select id, phone, name from users where phone = any(${phones}::text[]) order by id`.execute(db);
  return rows;
}

/** The accounts that share a person's phone number, the person's own included. Empty for a person without a number. */
export async function findAccountsBeside({ db }: Context, user_id: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select o.id, o.phone, o.name from users u join users o on o.phone = u.phone where u.id = ${user_id} order by o.id`.execute(db);
  return rows;
}

/** Students whom the institute has invited by these phone numbers. */
export async function findInvited({ db, now, actor }: StaffContext, phones: readonly string[]): Promise<Pick<Account, 'phone' | 'name'>[]> {
  const { rows } = await sql<Pick<Account, 'phone' | 'name'>>`
    select phone, name from invitations where institute_id = ${actor.institute_id} and role = 'student' and phone = any(${phones}::text[])
      and answered_at is null and revoked_at is null and expires_at > ${now}::timestamptz`.execute(db);
  return rows;
}

/** Creates another account for a phone number; undefined if an account with this name exists. */
export async function insertPerson({ db }: Context, phone: string, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, phone) values (${name}, ${phone}) on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** These students' places in classrooms of the institute, by name. */
export async function findSeats({ db, actor }: StaffContext, user_ids: readonly number[]): Promise<{ user_id: number; name: string }[]> {
  const { rows } = await sql<{ user_id: number; name: string }>`
    select c.user_id, r.name from classroom_members c join classrooms r on r.id = c.classroom_id
    where r.institute_id = ${actor.institute_id} and c.left_at is null and c.role = 'student' and c.user_id = any(${user_ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

/**
 * Makes accounts that are students of the institute. A row whose phone and name equal those of an account, as the database compares them,
 * is left out.
 */
export async function insertStudents(
  { db, now, actor }: StaffContext,
  students: readonly { name: string; phone: string; course: string | null; given_id: string | null }[],
): Promise<{ user_id: number; phone: string; name: string }[]> {
  const column = <K extends keyof (typeof students)[number]>(name: K) => students.map((student) => student[name]);
  const { rows } = await sql<{ user_id: number; phone: string; name: string }>`
    with made as (
      insert into users (name, phone, course)
      select distinct on (phone, plain_name(name)) name, phone, course
      from unnest(${column('name')}::text[], ${column('phone')}::text[], ${column('course')}::text[]) as n(name, phone, course)
      on conflict do nothing returning id, phone, name
    ), joined as (
      insert into memberships (user_id, institute_id, role, is_institute_student, institute_given_id, joined_at)
      select made.id, ${actor.institute_id}, 'student', true, g.given_id, ${now}::timestamptz
      from made join unnest(${column('phone')}::text[], ${column('name')}::text[], ${column('given_id')}::text[]) as g(phone, name, given_id)
        using (phone, name)
    )
    select id as user_id, phone, name from made`.execute(db);
  return rows;
}

/** Sets roll numbers of memberships of the institute. */
export async function updateGivenIds({ db, actor }: StaffContext, changes: readonly { id: number; given_id: string }[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update memberships m set institute_given_id = c.given_id
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ given_id }) => given_id)}::text[]) as c(id, given_id)
    where m.id = c.id and m.institute_id = ${actor.institute_id}`.execute(db);
}

/** The institute's classrooms of these names. Missing ones are created, archived ones are restored. */
export async function findOrInsertClassrooms({ db, now, actor }: StaffContext, names: readonly string[]): Promise<Map<string, number>> {
  await sql`
    insert into classrooms (institute_id, name, created_at) select ${actor.institute_id}, name, ${now}::timestamptz from unnest(${names}::text[]) name
    on conflict (institute_id, name) do update set archived_at = null where classrooms.archived_at is not null`.execute(db);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from classrooms where institute_id = ${actor.institute_id} and name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function addToClassrooms({ db, now }: Context, places: readonly { classroom_id: number; user_id: number }[]): Promise<void> {
  await sql`
    with added as materialized (
      select s.classroom_id, s.user_id
      from unnest(${places.map(({ classroom_id }) => classroom_id)}::bigint[], ${places.map(({ user_id }) => user_id)}::bigint[]) as s(classroom_id, user_id)
        join users on users.id = s.user_id
    )
    insert into classroom_members (classroom_id, user_id, role, joined_at)
    select classroom_id, user_id, 'student', ${now}::timestamptz from added
    on conflict do nothing`.execute(db);
}

export interface NewInvitation {
  phone: string;
  name: string | null;
  role: Role;
  given_id: string | null;
  classroom_id: number | null;
}

/** Writes invitations and returns their ids. An open invitation of the same number, name and role is renewed. */
export async function insertInvitations(
  { db, now, actor }: StaffContext,
  invitations: readonly NewInvitation[],
  expires_at: Date,
): Promise<number[]> {
  const column = <K extends keyof NewInvitation>(name: K) => invitations.map((each) => each[name]);
  const { rows } = await sql<{ id: number }>`
    insert into invitations (institute_id, phone, name, role, institute_given_id, classroom_id, invited_by, created_at, expires_at)
    select distinct on (i.phone, i.role, plain_name(i.name)) ${actor.institute_id}::bigint, i.phone, i.name, i.role, i.given_id, i.classroom_id,
      ${actor.user_id}::bigint, ${now}::timestamptz, ${expires_at}::timestamptz
    from unnest(${column('phone')}::text[], ${column('name')}::text[], ${column('role')}::text[], ${column('given_id')}::text[],
      ${column('classroom_id')}::bigint[]) as i(phone, name, role, given_id, classroom_id)
    on conflict (institute_id, phone, role, plain_name(name)) where answered_at is null and revoked_at is null
      do update set name = excluded.name, institute_given_id = excluded.institute_given_id, classroom_id = excluded.classroom_id,
        invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export function listInvitations({ db, now, actor }: StaffContext, isStaff: boolean) {
  return db
    .selectFrom('invitations')
    .where('institute_id', '=', actor.institute_id)
    .where('answered_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('role', isStaff ? '<>' : '=', 'student')
    .select(['id', 'name', 'phone', 'role', 'expires_at'])
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
}

export async function revoke({ db, now, actor }: StaffContext, id: number): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .where('answered_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findOpenFor({ db, now }: Context, phone: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('institutes', 'institutes.id', 'invitations.institute_id')
    .where('phone', '=', phone)
    .where('answered_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select([
      'invitations.id',
      'invitations.name',
      'institute_id',
      'institutes.name as institute_name',
      'role',
      'institute_given_id',
      'classroom_id',
      'expires_at',
    ])
    .orderBy('invitations.id')
    .execute();
}

/** Uses up an invitation. False if it was answered meanwhile. */
export async function answer({ db, now }: Context, id: number, is_accepted: boolean): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ answered_at: now, is_accepted })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a person as a member, unless the person is one already. A roll number that another member has is not stored. */
export async function join(
  { db, now }: Context,
  member: { user_id: number; institute_id: number; role: Role; given_id: string | null },
): Promise<void> {
  const { user_id, institute_id, role, given_id } = member;
  await sql`
    insert into memberships (user_id, institute_id, role, is_institute_student, institute_given_id, joined_at)
    select ${user_id}, ${institute_id}, ${role}, ${role === 'student'}, case when exists (
        select from memberships o where o.institute_id = ${institute_id} and o.role = ${role} and o.institute_given_id = ${given_id}::text and o.ended_at is null
      ) then null else ${given_id}::text end, ${now}::timestamptz
    on conflict do nothing`.execute(db);
}

export function findMembership({ db, actor }: StaffContext, id: number) {
  return db
    .selectFrom('memberships')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .where('ended_at', 'is', null)
    .select(['id', 'user_id', 'role'])
    .forUpdate()
    .executeTakeFirst();
}

/** Owners of the institute, locked until the transaction ends. */
export async function lockOwners({ db, actor }: StaffContext): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .where('institute_id', '=', actor.institute_id)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateRole({ db }: Context, id: number, role: Role): Promise<void> {
  await db.updateTable('memberships').set({ role }).where('id', '=', id).execute();
}

/** Ends a membership, with its classroom memberships and its guardianships. */
export async function end(
  { db, now, actor }: StaffContext,
  { id, user_id, role }: { id: number; user_id: number; role: Role },
): Promise<void> {
  await db.updateTable('memberships').set({ ended_at: now, photo_id: null }).where('id', '=', id).execute();
  await sql`
    update classroom_members c set left_at = greatest(${now}::timestamptz, c.joined_at) from classrooms r
    where r.id = c.classroom_id and r.institute_id = ${actor.institute_id} and c.user_id = ${user_id} and c.left_at is null`.execute(db);
  await db
    .updateTable('guardianships')
    .set({ ended_at: now, ended_by: 'institute' })
    .where('institute_id', '=', actor.institute_id)
    .where(role === 'guardian' ? 'guardian_id' : 'student_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute();
}
