import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const nameByStatement = new Map<string, string>();

/**
 * Declares a statement of a hot path: each connection parses it once and then calls it by name. It names its columns or returns rows as JSON,
 * never `*`: a column added under a running server would void the plan.
 */
export function prepared(statement: string): string {
  if (!nameByStatement.has(statement)) nameByStatement.set(statement, `hot_${nameByStatement.size + 1}`);
  return statement;
}

function overClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
    const name = nameByStatement.get(text);
    return client.query({ text, values: [...values], ...(name ? { name } : {}) });
  };
  // Cursors, the other signature, are not in use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

/** The pool for the query layer, which has no names of its own for statements. */
export const preparingPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => overClient(await pool.connect()),
  end: () => pool.end(),
});
