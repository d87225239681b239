import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/**
 * Counts the codes of the number since `since`: codes for unknown devices (in all, and from this address) and codes for this device. Also
 * counts all codes made from this address since `hour`, and finds when the caller's last code was made.
 */
export async function countCodes(
  { db }: Context,
  {
    phone,
    address,
    request_hash,
    device,
    since,
    hour,
  }: { phone: string; address: string; request_hash: Buffer | null; device: string | null; since: Date; hour: Date },
) {
  const { rows } = await sql<{ of_phone: number; of_pair: number; of_device: number; last: Date | null; of_address: number }>`
    select count(*) filter (where device is null) as of_phone,
      count(*) filter (where device is null and address = ${address}) as of_pair,
      count(*) filter (where device = ${device}) as of_device,
      max(created_at) filter (where address = ${address} or request_hash = ${request_hash}::bytea or device = ${device}) as last,
      (select count(*) from sign_in_codes where address = ${address} and created_at > ${hour}) as of_address
    from sign_in_codes where phone = ${phone} and created_at > ${since}`.execute(db);
  return rows[0] ?? { of_phone: 0, of_pair: 0, of_device: 0, last: null, of_address: 0 };
}

/** Locks the number: other requests for its codes wait until the transaction ends. */
export async function lockPhone({ db }: Context, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(db);
}

/** Stores a new code, and ends the code that the same request got before. */
export async function insertCode(
  { db, now }: Context,
  before: Buffer | null,
  code: { phone: string; address: string; device: string | null; request_hash: Buffer; code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .with('ended', (within) =>
      within
        .updateTable('sign_in_codes')
        .set({ ended_at: now })
        .where('phone', '=', code.phone)
        .where('request_hash', '=', before)
        .where('ended_at', 'is', null),
    )
    .insertInto('sign_in_codes')
    .values({ ...code, created_at: now, ended_at: null })
    .execute();
}

/** Counts one more try of the open code that the request got for the number, and returns the code. */
export function takeTry({ db }: Context, phone: string, request_hash: Buffer) {
  return db
    .updateTable('sign_in_codes')
    .set({ tries: sql`least(tries + 1, 1000)` })
    .where('phone', '=', phone)
    .where('request_hash', '=', request_hash)
    .where('ended_at', 'is', null)
    .returning(['id', 'code_hash', 'expires_at', 'tries'])
    .executeTakeFirst();
}

/** Uses up a code. False when another request has used or ended it first. */
export async function useCode({ db, now }: Context, code_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_codes')
    .set({ ended_at: now })
    .where('id', '=', code_id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores the hash of a ticket with the code that was exchanged for it. */
export async function storeTicket({ db }: Context, code_id: number, ticket_hash: Buffer, ticket_expires_at: Date): Promise<void> {
  await db.updateTable('sign_in_codes').set({ ticket_hash, ticket_expires_at }).where('id', '=', code_id).execute();
}

/** Whether this ticket was issued for the number, is unused, and has not expired. */
export async function hasTicket({ db, now }: Context, phone: string, ticket_hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from sign_in_codes where phone = ${phone} and ticket_hash = ${ticket_hash}
    and ticket_expires_at > ${now}::timestamptz limit 1`.execute(db);
  return rows.length === 1;
}

/**
 * Uses up a ticket for one of the people who have its number. False if the ticket is unknown, expired or used, or the person has another
 * number.
 */
export async function useTicket({ db, now }: Context, phone: string, ticket_hash: Buffer, user_id: number): Promise<boolean> {
  const person = await db.selectFrom('users').where('id', '=', user_id).where('phone', '=', phone).select('id').executeTakeFirst();
  if (!person) return false;
  const { rows } = await sql<{ id: number }>`
    update sign_in_codes set ticket_hash = null
    where phone = ${phone} and ticket_hash = ${ticket_hash} and ticket_expires_at > ${now}::timestamptz returning id`.execute(db);
  return rows.length === 1;
}
