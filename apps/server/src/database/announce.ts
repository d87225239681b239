import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Database } from './open.ts';

/** The channel of NOTIFY. */
export const ANNOUNCEMENTS = 'abhyas_live';

/** Announcements within this process, for the embedded database, which has no LISTEN. */
export const announcementsHere = new EventEmitter();

/**
 * Announces to every process that a subject has changed, when the transaction under way commits. Only for changes by staff, because a
 * commit with NOTIFY locks the whole database. With the embedded database listeners are called at once, but their reads wait for its one
 * connection, which the transaction uses.
 */
export async function announce({ db }: { db: Database }, subject: string): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENTS}, ${subject})`.execute(db);
  announcementsHere.emit('subject', subject);
}

/** Subjects per announcement: PostgreSQL allows 8000 bytes, and ids have up to 16 digits. */
const mostNamed = 400;

/** Announces a subject of each of these people, in few announcements whatever their number. */
export async function announceToPeople({ db }: { db: Database }, kind: string, ids: readonly number[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostNamed) }, (_, at) => ids.slice(at * mostNamed, (at + 1) * mostNamed));
  for (const part of parts) await announce({ db }, `${kind}:${part.join(',')}`);
}

/** The subjects in an announcement. */
export function subjectsNamed(announced: string): string[] {
  const [kind = '', ids = ''] = announced.split(':');
  return ids.includes(',') ? ids.split(',').map((id) => `${kind}:${id}`) : [announced];
}
