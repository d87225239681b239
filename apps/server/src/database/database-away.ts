import pg from 'pg';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** The driver gave a statement up that nobody answered: the connection is dead without having said so. */
export const isSilence = (error: unknown): error is Error => messageOf(error) === 'Query read timeout';

/** Of the operating system: nobody listens there, or the way is gone. */
const systemCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Of PostgreSQL: connection exceptions, no resources, and an operator who stops, starts or cancels. */
const databaseCodes = /^(08|53|57)/;
/** The driver's own errors have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Whether the failure says that the database cannot answer now: the same call may succeed later. Causes count as the error itself. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (error instanceof pg.DatabaseError ? databaseCodes : systemCodes).test(code)) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  return driverMessages.test(error.message) || isDatabaseAway(error.cause);
}
