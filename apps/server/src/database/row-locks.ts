import { sql } from 'kysely';
import type { Database } from './open.ts';

/** Locks a person until the transaction ends, so that changes which count or compare the person's rows follow each other. */
export async function lockPerson({ db }: { db: Database }, user_id: number): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`.execute(db);
}

/**
 * Locks an institute until the transaction ends: changes that need its names to differ or count its drafts, rosters and invitations follow
 * each other. Taken before rows of the institute are locked.
 */
export async function lockInstitute({ db }: { db: Database }, institute_id: number): Promise<void> {
  await sql`select from institutes where id = ${institute_id} for no key update`.execute(db);
}
