import { FolderFault } from './database/embedded/folder-lock.ts';
import { MigrationFault } from './database/migrate.ts';
import { SettingFault } from './settings.ts';

/** Codes of Node and of PostgreSQL for a server that is not there, or does not let us in. */
const closedDoors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '28000', '28P01', '3D000']);

/** What stopped the start, for the person at the terminal: a sentence where it is theirs to mend, else the whole defect. */
export function startFaultMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingFault || error instanceof FolderFault || error instanceof MigrationFault) return error.message;
  const { code = '', port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (closedDoors.has(code)) {
    const cause = error instanceof AggregateError ? (error.errors as Error[])[0] : error;
    return `The database at DATABASE_URL cannot be opened: ${cause?.message}.`;
  }
  return error.stack ?? error.message;
}
