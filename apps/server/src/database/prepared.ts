import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isSilence } from './database-away.ts';

const nameByStatement = new Map<string, string>();
const usesByStatement = new Map<string, number>();
/** Only repeated statements get a name, because each connection keeps all prepared statements. */
const usesWorthAName = 3;
const mostNames = 250;
/** A plan with all columns of a table would become invalid when a migration adds a column under a running server. */
const namesAllColumns = /(?:select|returning|[.,]) ?\*/i;

/** Declares a statement of a hot path, which is prepared at its first use. It must name its columns or return rows as JSON, never `*`. */
export function prepared(statement: string): string {
  if (!nameByStatement.has(statement)) nameByStatement.set(statement, `hot_${nameByStatement.size + 1}`);
  return statement;
}

/** The name of the prepared statement, once it was used often enough. Planning costs as much as running for most statements. */
function nameOf(statement: string): string | undefined {
  const known = nameByStatement.get(statement);
  if (known || nameByStatement.size >= mostNames || usesByStatement.size >= mostNames * 10) return known;
  const uses = (usesByStatement.get(statement) ?? 0) + 1;
  usesByStatement.set(statement, uses);
  if (uses < usesWorthAName || namesAllColumns.test(statement)) return undefined;
  usesByStatement.delete(statement);
  return nameByStatement.get(prepared(statement));
}

/** A statement as the driver takes it, named once it was used often enough. A text without values may contain several statements. */
export function statementOf(text: string, values: readonly unknown[] = [], isPreparing = true): pg.QueryConfig {
  const name = isPreparing && values.length > 0 ? nameOf(text) : undefined;
  return { text, values: values as unknown[], ...(name ? { name } : {}) };
}

function overClient(client: pg.PoolClient, isPreparing: boolean): PostgresPoolClient {
  let failure: Error | undefined;
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
    return client.query(statementOf(text, values, isPreparing)).catch((error: unknown) => {
      // Any further statement, even the end of the transaction, would have to wait equally long.
      if (isSilence(error)) {
        failure = error;
        void client.end();
      }
      throw error;
    });
  };
  // The other signature, for cursors, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) };
}

/**
 * The pool for the query layer, which itself does not name statements. Without preparing no statement is named: a pooler in transaction mode
 * gives the next statement another connection.
 */
export const preparingPool = (pool: pg.Pool, isPreparing = true): PostgresPool => ({
  connect: async () => overClient(await pool.connect(), isPreparing),
  end: () => pool.end(),
});
