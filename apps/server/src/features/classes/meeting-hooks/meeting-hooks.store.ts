import { sql } from 'kysely';
import type { MeetingProviderName } from '@abhyas/contract/classes/live-classes';
import { attends } from '../../../database/attends.ts';
import type { Context } from '../../../context.ts';

/** The class of a provider's meeting, locked until the transaction ends. */
export function lockMeeting({ db }: Context, provider: MeetingProviderName, provider_meeting_id: string) {
  return db
    .selectFrom('meetings')
    .where('provider', '=', provider)
    .where('provider_meeting_id', '=', provider_meeting_id)
    .select(['id', 'title', 'status', 'starts_at', 'started_at'])
    .forUpdate()
    .executeTakeFirst();
}

/** False if the event was already processed. */
export async function insertHook({ db, now }: Context, provider: string, event_id: string, meeting_id: number): Promise<boolean> {
  const row = await db
    .insertInto('meeting_hooks')
    .values({ provider, event_id, meeting_id, received_at: now })
    .onConflict((on) => on.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setLive({ db }: Context, id: number, started_at: Date): Promise<void> {
  await db.updateTable('meetings').set({ status: 'LIVE', started_at }).where('id', '=', id).execute();
}

/** Ends a class. A period without a reported end then ends with the class. */
export async function setCompleted({ db }: Context, id: number, started_at: Date, ended_at: Date): Promise<void> {
  await db.updateTable('meetings').set({ status: 'COMPLETED', started_at, ended_at }).where('id', '=', id).execute();
  for (const table of ['meeting_stays', 'meeting_guests'] as const)
    await db
      .updateTable(table)
      .set({ to_at: sql<Date>`greatest(from_at, ${ended_at})` })
      .where('meeting_id', '=', id)
      .whereRef('to_at', '=', 'from_at')
      .$if(table === 'meeting_stays', (of) => of.where(sql<boolean>`source = 'provider'`))
      .execute();
}

export async function isAttending({ db }: Context, meeting_id: number, student_id: number): Promise<boolean> {
  const { rows } = await sql`select from meetings m where m.id = ${meeting_id} and ${attends(student_id)}`.execute(db);
  return rows.length > 0;
}

/** Stores when a student, or a guest who matches no student, joined or left. Joining and leaving may arrive in any order. */
export async function upsertStay(
  { db }: Context,
  meeting_id: number,
  stay: { student_id: number | null; name: string; key: string; from_at: Date | null; to_at: Date },
): Promise<void> {
  const from_at = stay.from_at ?? stay.to_at;
  if (stay.student_id === null)
    await sql`
      insert into meeting_guests (meeting_id, stay_key, name, from_at, to_at)
      values (${meeting_id}, ${stay.key}, ${stay.name}, ${from_at}, ${stay.to_at})
      on conflict (meeting_id, stay_key) do update set from_at = least(meeting_guests.from_at, excluded.from_at),
        to_at = greatest(meeting_guests.to_at, excluded.to_at)`.execute(db);
  else
    await sql`
      insert into meeting_stays (student_id, meeting_id, source, stay_key, from_at, to_at)
      values (${stay.student_id}, ${meeting_id}, 'provider', ${stay.key}, ${from_at}, ${stay.to_at})
      on conflict (student_id, meeting_id, source, stay_key) do update set from_at = least(meeting_stays.from_at, excluded.from_at),
        to_at = greatest(meeting_stays.to_at, excluded.to_at)`.execute(db);
}

export async function upsertRecording({ db, now }: Context, meeting_id: number, url: string, seconds: number | null): Promise<void> {
  await db
    .insertInto('meeting_recordings')
    .values({ meeting_id, status: 'READY', url, seconds, created_at: now })
    .onConflict((on) => on.column('meeting_id').doUpdateSet({ status: 'READY', url, seconds }))
    .execute();
}
