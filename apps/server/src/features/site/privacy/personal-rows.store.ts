import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';

/** The personal data of a table. In conditions, `t` is a row of the table and `p` the person's row of `users`. */
export interface PersonalTable<T extends keyof Tables = keyof Tables> {
  /** Condition for the person's rows. */
  rows: string;
  /** Columns that the export contains. */
  columns: readonly (keyof Tables[T] & string)[];
  /** Columns that the export withholds: secrets, repeated ids of the person, and data of others. */
  withheld: readonly (keyof Tables[T] & string)[];
  /** Computed fields of the export, by SQL expression. */
  more?: Readonly<Record<string, string>>;
  /** Condition for rows that stay after a deletion, under the number that replaces the person; no rows if absent. */
  kept?: string;
  /** The column that gets that number; absent if the row itself names no person. */
  column?: keyof Tables[T] & string;
  /** Other changes of the rows that stay. */
  keptWithout?: string;
}

export const nameOf = (table: string, column: string, name = 'name') => `(select x.${name} from ${table} x where x.id = t.${column})`;
export const instituteName = nameOf('institutes', 'institute_id');
export const ofStudent = 't.student_id = p.id';
export const ofUser = 't.user_id = p.id';
export const ofOrder = 't.order_id in (select x.id from payment_orders x where x.user_id = p.id)';
/** A row that names only a phone number belongs to nobody while several people share the number. */
export const isOwnPhone = 'not exists (select from users o where o.phone = p.phone and o.id <> p.id)';
export const ofPhone = `t.phone = p.phone and ${isOwnPhone}`;
export const ofPhoneAndName = `t.phone = p.phone and (plain_name(t.name) = plain_name(p.name) or ${isOwnPhone})`;

/** Sessions that marks and ranks need: finished tests of institutes, and ranked sessions of other tests. */
export const isKeptSession = (row: string) =>
  `${row}.status = 'COMPLETE' and ${row}.paper_id is not null and (${row}.is_ranked or exists (select from papers x where x.id = ${row}.paper_id and x.institute_id is not null))`;
export const ofKeptSession = `exists (select from sessions k where k.student_id = t.student_id and k.id = t.session_id and ${isKeptSession('k')})`;

/** Scores and results of a test are exported once the institute has published them; of a retake only if the paper may be reviewed. */
export const isToldSession = (row: string) =>
  `${row}.paper_id is null or exists (select from papers x where x.id = ${row}.paper_id and (x.institute_id is null or x.results_published_at is not null) and (${row}.is_ranked or x.allows_review))`;
export const ofToldSession = `exists (select from sessions k where k.student_id = t.student_id and k.id = t.session_id and (${isToldSession('k')}))`;

/** Files that an institute gave to others and therefore keeps: shared files, question papers, and other people's marked sheets and answers. */
export const isFileOfInstitute = `(exists (select from shared_files x where x.stored_file_id = t.id) or exists (select from offline_tests x where x.question_file_id = t.id)
  or exists (select from offline_test_responses x where x.marked_file_id = t.id and x.student_id <> p.id)
  or exists (select from doubts x where t.id in (x.answer_photo_id, x.answer_voice_id) and x.student_id <> p.id))`;

/** A condition with the person's id as a value, so that a spread database asks the machine of that person. */
export const ofPerson = (user_id: number, condition: string): RawBuilder<unknown> =>
  sql.raw(condition.replaceAll(/\bp\.id\b/g, String(user_id)));
