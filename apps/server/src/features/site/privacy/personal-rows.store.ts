import type { Tables } from '../../../database/tables.ts';

/** What a table holds of persons. In conditions `t` is a row of it and `p` the person's row of `users`. */
export interface PersonalTable<T extends keyof Tables = keyof Tables> {
  /** The condition of the rows that are the person's. */
  rows: string;
  /** What the export holds of them. */
  columns: readonly (keyof Tables[T] & string)[];
  /** What it does not: secrets, what says who the person is once more, and what is others'. */
  withheld: readonly (keyof Tables[T] & string)[];
  /** Fields of the export by expression. */
  more?: Readonly<Record<string, string>>;
  /** Which rows stay after a deletion, under the number that takes the person's place; none where it is left out. */
  kept?: string;
  /** The column in which that number then stands; none where the row names nobody by itself. */
  column?: keyof Tables[T] & string;
  /** What else changes in rows that stay. */
  keptWithout?: string;
}

export const nameOf = (table: string, column: string, name = 'name') => `(select x.${name} from ${table} x where x.id = t.${column})`;
export const instituteName = nameOf('institutes', 'institute_id');
export const ofStudent = 't.student_id = p.id';
export const ofUser = 't.user_id = p.id';
export const ofOrder = 't.order_id in (select x.id from payment_orders x where x.user_id = p.id)';
/** What names nobody but a phone is nobody's own while several people have it. */
export const isOwnPhone = 'not exists (select from users o where o.phone = p.phone and o.id <> p.id)';
export const ofPhone = `t.phone = p.phone and ${isOwnPhone}`;
export const ofPhoneAndName = `t.phone = p.phone and (plain_name(t.name) = plain_name(p.name) or ${isOwnPhone})`;

/** An institute's marks, and what ranks are computed from: finished tests of institutes, and ranked ones of everybody's. */
export const isKeptSession = (row: string) =>
  `${row}.status = 'COMPLETE' and ${row}.paper_id is not null and (${row}.is_ranked or exists (select from papers x where x.id = ${row}.paper_id and x.institute_id is not null))`;
export const ofKeptSession = `exists (select from sessions k where k.student_id = t.student_id and k.id = t.session_id and ${isKeptSession('k')})`;

/** Scores and results of a test leave when its institute has told them; of a retake only where the paper may be reviewed. */
export const isToldSession = (row: string) =>
  `${row}.paper_id is null or exists (select from papers x where x.id = ${row}.paper_id and (x.institute_id is null or x.results_published_at is not null) and (${row}.is_ranked or x.allows_review))`;
export const ofToldSession = `exists (select from sessions k where k.student_id = t.student_id and k.id = t.session_id and (${isToldSession('k')}))`;

/** Handed out by an institute to others, which keeps it: shared, a question paper, a sheet of somebody else with its marks. */
export const isFileOfInstitute = `(exists (select from shared_files x where x.stored_file_id = t.id) or exists (select from offline_tests x where x.question_file_id = t.id)
  or exists (select from offline_test_responses x where x.marked_file_id = t.id and x.student_id <> p.id))`;
