// Contents: work · staging · checking · sameness · expiry
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { StagedItem, StagedPicture } from './import-worker.ts';
import type { ImportRecord } from './question-imports.store.ts';

/**
 * Seconds without a sign of life, longer than any step, after which another server takes the work over. Measured by the clock of the
 * processes, not by the time of a context.
 */
const leaseSeconds = 300;

/** Takes the oldest import with work that no server is doing; undefined without one. */
export async function takeWork({ db }: Context): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    update question_imports set worked_at = statement_timestamp(), attempt_count = attempt_count + 1 where id = (
      select id from question_imports where state in ('reading', 'checking', 'committing', 'undoing')
        and (worked_at is null or worked_at < statement_timestamp() - make_interval(secs => ${leaseSeconds}))
      order by id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Whether an import is still in the state in which its work began; notes progress and life. A deleted import is not. */
export async function noteProgress(
  { db, actor }: StaffContext,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
  done_count: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update question_imports set worked_at = statement_timestamp(), done_count = ${done_count}, is_waiting = false
    where id = ${id} and institute_id = ${actor.institute_id} and state = ${state}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}

/** Says that the work waits, and leaves it to a later time. */
export async function setWaiting({ db, actor }: StaffContext, id: number): Promise<void> {
  await sql`update question_imports set is_waiting = true, worked_at = null, attempt_count = 0
    where id = ${id} and institute_id = ${actor.institute_id}`.execute(db);
}

/** Whether a test is running, for which the one connection of the embedded database is kept free. */
export async function isTestRunning({ db, now }: Context): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (select 1 from sessions where status = 'IN_PROGRESS' and deadline > ${now}) as is_running`.execute(db);
  return rows[0]?.is_running ?? false;
}

/** Deletes the rows of an import, before its file is read from the beginning. */
export async function clearRows({ db }: Context, import_id: number): Promise<void> {
  await sql`delete from question_import_rows where import_id = ${import_id}`.execute(db);
  await sql`delete from question_import_passages where import_id = ${import_id}`.execute(db);
  await sql`delete from question_import_pictures where import_id = ${import_id}`.execute(db);
}

/** Stages pictures with the import; a commit copies those of its questions. */
export async function insertPictures({ db }: Context, import_id: number, pictures: readonly StagedPicture[]): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto('question_import_pictures')
    .values(pictures.map(({ hash, media_type, bytes }) => ({ import_id, hash, media_type, bytes: Buffer.from(bytes) })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Stages items as rows with the numbers from `first` on. */
export async function insertRows({ db }: StaffContext, import_id: number, first: number, items: readonly StagedItem[]): Promise<void> {
  const passages = new Map<number, PassageContent>();
  for (const { passage } of items) if (passage) passages.set(passage.number, passage.content);
  if (passages.size > 0)
    await sql`
      insert into question_import_passages (import_id, number, content)
      select ${import_id}, number, content::jsonb
      from unnest(${[...passages.keys()]}::int[], ${[...passages.values()].map((content) => JSON.stringify(content))}::text[]) as p (number, content)
      on conflict do nothing`.execute(db);
  await sql`
    insert into question_import_rows (import_id, number, place, source, content, passage_number, topic_name, notices)
    select ${import_id}, ${first} + at - 1, place, source, content::jsonb, passage_number, topic_name, notices::jsonb
    from unnest(${items.map(({ place }) => place)}::text[], ${items.map(({ source }) => source)}::text[],
      ${items.map(({ content }) => content && JSON.stringify(content))}::text[], ${items.map(({ passage }) => passage?.number ?? null)}::int[],
      ${items.map(({ topic_name }) => topic_name)}::text[], ${items.map(({ notices }) => JSON.stringify(notices))}::text[])
      with ordinality as given (place, source, content, passage_number, topic_name, notices, at)`.execute(db);
}

/** The next rows whose content is not checked yet. A passage of the import counts as chosen. */
export async function findUnchecked(
  { db }: Context,
  import_id: number,
  limit: number,
): Promise<{ number: number; content: BankContent }[]> {
  const { rows } = await sql<{ number: number; content: BankContent }>`
    select number, case when passage_number is null then content else content || '{"passage_id": 1}' end as content
    from question_import_rows where import_id = ${import_id} and faults is null and content is not null
    order by number limit ${limit}`.execute(db);
  return rows;
}

export async function countUnchecked({ db }: Context, import_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from question_import_rows where import_id = ${import_id} and faults is null and content is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function setFaults(
  { db }: Context,
  import_id: number,
  faults: readonly { number: number; faults: readonly QuestionFault[] }[],
): Promise<void> {
  await sql`
    update question_import_rows r set faults = f.faults::jsonb
    from unnest(${faults.map(({ number }) => number)}::int[], ${faults.map((one) => JSON.stringify(one.faults))}::text[]) as f (number, faults)
    where r.import_id = ${import_id} and r.number = f.number and r.faults is null`.execute(db);
}

/** A key that questions with the same text share: the hash of their letters and signs, without case, blanks, tags and commas. */
const textKey = (content: string) => sql`md5(regexp_replace(lower(concat(${sql.raw(content)}->>'text', ${sql.raw(content)}->>'options',
  ${sql.raw(content)}->'figure'->>'hash')), '<[^>]*>|[[:space:].,;:!?]+', '', 'g'))`;

/** Finds rows with the text of an earlier row, or of a question of the institute. */
export async function findSame({ db, actor }: StaffContext, import_id: number): Promise<void> {
  await sql`
    with keyed as (
      select r.number, ${textKey('r.content')} as key from question_import_rows r
      where r.import_id = ${import_id} and r.content is not null and r.content->>'text' <> ''
    ), known as (
      select ${textKey('b.content')} as key, min(b.id) as id from bank_questions b
      where b.institute_id = ${actor.institute_id} and b.state <> 'retired' group by 1
    ), placed as (
      select number, key, min(number) over (partition by key) as first from keyed
    )
    update question_import_rows r set same_as_number = case when p.first < p.number then p.first end, same_as_id = known.id
    from placed p left join known on known.key = p.key
    where r.import_id = ${import_id} and r.number = p.number and (p.first < p.number or known.id is not null)`.execute(db);
}

/** Imports whose rows are no longer kept. */
export async function findExpired({ db, now }: Context, limit: number): Promise<ImportRecord[]> {
  return db
    .selectFrom('question_imports')
    .where('expires_at', '<', now)
    .where('state', 'in', ['ready', 'failed'])
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Imports whose file was read before the given time, and is still stored. */
export async function findWithFile({ db }: Context, before: Date, limit: number): Promise<ImportRecord[]> {
  return db
    .selectFrom('question_imports')
    .where('stored_file_id', 'is not', null)
    .where('made_at', '<', before)
    .where('state', 'in', ['ready', 'failed'])
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute();
}
