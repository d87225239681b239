import { CompiledQuery, sql } from 'kysely';
import { prepared } from '../../../database/prepared.ts';
import type { Reach } from '@abhyas/contract/endpoint';
import type { Context, Membership, SignInKey } from '../../../context.ts';

/** A person as stored, with their current memberships, oldest first. */
export interface UserRow {
  id: number;
  name: string | null;
  phone: string | null;
  course: 'MED' | 'ENG' | 'MED_ENG' | null;
  premium_until: Date | null;
  deletion_due_at: Date | null;
  adult_from: Date | null;
  consented_at: Date | null;
  language: 'en' | 'hi' | null;
  /** The person's own referral code; null until it is made. */
  referral_code: string | null;
  memberships: Membership[];
}

/** A person with the facts of their sign-in. */
export interface SignedInRow extends UserRow {
  membership_id: number | null;
  second_factor_at: Date | null;
  reach: Reach;
}

const userColumns = `u.id, u.name, u.phone, u.course, u.premium_until, u.deletion_due_at, u.adult_from, u.consented_at, u.language,
  (select code from referral_codes where user_id = u.id) as referral_code, (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'institute_id', m.institute_id, 'institute_name', i.name, 'role', m.role, 'brand', i.brand,
      'is_institute_student', m.is_institute_student, 'has_only_test_board_access', m.has_only_test_board_access,
      'is_higher_education', m.is_higher_education, 'has_consent', m.consented_at is not null, 'settings', jsonb_strip_nulls(jsonb_build_object(
        'only_mobile_access', i.settings->'only_mobile_access', 'domain', i.settings->'domain',
        'forces_pending_test', i.settings->'forces_pending_test'))) order by m.joined_at, m.id), '[]')
    from memberships m join institutes i on i.id = m.institute_id where m.user_id = u.id and m.ended_at is null
  ) as memberships`;

const userByToken = prepared(`
select ${userColumns}, s.membership_id, s.second_factor_at, case when not s.is_bound then 'account'
    when u.phone is not null or exists (select from user_identities o where o.user_id = u.id) then 'membership' else 'only_way' end as reach
from sign_ins s join users u on u.id = s.user_id
where s.user_id = $1 and s.token_hash = $2 and s.expires_at > $3`);

/** The person who signed in with the token, and the membership chosen for this sign-in. */
export async function findUserByToken({ db, now }: Context, { user_id, token_hash }: SignInKey): Promise<SignedInRow | undefined> {
  const { rows } = await db.executeQuery<SignedInRow>(CompiledQuery.raw(userByToken, [user_id, token_hash, now.toISOString()]));
  return rows[0];
}

export async function findUser({ db }: Context, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${sql.raw(userColumns)} from users u where u.id = ${id}`.execute(db);
  return rows[0];
}

/** Chooses a membership for this sign-in and, until another is chosen, for later ones. */
export async function chooseMembership({ db }: Context, { user_id, token_hash }: SignInKey, membership_id: number): Promise<void> {
  await db.updateTable('users').set({ membership_id }).where('id', '=', user_id).execute();
  await db.updateTable('sign_ins').set({ membership_id }).where('user_id', '=', user_id).where('token_hash', '=', token_hash).execute();
}

/** The people who share a phone number, oldest account first. */
export function findPeople({ db }: Context, phone: string) {
  return db.selectFrom('users').where('phone', '=', phone).select(['id', 'name', 'course']).orderBy('id').execute();
}

/** The accounts of a phone number, oldest first, each with the membership that the person chose last, unless it has ended. */
export function findAccounts({ db }: Context, phone: string) {
  return db
    .selectFrom('users')
    .leftJoin('memberships', (on) => on.onRef('memberships.id', '=', 'users.membership_id').on('ended_at', 'is', null))
    .where('users.phone', '=', phone)
    .select(['users.id as user_id', 'memberships.id as membership_id'])
    .orderBy('users.id')
    .execute();
}

/** Creates the first account of a phone number; concurrent calls all get the same account. */
export async function insertUser({ db }: Context, phone: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (phone) values (${phone})
    on conflict (phone, plain_name(name)) where phone is not null do update set phone = excluded.phone returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The membership that the person chose last, unless it has ended. */
export async function findChosenMembership({ db }: Context, user_id: number): Promise<number | null> {
  const chosen = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.id', 'users.membership_id')
    .where('users.id', '=', user_id)
    .where('ended_at', 'is', null)
    .select('memberships.id')
    .executeTakeFirst();
  return chosen?.id ?? null;
}

export async function deleteExpired({ db, now }: Context, codesBefore: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_in_codes').where('created_at', '<', codesBefore).execute();
}

/** Gives a number to a person without one. False if the number belongs to somebody else. */
export async function setPhone({ db }: Context, id: number, phone: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update users set phone = ${phone} where id = ${id} and phone is null
      and not exists (select from users o where o.phone = ${phone}) returning id`.execute(db);
  return rows.length === 1;
}
