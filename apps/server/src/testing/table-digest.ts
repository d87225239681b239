import { createHash } from 'node:crypto';
import type { OpenDatabase } from '../database/open.ts';

/** A table, with the columns that its digest leaves out. */
export interface DigestedTable {
  name: string;
  left_out: readonly string[];
}

/**
 * A statement for the digests of tables, of all rows or of those with a condition: the number of rows and the sum of their hashes, which
 * needs no sorting. Its value is the seed of the hashes.
 */
export const statementOfDigests = (tables: readonly DigestedTable[], conditionOf: (name: string) => string = () => 'true'): string =>
  tables
    .map(({ name, left_out }) => {
      const row = left_out.length > 0 ? `(to_jsonb(t) - '{${left_out.join(',')}}'::text[])::text` : 't::text';
      const digest = `count(*) || ' ' || coalesce(sum(hashtextextended(${row}, $1)), 0)`;
      return `select '${name}' as name, ${digest} as digest from "${name}" t where ${conditionOf(name)}`;
    })
    .join(' union all ');

/** All tables of the database except budgets. The catalogue answers faster than the information schema. */
export const selectTables = `select relname as name, array(
    select attname::text from pg_attribute where attrelid = c.oid and attname = any($1::text[]) and not attisdropped order by attnum
  ) as left_out
  from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'spent_budgets' order by relname`;

/**
 * A digest of every table by name, equal if no row has changed. Ignores budgets and the columns `leavingOut`, which every call may change.
 */
export async function digestOfTables({ pool }: OpenDatabase, leavingOut: readonly string[] = ['tries']): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<DigestedTable>({ name: 'digested_tables', text: selectTables, values: [leavingOut] });
  const text = statementOfDigests(tables);
  // Prepared, because planning a statement of a hundred tables takes much longer than running it.
  const name = `digest_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const { rows } = await pool.query<{ name: string; digest: string }>({ name, text, values: [0] });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
