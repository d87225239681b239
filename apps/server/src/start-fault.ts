import { SecretFault } from './features/institute/server-secret/server-secret.ts';
import { FolderFault } from './database/embedded/folder-lock.ts';
import { MigrationFault } from './database/migrate.ts';
import { SettingFault } from './settings.ts';

/** Error codes of Node and PostgreSQL for a database server that cannot be reached, or refuses the connection. */
const closedDoors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '28000', '28P01', '3D000']);

/** The reason of a failed start for the terminal: a sentence if the operator can fix it, otherwise the whole error. */
export function startFaultMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingFault || error instanceof FolderFault || error instanceof SecretFault || error instanceof MigrationFault)
    return error.message;
  const { code = '', port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (closedDoors.has(code)) {
    const cause = error instanceof AggregateError ? (error.errors as Error[])[0] : error;
    return `The database at DATABASE_URL, or at DATABASE_DIRECT_URL, cannot be opened: ${cause?.message}.`;
  }
  return error.stack ?? error.message;
}
