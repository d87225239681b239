import { sql } from 'kysely';
import type { exams, languages } from '@abhyas/contract/institute/profile';
import type { Context } from '../../../context.ts';

interface StoredProfile {
  name?: string;
  course?: 'MED' | 'ENG' | 'MED_ENG';
  age?: number;
  adult_from?: Date;
  exam?: (typeof exams)[number];
  exam_year?: number;
  language?: (typeof languages)[number];
}

export async function updateProfile({ db }: Context, id: number, profile: StoredProfile): Promise<void> {
  if (Object.keys(profile).length > 0) await db.updateTable('users').set(profile).where('id', '=', id).execute();
}

/** Whether another person with the same phone has this name. */
export async function isNameTaken({ db }: Context, id: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u join users o on o.phone = u.phone and o.id <> u.id
    where u.id = ${id} and plain_name(o.name) = plain_name(${name})`.execute(db);
  return rows.length > 0;
}

export function findProfile({ db }: Context, id: number) {
  return db.selectFrom('users').where('id', '=', id).select(['exam', 'exam_year', 'age']).executeTakeFirstOrThrow();
}
