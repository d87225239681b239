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

/** Whether the row, a session of a paper or its score, is of an institute's test or ranked. */
const isKeptOnceFinished = (row: string) =>
  `(${row}.is_ranked or exists (select from papers x where x.id = ${row}.paper_id and x.institute_id is not null))`;
/** Sessions that marks and ranks need: finished tests of institutes, and ranked sessions of other tests. */
export const isKeptSession = (row: string) => `${row}.status = 'COMPLETE' and ${row}.paper_id is not null and ${isKeptOnceFinished(row)}`;
export const ofKeptSession = `exists (select from sessions k where k.student_id = p.id and k.id = t.session_id and ${isKeptSession('k')})`;
/** Scores lie by paper on a spread database, away from their sessions. Only finished sessions have scores. */
export const isKeptScore = isKeptOnceFinished('t');

/** Scores and results of a test are exported once the institute has published them; of a retake only if the paper may be reviewed. */
export const isToldSession = (row: string) =>
  `${row}.paper_id is null or exists (select from papers x where x.id = ${row}.paper_id and (x.institute_id is null or x.results_published_at is not null) and (${row}.is_ranked or x.allows_review))`;
export const ofToldSession = `exists (select from sessions k where k.student_id = p.id and k.id = t.session_id and (${isToldSession('k')}))`;

/** What the conditions ask of the person `p`. */
export interface PersonValues {
  id: number;
  phone: string | null;
  name: string;
  owns_phone: boolean;
}

/**
 * A condition with the person's data as values: a spread database then asks the machine of that person, and joins no local table with
 * `users`. With the id alone, `p` is still a row of `users`.
 */
export const ofPerson = (person: Pick<PersonValues, 'id'> & Partial<PersonValues>, condition: string): RawBuilder<unknown> => {
  const { owns_phone } = person;
  const text = owns_phone === undefined ? condition : condition.replaceAll(isOwnPhone, String(owns_phone));
  const parts = text.split(/\bp\.(id|phone|name)\b/).map((part, at) => {
    const value = at % 2 === 1 ? person[part as 'id' | 'phone' | 'name'] : undefined;
    if (at % 2 === 0) return sql.raw(part);
    if (value === undefined) return sql.raw(`p.${part}`);
    // An export declares a cursor, which takes no parameters, so the id is written into its text.
    return part === 'id' ? sql.lit(value) : sql`${value}::text`;
  });
  return sql.join(parts, sql``);
};
