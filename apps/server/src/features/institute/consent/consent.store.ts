import { type Insertable, sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

export async function insertConsent({ db }: Context, row: Insertable<Tables['consents']>): Promise<void> {
  await db.insertInto('consents').values(row).execute();
}

/** Records the consent that opens everything to the person from now on. */
export async function setConsented({ db, now }: Context, user_id: number): Promise<void> {
  await db.updateTable('users').set({ consented_at: now }).where('id', '=', user_id).execute();
}

export function findAge({ db }: Context, user_id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['age', 'adult_from', 'consented_at'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks and returns the student for whom consent is asked; undefined once the account is deleted. */
export function findAsking({ db }: Context, user_id: number) {
  return db.selectFrom('users').where('id', '=', user_id).select(['name', 'age', 'consented_at']).forUpdate().executeTakeFirst();
}

/** Records a consent in the student's membership of the institute. Undefined when there is no such membership. */
export async function setConsentedAt({ db, now, actor }: StaffContext, user_id: number): Promise<{ age: number | null } | undefined> {
  const { rows } = await sql<{ age: number | null }>`
    update memberships m set consented_at = coalesce(m.consented_at, ${now}::timestamptz) from users u
    where m.user_id = ${user_id} and u.id = m.user_id and m.institute_id = ${actor.institute_id} and m.role = 'student' and m.ended_at is null
    returning u.age`.execute(db);
  return rows[0];
}
