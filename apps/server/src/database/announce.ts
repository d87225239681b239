import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** Channel of NOTIFY. */
export const ANNOUNCEMENTS = 'abhyas_live';

/** Heard in this process alone: what the embedded database has instead of LISTEN. */
export const announcementsHere = new EventEmitter();

/**
 * Tells every process that a subject has changed, with the commit of the transaction that is under way. Only for acts of staff: a commit that
 * notifies takes a lock of the whole database. With the embedded database listeners hear it at once, and their reading waits for its one
 * connection, which the transaction holds.
 */
export async function announce({ db }: { db: Database }, subject: string): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENTS}, ${subject})`.execute(db);
  announcementsHere.emit('subject', subject);
}

/** PostgreSQL takes 8000 bytes; ids have up to 16 digits. */
const mostNamed = 400;

/** As `announce`, for the subject of that kind of each of these people: a few announcements, whatever their number. */
export async function announceToPeople({ db }: { db: Database }, kind: string, ids: readonly number[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostNamed) }, (_, at) => ids.slice(at * mostNamed, (at + 1) * mostNamed));
  for (const part of parts) await announce({ db }, `${kind}:${part.join(',')}`);
}

/** The subjects that an announcement names. */
export function subjectsNamed(announced: string): string[] {
  const [kind = '', ids = ''] = announced.split(':');
  return ids.includes(',') ? ids.split(',').map((id) => `${kind}:${id}`) : [announced];
}
