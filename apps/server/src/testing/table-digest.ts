import { createHash } from 'node:crypto';
import type { OpenDatabase } from '../database/open.ts';

/**
 * A digest of every table by name, equal if no row has changed. Ignores budgets and the columns `leavingOut`, which every call may change.
 */
export async function digestOfTables({ pool }: OpenDatabase, leavingOut: readonly string[] = ['tries']): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'spent_budgets' order by 1",
  );
  const row = '(to_jsonb(t) - $1::text[])::text';
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as digest from "${name}" t`,
  );
  const text = digests.join(' union all ');
  // Prepared, because planning a statement of a hundred tables takes much longer than running it.
  const name = `digest_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const { rows } = await pool.query<{ name: string; digest: string }>({ name, text, values: [leavingOut] });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
