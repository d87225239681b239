import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export function findCandidate({ db }: Context, membership_id: number) {
  return db
    .selectFrom('memberships')
    .where('id', '=', membership_id)
    .select(['institute_given_id as roll_number', 'photo_id'])
    .executeTakeFirstOrThrow();
}

/** Sets or removes the photograph, and returns the earlier one. */
export async function replacePhoto({ db }: Context, membership_id: number, photo_id: number | null): Promise<number | null> {
  const { rows } = await sql<{ photo_id: number | null }>`
    with earlier as (select id, photo_id from memberships where id = ${membership_id} for update)
    update memberships m set photo_id = ${photo_id} from earlier where m.id = earlier.id returning earlier.photo_id`.execute(db);
  return rows[0]?.photo_id ?? null;
}

/** Whether the file is the photograph of a student of the institute. */
export async function isPhoto({ db }: Context, institute_id: number, file_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .where('photo_id', '=', file_id)
    .where('institute_id', '=', institute_id)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
