import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for a moment plus seconds, both SQL. To PostgreSQL a moment plus an interval depends on the time zone, because an interval may have
 * days, and a spread database accepts only immutable functions in a change.
 */
export const momentAfter = (at: string, seconds: string): string =>
  `to_timestamp((extract(epoch from ${at} - timestamptz '1970-01-01 00:00+00') + ${seconds})::float8)`;

/** `momentAfter` of a column, for a statement with values. */
export const laterBy = (column: string, seconds: RawBuilder<unknown>): RawBuilder<Date> => {
  const [before = '', after = ''] = momentAfter(column, '|').split('|');
  return sql<Date>`${sql.raw(before)}${seconds}${sql.raw(after)}`;
};
