import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import { rowState } from './question-imports.store.ts';

export interface GoodRow {
  number: number;
  content: BankContent;
  passage_number: number | null;
  passage: PassageContent | null;
  /** The passage of the bank that was made of the import's passage. */
  bank_passage_id: number | null;
}

/** The next rows that can become questions, locked. */
export async function lockGood({ db }: Context, import_id: number, limit: number): Promise<GoodRow[]> {
  const { rows } = await sql<GoodRow>`
    with chosen as (
      select r.number, r.content, r.passage_number from question_import_rows r
      where r.import_id = ${import_id} and ${rowState} = 'good' order by r.number limit ${limit} for update
    )
    select c.number, c.content, c.passage_number, p.content as passage, p.bank_passage_id
    from chosen c left join question_import_passages p on p.import_id = ${import_id} and p.number = c.passage_number
    order by c.number`.execute(db);
  return rows;
}

export async function countGood({ db }: Context, import_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from question_import_rows r where r.import_id = ${import_id} and ${rowState} = 'good'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function setPassages({ db }: Context, import_id: number, made: readonly { number: number; id: number }[]): Promise<void> {
  await sql`
    update question_import_passages p set bank_passage_id = m.id
    from unnest(${made.map(({ number }) => number)}::int[], ${made.map(({ id }) => id)}::bigint[]) as m (number, id)
    where p.import_id = ${import_id} and p.number = m.number`.execute(db);
}

/** Copies pictures of an import to the pictures of the institute's bank. */
export async function keepPictures({ db, actor }: StaffContext, import_id: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql`
    insert into pictures (hash, media_type, bytes) select hash, media_type, bytes from question_import_pictures
    where import_id = ${import_id} and hash = any(${hashes}::text[]) on conflict do nothing`.execute(db);
  await sql`
    insert into picture_uses (hash, institute_id) select hash, ${actor.institute_id} from question_import_pictures
    where import_id = ${import_id} and hash = any(${hashes}::text[]) on conflict do nothing`.execute(db);
}

export async function noteMade(
  { db, now }: Context,
  import_id: number,
  made: readonly { number: number; id: number; version: number }[],
): Promise<void> {
  await sql`
    update question_import_rows r set made_at = ${now}::timestamptz, bank_question_id = m.id, made_version = m.version
    from unnest(${made.map(({ number }) => number)}::int[], ${made.map(({ id }) => id)}::bigint[], ${made.map(({ version }) => version)}::int[])
      as m (number, id, version)
    where r.import_id = ${import_id} and r.number = m.number`.execute(db);
}

export interface MadeRow {
  number: number;
  bank_question_id: number;
  made_version: number;
}

/** The next rows after `after` that became questions which still exist. */
export async function findMade({ db }: Context, import_id: number, after: number, limit: number): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select number, bank_question_id, made_version from question_import_rows
    where import_id = ${import_id} and number > ${after} and made_at is not null and bank_question_id is not null
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** Makes rows stageable again whose questions were deleted. */
export async function forgetMade({ db }: Context, import_id: number, numbers: readonly number[]): Promise<void> {
  await sql`
    update question_import_rows set made_at = null, bank_question_id = null, made_version = null
    where import_id = ${import_id} and number = any(${numbers}::int[])`.execute(db);
}

export async function findMadePassages({ db }: Context, import_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select bank_passage_id as id from question_import_passages where import_id = ${import_id} and bank_passage_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}
