// Contents: imports · rows · mending · topics
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import type { ImportCounts, ImportDefaults, ImportState, RowState } from '@abhyas/contract/bank/question-imports';
import type { Value } from '@abhyas/contract/endpoint';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

export type ImportRecord = Selectable<Tables['question_imports']>;
export type ImportRowRecord = Selectable<Tables['question_import_rows']>;

/** The state of a row `r`. A row without a topic is good only once a topic is chosen. */
export const rowState = sql<RowState>`case when r.made_at is not null then 'made' when r.content is null then 'unreadable'
  when r.is_excluded then 'excluded' when r.faults <> '[]' or r.content->>'topic_id' is null
    or r.notices @> '[{"kind": "fault"}]' then 'faulty' else 'good' end`;
const hasLosses = sql<boolean>`r.notices @> '[{"kind": "loss"}]'`;
const isSame = sql<boolean>`(r.same_as_id is not null or r.same_as_number is not null)`;
const isWithoutTopic = sql<boolean>`(r.made_at is null and r.content is not null and not r.is_excluded and r.content->>'topic_id' is null)`;

export async function insertImport({ db }: StaffContext, values: Insertable<Tables['question_imports']>): Promise<number> {
  const { id } = await db.insertInto('question_imports').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findImport({ db, actor }: StaffContext, id: number, { isLocked = false } = {}): Promise<ImportRecord | undefined> {
  const query = db.selectFrom('question_imports').where('id', '=', id).where('institute_id', '=', actor.institute_id).selectAll();
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

/** The latest import of the institute with the same bytes whose rows were not deleted before they became questions. */
/** Whether a stored file is one that an import reads. */
export async function isFileOfImport({ db }: Context, file_id: number): Promise<boolean> {
  return (await db.selectFrom('question_imports').where('stored_file_id', '=', file_id).select('id').executeTakeFirst()) !== undefined;
}

export async function findEarlier({ db, actor }: StaffContext, sha256: Buffer): Promise<ImportRecord | undefined> {
  return db
    .selectFrom('question_imports')
    .where('institute_id', '=', actor.institute_id)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'failed')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Names of people by their id. */
export async function findNames({ db }: StaffContext, ids: readonly (number | null)[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${ids.filter((id) => id !== null)}::bigint[])`)
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findImports({ db, actor }: StaffContext, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom('question_imports')
    .where('institute_id', '=', actor.institute_id)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countImports({ db, actor }: StaffContext): Promise<number> {
  const { count } = await db
    .selectFrom('question_imports')
    .where('institute_id', '=', actor.institute_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ImportChange {
  state?: ImportState;
  stored_file_id?: number | null;
  format?: string | null;
  reason?: string | null;
  defaults?: Value<typeof ImportDefaults>;
  made_as?: 'draft' | 'in_review' | 'approved';
  word?: string | null;
  row_count?: number;
  done_count?: number;
  kept?: { why: string; count: number }[];
  file_notices?: { kind: 'fault' | 'loss' | 'note'; code: string; sentence: string }[];
  committed_at?: Date | null;
  undone_at?: Date | null;
  worked_for?: number | null;
  worked_as?: ImportRecord['worked_as'];
  worked_at?: null;
  attempt_count?: number;
  is_waiting?: boolean;
  expires_at?: Date;
}

export async function updateImport({ db, actor }: StaffContext, id: number, change: ImportChange): Promise<void> {
  const { defaults, kept, file_notices, ...columns } = change;
  await db
    .updateTable('question_imports')
    .set({
      ...columns,
      ...(defaults === undefined ? {} : { defaults: JSON.stringify(defaults) }),
      ...(kept === undefined ? {} : { kept: JSON.stringify(kept) }),
      ...(file_notices === undefined ? {} : { file_notices: JSON.stringify(file_notices) }),
    })
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .execute();
}

export async function deleteImport({ db, actor }: StaffContext, id: number): Promise<void> {
  await db.deleteFrom('question_imports').where('id', '=', id).where('institute_id', '=', actor.institute_id).execute();
}

/** Counts the rows of an import again, and stores the counts. */
export async function refreshCounts({ db, actor }: StaffContext, id: number): Promise<Value<typeof ImportCounts>> {
  const { rows } = await sql<{ counts: Value<typeof ImportCounts> }>`
    update question_imports i set counts = (
      select jsonb_build_object(
        'good', count(*) filter (where s.state = 'good'), 'faulty', count(*) filter (where s.state = 'faulty'),
        'unreadable', count(*) filter (where s.state = 'unreadable'), 'excluded', count(*) filter (where s.state = 'excluded'),
        'made', count(*) filter (where s.state = 'made'), 'losses', count(*) filter (where s.has_losses),
        'same', count(*) filter (where s.is_same and s.state in ('good', 'faulty')), 'without_topic', count(*) filter (where s.is_without_topic))
      from (select ${rowState} as state, ${hasLosses} as has_losses, ${isSame} as is_same, ${isWithoutTopic} as is_without_topic
        from question_import_rows r where r.import_id = i.id) s)
    where i.id = ${id} and i.institute_id = ${actor.institute_id} returning counts`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no import ${id}`);
  return row.counts;
}

export interface RowFilter {
  state?: RowState | undefined;
  only?: 'losses' | 'same' | 'without_topic' | undefined;
  number?: number | undefined;
}

const onlyConditions = {
  losses: hasLosses,
  same: sql<boolean>`${isSame} and ${rowState} in ('good', 'faulty')`,
  without_topic: isWithoutTopic,
};

const isListed = (import_id: number, { state, only, number }: RowFilter) => {
  const conditions = [
    sql`r.import_id = ${import_id}`,
    ...(number === undefined ? [] : [sql`r.number = ${number}`]),
    ...(state === undefined ? [] : [sql`${rowState} = ${state}`]),
    ...(only === undefined ? [] : [onlyConditions[only]]),
  ];
  return sql.join(conditions, sql` and `);
};

export interface ListedRow extends ImportRowRecord {
  state: RowState;
  passage: PassageContent | null;
}

/** Rows of an import of the institute. The caller has checked the import's institute. */
export async function findRows({ db }: StaffContext, import_id: number, filter: RowFilter, page: { offset: number; limit: number }) {
  const { rows } = await sql<ListedRow>`
    select r.*, ${rowState} as state, p.content as passage
    from question_import_rows r left join question_import_passages p on p.import_id = r.import_id and p.number = r.passage_number
    where ${isListed(import_id, filter)} order by r.number limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countRows({ db }: StaffContext, import_id: number, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from question_import_rows r where ${isListed(import_id, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function lockRow({ db }: StaffContext, import_id: number, number: number): Promise<ImportRowRecord | undefined> {
  return db
    .selectFrom('question_import_rows')
    .where('import_id', '=', import_id)
    .where('number', '=', number)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the mended question of a row. The reader's faults become losses, since a person has seen them. */
export async function updateRow(
  { db }: StaffContext,
  import_id: number,
  number: number,
  { content, faults }: { content: BankContent; faults: readonly QuestionFault[] },
): Promise<void> {
  await sql`
    update question_import_rows r set content = ${JSON.stringify(content)}::jsonb, faults = ${JSON.stringify(faults)}::jsonb, version = version + 1,
      is_excluded = false,
      notices = coalesce((select jsonb_agg(case when n->>'kind' = 'fault' then n || '{"kind": "loss"}' else n end) from jsonb_array_elements(r.notices) n), '[]')
    where r.import_id = ${import_id} and r.number = ${number}`.execute(db);
}

/** The hashes of the pictures of an import. */
export async function findStagedHashes({ db }: StaffContext, import_id: number): Promise<Set<string>> {
  const rows = await db.selectFrom('question_import_pictures').where('import_id', '=', import_id).select('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Leaves rows out or takes them up again; rows that became questions stay as they are. Returns their number. */
export async function setExcluded(
  { db }: StaffContext,
  import_id: number,
  rows: readonly number[] | 'same',
  is_excluded: boolean,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update question_import_rows r set is_excluded = ${is_excluded}
    where r.import_id = ${import_id} and r.made_at is null and r.content is not null and r.is_excluded <> ${is_excluded}
      and ${rows === 'same' ? isSame : sql`r.number = any(${rows}::int[])`}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Sets difficulty and use of all rows that are not made yet. Returns their number. */
export async function setDefaults(
  { db }: StaffContext,
  import_id: number,
  { difficulty, for: use }: Value<typeof ImportDefaults>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update question_import_rows r set version = r.version + 1, content = r.content || jsonb_build_object('difficulty', ${difficulty}::int, 'for', ${use}::text)
    where r.import_id = ${import_id} and r.made_at is null and r.content is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface NamedTopic {
  name: string;
  row_count: number;
  topic_id: number | null;
}

/** The names of topics in a file, the most frequent first, each with the topic that its rows have, if all have the same. */
export async function findNamedTopics({ db }: StaffContext, import_id: number, most: number): Promise<NamedTopic[]> {
  const { rows } = await sql<NamedTopic>`
    select r.topic_name as name, count(*)::int as row_count,
      case when count(distinct r.content->>'topic_id') = 1 and bool_and(r.content->>'topic_id' is not null)
        then min((r.content->>'topic_id')::bigint) end as topic_id
    from question_import_rows r where r.import_id = ${import_id} and r.content is not null and r.made_at is null
    group by r.topic_name order by count(*) desc, r.topic_name limit ${most}`.execute(db);
  return rows;
}

/** Sets the topic of all rows with these names, except of rows that a person mended to another topic. Returns their number. */
export async function setTopics(
  { db }: StaffContext,
  import_id: number,
  topics: readonly { name: string; topic_id: number | null }[],
  { onlyEmpty = false } = {},
): Promise<number> {
  // One object, because a join with thousands of names is planned for the few rows that an import has before its table is analysed.
  const byName = JSON.stringify(Object.fromEntries(topics.map(({ name, topic_id }) => [name, topic_id])));
  const { numAffectedRows } = await sql`
    update question_import_rows r set version = r.version + 1, content = jsonb_set(r.content, '{topic_id}', t.by_name -> r.topic_name)
    from (select ${byName}::jsonb as by_name) t
    where r.import_id = ${import_id} and t.by_name ? r.topic_name and r.content is not null and r.made_at is null
      ${onlyEmpty ? sql`and r.content->>'topic_id' is null` : sql``}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Remembers the institute's choice for names in files. A name without a topic is forgotten. */
export async function rememberTopics(
  { db, actor }: StaffContext,
  topics: readonly { name: string; topic_id: number | null }[],
): Promise<void> {
  const named = topics.filter(({ name }) => name !== '');
  await sql`
    with gone as (
      delete from question_import_topics where institute_id = ${actor.institute_id}
        and name = any(${named.flatMap(({ name, topic_id }) => (topic_id === null ? [name] : []))}::text[])
    )
    insert into question_import_topics (institute_id, name, topic_id)
    select ${actor.institute_id}, name, topic_id
    from unnest(${named.map(({ name }) => name)}::text[], ${named.map(({ topic_id }) => topic_id)}::bigint[]) as t (name, topic_id)
    where topic_id is not null
    on conflict (institute_id, name) do update set topic_id = excluded.topic_id`.execute(db);
}

export interface KnownTopic {
  id: number;
  code: string;
  name: string;
  chapter_name: string;
}

/** All topics that a question can have. */
export async function findTopics({ db }: StaffContext): Promise<KnownTopic[]> {
  return db
    .selectFrom('topics')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .select(['topics.id', 'topics.code', 'topics.name', 'chapters.name as chapter_name'])
    .orderBy('chapters.subject_id')
    .orderBy('chapters.position')
    .orderBy('topics.position')
    .execute();
}

export async function findRemembered({ db, actor }: StaffContext, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('question_import_topics')
    .where('institute_id', '=', actor.institute_id)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .select(['name', 'topic_id'])
    .execute();
  return new Map(rows.map(({ name, topic_id }) => [name, topic_id]));
}
