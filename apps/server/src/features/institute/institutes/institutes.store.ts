import { sql } from 'kysely';
import type { Role } from '@abhyas/contract/institute/rights';
import type { Context, StaffContext } from '../../../context.ts';

export interface AccessSettings {
  only_mobile_access?: boolean;
  forces_pending_test?: boolean;
  domain?: string | null;
}

/** Adds an institute and returns its id; undefined if the code is taken. */
export async function insertInstitute({ db, now }: Context, institute: { code: string; name: string }): Promise<number | undefined> {
  const row = await db
    .insertInto('institutes')
    .values({ ...institute, created_at: now })
    .onConflict((on) => on.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertMembership({ db, now }: Context, membership: { user_id: number; institute_id: number; role: Role }) {
  await db
    .insertInto('memberships')
    .values({ ...membership, joined_at: now })
    .execute();
}

/** Owners of the papers or questions with this code, limited to one institute if it is named. Papers of the shared bank are left out. */
export async function findOwners(
  { db }: Context,
  kind: 'paper' | 'question',
  code: string,
  institute: string | undefined,
): Promise<{ institute_id: number | null }[]> {
  const table = kind === 'paper' ? 'papers' : 'questions';
  let query = db.selectFrom(table).leftJoin('institutes', 'institutes.id', 'institute_id').where(`${table}.code`, '=', code);
  if (institute !== undefined) query = query.where('institutes.code', '=', institute);
  return query.select('institute_id').execute();
}

export async function findInstituteId({ db }: Context, code: string): Promise<number | undefined> {
  return (await db.selectFrom('institutes').where('code', '=', code).select('id').executeTakeFirst())?.id;
}

/** Memberships of the people with this number, limited to one institute if its code is given. */
export function findMemberships({ db }: Context, institute: string | undefined, phone: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('institutes', 'institutes.id', 'memberships.institute_id')
    .$if(institute !== undefined, (of) => of.where('institutes.code', '=', institute ?? ''))
    .where('memberships.ended_at', 'is', null)
    .where('users.phone', '=', phone)
    .select(['memberships.user_id', 'memberships.role', 'memberships.institute_id', 'users.name'])
    .orderBy('memberships.id')
    .execute();
}

export function findSettings({ db, actor }: StaffContext) {
  return db.selectFrom('institutes').where('id', '=', actor.institute_id).select(['code', 'name', 'brand']).executeTakeFirstOrThrow();
}

/** Locks the settings until the transaction ends: when two people save at once, the second change builds on the first. */
export function lockSettings({ db, actor }: StaffContext) {
  return db.selectFrom('institutes').where('id', '=', actor.institute_id).select(['name', 'brand']).forUpdate().executeTakeFirstOrThrow();
}

export async function updateSettings({ db, actor }: StaffContext, name: string, brand: object): Promise<void> {
  await db
    .updateTable('institutes')
    .set({ name, brand: JSON.stringify(brand) })
    .where('id', '=', actor.institute_id)
    .execute();
}

/** The institute's settings for its students' access; `forUpdate` locks them until the transaction ends. */
export async function findAccess({ db, actor }: StaffContext, forUpdate = false): Promise<AccessSettings> {
  const { settings } = await db
    .selectFrom('institutes')
    .where('id', '=', actor.institute_id)
    .select('settings')
    .$if(forUpdate, (of) => of.forUpdate())
    .executeTakeFirstOrThrow();
  return settings;
}

/** Replaces these settings; the institute's other settings stay. */
export async function updateAccess({ db, actor }: StaffContext, access: Required<AccessSettings>): Promise<void> {
  await db
    .updateTable('institutes')
    .set({ settings: sql`jsonb_strip_nulls(settings || ${JSON.stringify(access)}::jsonb)` })
    .where('id', '=', actor.institute_id)
    .execute();
}

/** Stores a picture of the actor's institute. */
export async function insertPicture(
  { db, actor }: StaffContext,
  picture: { hash: string; media_type: string; bytes: Buffer },
): Promise<void> {
  await db
    .insertInto('pictures')
    .values(picture)
    .onConflict((on) => on.doNothing())
    .execute();
  await db
    .insertInto('picture_uses')
    .values({ hash: picture.hash, institute_id: actor.institute_id })
    .onConflict((on) => on.doNothing())
    .execute();
}
