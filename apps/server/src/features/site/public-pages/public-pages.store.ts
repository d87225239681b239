import type { Insertable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

const mostListed = 500;

export async function insertEnquiry({ db }: Context, row: Insertable<Tables['institute_enquiries']>): Promise<void> {
  await db
    .insertInto('institute_enquiries')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Newest first. */
export async function findEnquiries({ db }: Context) {
  return db
    .selectFrom('institute_enquiries')
    .select(['id', 'institute', 'name', 'phone', 'email', 'city', 'students', 'message', 'info', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(mostListed)
    .execute();
}

export async function removeEnquiriesBefore({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('institute_enquiries').where('created_at', '<', before).execute();
}

/** Stores an application; false if the same one is stored already. */
export async function insertApplication({ db }: Context, row: Insertable<Tables['job_applications']>): Promise<boolean> {
  const added = await db
    .insertInto('job_applications')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/** Newest first. */
export async function findApplications({ db }: Context) {
  return db
    .selectFrom('job_applications')
    .select(['id', 'position', 'name', 'email', 'phone', 'current_company', 'current_position', 'why', 'resume_bytes', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(mostListed)
    .execute();
}

export async function findApplication({ db }: Context, id: number) {
  return db.selectFrom('job_applications').where('id', '=', id).select(['id', 'name', 'resume_key']).executeTakeFirst();
}

export async function findApplicationsBefore({ db }: Context, before: Date) {
  return db.selectFrom('job_applications').where('created_at', '<', before).select('id').limit(mostListed).execute();
}

export async function removeApplication({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('job_applications').where('id', '=', id).execute();
}
