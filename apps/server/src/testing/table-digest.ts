import type { OpenDatabase } from '../database/open.ts';

/** A digest of every table by name; two are equal when no row has changed. Tries of a sign-in code, and calls, are counted whatever comes of them. */
export async function digestOfTables({ pool }: OpenDatabase, leavingOut: readonly string[] = ['tries']): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'spent_budgets' order by 1",
  );
  const row = '(to_jsonb(t) - $1::text[])::text';
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from "${name}" t`,
  );
  const { rows } = await pool.query<{ name: string; digest: string }>(digests.join(' union all '), [leavingOut]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
