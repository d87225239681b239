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

/** Stores the fields. False, without a change, if another person with the same phone has this name. */
export async function updateProfile({ db }: Context, id: number, profile: StoredProfile): Promise<boolean> {
  if (Object.keys(profile).length === 0) return true;
  const isNameFree = sql<boolean>`not exists (select from users o where o.phone = users.phone and o.id <> users.id
    and plain_name(o.name) = plain_name(${profile.name}))`;
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(profile)
    .where('id', '=', id)
    .$if(profile.name !== undefined, (named) => named.where(isNameFree))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function findProfile({ db }: Context, id: number) {
  return db.selectFrom('users').where('id', '=', id).select(['exam', 'exam_year', 'age']).executeTakeFirstOrThrow();
}
