import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isSilence } from './database-away.ts';

const nameByStatement = new Map<string, string>();
const usesByStatement = new Map<string, number>();
/** What is asked again and again is worth a name; each connection keeps all of them. */
const usesWorthAName = 3;
const mostNames = 250;
/** With all columns of a table a plan would be void once a migration, under a running server, adds one. */
const namesAllColumns = /(?:select|returning|[.,]) ?\*/i;

/** Declares a statement of a hot path, which is prepared at its first use. It names its columns or returns rows as JSON, never `*`. */
export function prepared(statement: string): string {
  if (!nameByStatement.has(statement)) nameByStatement.set(statement, `hot_${nameByStatement.size + 1}`);
  return statement;
}

/** The name under which a connection keeps the statement, once it was used often enough: planning costs as much as running most of them. */
function nameOf(statement: string): string | undefined {
  const known = nameByStatement.get(statement);
  if (known || nameByStatement.size >= mostNames || usesByStatement.size >= mostNames * 10) return known;
  const uses = (usesByStatement.get(statement) ?? 0) + 1;
  usesByStatement.set(statement, uses);
  if (uses < usesWorthAName || namesAllColumns.test(statement)) return undefined;
  usesByStatement.delete(statement);
  return nameByStatement.get(prepared(statement));
}

function overClient(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | undefined;
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
    // Without values there may be several statements in one text.
    const name = values.length > 0 ? nameOf(text) : undefined;
    return client.query({ text, values: values as unknown[], ...(name ? { name } : {}) }).catch((error: unknown) => {
      // Whoever waits for it, a transaction's end too, would wait as long once more.
      if (isSilence(error)) {
        failure = error;
        void client.end();
      }
      throw error;
    });
  };
  // Cursors, the other signature, are not in use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) };
}

/** The pool for the query layer, which has no names of its own for statements. */
export const preparingPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => overClient(await pool.connect()),
  end: () => pool.end(),
});
