import pg from 'pg';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** The driver's message when it gives up a statement without an answer, because the connection is dead. */
export const isSilence = (error: unknown): error is Error => messageOf(error) === 'Query read timeout';

/** Error codes of the operating system: nothing listens at the address, or the network is down. */
const systemCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * Error codes of PostgreSQL: connection exceptions, the victim of a deadlock, lack of resources, interventions of an operator, and a database
 * that is read-only.
 */
const databaseCodes = /^(08|40P01$|53|57|25006$)/;
/** What Citus says, without a code of its own, when it loses a worker within a statement or a transaction. */
const workerMessage =
  /^(failure on connection marked as essential|SSL SYSCALL error|SSL connection has been closed|server closed the connection|unexpected message type 0x\w+ during COPY data)/;
/** Messages of the driver's own errors, which have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Whether the error means that the database is unavailable, so that the same call may succeed later. Its causes are checked too. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (error instanceof pg.DatabaseError ? databaseCodes : systemCodes).test(code)) return true;
  if (error instanceof pg.DatabaseError && workerMessage.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  return driverMessages.test(error.message) || isDatabaseAway(error.cause);
}
