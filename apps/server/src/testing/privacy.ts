import { requestOtp } from '@abhyas/contract/institute/identity';
import { beginExport, getExport } from '@abhyas/contract/site/privacy';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ofPerson } from '../features/site/privacy/personal-rows.store.ts';
import { personalTables } from '../features/site/privacy/personal-tables.store.ts';
import { phoneOf } from './attempts.ts';
import type { Story, Visitor } from './story.ts';
import { unzip } from './unzip.ts';

/** Requests a fresh code to the person's own number. */
export async function codeOf(story: Story, by: Visitor & { id: number }): Promise<{ otp: string }> {
  story.pass(60);
  const { demo_otp = '' } = await by.call(requestOtp, { phone_number: await phoneOf(story, by) });
  return { otp: demo_otp };
}

/** The files of the person's export, and its data, both as text and read. */
export async function exported(story: Story, by: Visitor & { id: number }) {
  const { export_key } = await by.call(beginExport, await codeOf(story, by));
  const { statusCode, headers, rawPayload } = await by.send({ method: 'GET', url: `/api${getExport.path}?export_key=${export_key}` });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip']);
  const files = await unzip(rawPayload);
  const text = files.get('abhyas.json')?.toString() ?? '';
  return { files, text, ...(JSON.parse(text) as { person: number; tables: Record<string, Record<string, unknown>[]> }) };
}

/** Number of the person's rows in each table. */
export async function countRows(story: Story, user_id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(personalTables)) {
    if (!table) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} t join users p on p.id = ${user_id} where ${ofPerson({ id: user_id }, table.rows)}`.execute(
      story.database.db,
    );
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
