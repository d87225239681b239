import type { BankContent } from '@abhyas/contract/bank/bank-content';
import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import type { QuestionFault } from '@abhyas/contract/bank/authored-keys';
import { type Role, rightsByRole, roles } from '@abhyas/contract/institute/rights';
import type { AcceptedAnswer, QuestionType } from '@abhyas/exam/bank/question';
import type { BankState } from '@abhyas/exam/bank/bank-states';
import { endedBefore } from '@abhyas/exam/tests/clock';
import { type Selectable, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

export type BankRow = Selectable<Tables['bank_questions']>;

export interface Filters {
  /** The search terms: the words, the formulas, and the word under which the institute's questions are indexed. Null without a search. */
  search: { query: string; formulas: string[]; institute: string } | null;
  subject?: number | undefined;
  chapter?: number | undefined;
  type?: QuestionType | undefined;
  difficulty?: number | undefined;
  state?: BankState | undefined;
  is_used?: boolean | undefined;
  has_faults?: boolean | undefined;
  also_in?: TranslatedLanguage | 'none' | undefined;
  for_me?: boolean | undefined;
}

export const typeNames = ['four_options', 'numerical', 'multiple_option', 'comprehension'] as const;
const approverRoles: Role[] = roles.filter((role) => (rightsByRole[role] as readonly string[]).includes('content.manage'));

const isOfInstitute = ({ actor }: StaffContext) => sql`b.institute_id = ${actor.institute_id}`;

/** Whether the person has written or submitted the text since its last approval. */
const isWriter = ({ actor }: StaffContext) => sql`(coalesce(b.submitted_by = ${actor.user_id}::bigint, false) or exists (
  select from bank_question_versions v where v.bank_question_id = b.id and v.saved_by = ${actor.user_id}::bigint
    and v.version > coalesce(b.approved_version, 0)))`;

const approverCount = ({ actor }: StaffContext) => sql`(select count(distinct m.user_id) from memberships m
  where m.institute_id = ${actor.institute_id} and m.ended_at is null and m.role = any(${approverRoles}::text[]))`;

const papersOf = ({ actor }: StaffContext) => sql`select p.id, p.name from papers p
  where p.institute_id = ${actor.institute_id} and exists (select from paper_questions h where h.paper_id = p.id and h.question_id = b.question_id)`;

function isFound({ query, formulas, institute }: NonNullable<Filters['search']>) {
  const patterns = formulas.map((formula) => sql`and formulas like ${`%${formula.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  const has = (words: string) => sql`${words === '' ? sql`true` : sql`document @@ ${words}::tsquery`} ${sql.join(patterns, sql` `)}`;
  return sql`b.id in (
    select d.id from bank_questions d where d.document is not null and d.id = b.id and ${has(query)}
    union all select e.id from bank_questions e join question_search s on s.question_id = e.question_id
      where e.document is null and e.id = b.id and s.question_id in (
        select question_id from question_search where ${has(query === '' ? institute : `${institute} & (${query})`)}))`;
}

/** The languages, besides English, in which a question has a text. */
const alsoIn = sql`array(select language from jsonb_each(coalesce(b.content->'translations', '{}')) as written (language, words)
  where words->>'text' <> '' order by language)`;

function isListed(context: StaffContext, filters: Filters) {
  const { search, subject, chapter, type, difficulty, state, is_used, has_faults, also_in, for_me } = filters;
  const conditions = [
    isOfInstitute(context),
    ...(search ? [isFound(search)] : []),
    ...(subject === undefined ? [] : [sql`c.subject_id = ${subject}`]),
    ...(chapter === undefined ? [] : [sql`c.id = ${chapter}`]),
    ...(type === undefined ? [] : [sql`b.content->>'type' = ${typeNames[type]}`]),
    ...(difficulty === undefined ? [] : [sql`(b.content->>'difficulty')::int = ${difficulty}`]),
    ...(state === undefined ? [] : [sql`b.state = ${state}`]),
    ...(is_used === undefined ? [] : [sql`exists (${papersOf(context)}) = ${is_used}`]),
    ...(has_faults === undefined ? [] : [sql`(b.faults <> '[]') = ${has_faults}`]),
    ...(also_in === undefined ? [] : [also_in === 'none' ? sql`${alsoIn} = '{}'` : sql`${also_in} = any(${alsoIn})`]),
    ...(for_me ? [sql`b.state = 'in_review' and (not ${isWriter(context)} or ${approverCount(context)} <= 1)`] : []),
  ];
  return sql`from bank_questions b
    left join topics t on t.id = (b.content->>'topic_id')::bigint left join chapters c on c.id = t.chapter_id
    where ${sql.join(conditions, sql` and `)}`;
}

export interface ListedRow {
  id: number;
  state: BankState;
  version: number;
  type: (typeof typeNames)[number];
  difficulty: number;
  is_for_practice: boolean;
  text: string;
  subject_id: number | null;
  chapter_name: string | null;
  topic_name: string | null;
  also_in: TranslatedLanguage[];
  fault_count: number;
  paper_count: number;
  changed_at: Date;
  changed_by: string | null;
}

export async function findPage(context: StaffContext, filters: Filters, { offset, limit }: { offset: number; limit: number }) {
  const { rows } = await sql<ListedRow>`
    select b.id, b.state, b.version, b.content->>'type' as type, (b.content->>'difficulty')::int as difficulty,
      b.content->>'for' = 'practice' as is_for_practice, b.content->>'text' as text, c.subject_id, c.name as chapter_name, t.name as topic_name,
      ${alsoIn} as also_in,
      jsonb_array_length(b.faults) as fault_count, (select count(*) from (${papersOf(context)}) p)::int as paper_count,
      b.changed_at, (select u.name from users u where u.id = b.changed_by) as changed_by
    ${isListed(context, filters)} order by b.changed_at desc, b.id desc limit ${limit} offset ${offset}`.execute(context.db);
  return rows;
}

/** The ids of the matching questions in the order of the list, at most `most`, and the number of all. */
export async function findIds(context: StaffContext, filters: Filters, most: number): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    select b.id, count(*) over ()::int as total ${isListed(context, filters)} order by b.changed_at desc, b.id desc limit ${most}`.execute(
    context.db,
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

export async function countByState({ db, actor }: StaffContext): Promise<Map<BankState, number>> {
  const { rows } = await sql<{ state: BankState; count: number }>`
    select state, count(*)::int as count from bank_questions where institute_id = ${actor.institute_id} group by state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Questions of the institute by id, in the order of the ids. With `isLocked`, other changes wait for this transaction. */
export async function findRows({ db, actor }: StaffContext, ids: readonly number[], { isLocked = false } = {}): Promise<BankRow[]> {
  const query = db
    .selectFrom('bank_questions')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('institute_id', '=', actor.institute_id)
    .selectAll()
    .orderBy('id');
  return (isLocked ? query.forUpdate() : query).execute();
}

export interface FactRow {
  id: number;
  is_asked: boolean;
  is_replaced: boolean;
  is_writer: boolean;
  approver_count: number;
}

/**
 * The facts that decide on acts. An approved question for practice counts as asked, because practice may have sent it to a device that is
 * without a network.
 */
export async function findFacts(context: StaffContext, ids: readonly number[]): Promise<Map<number, FactRow>> {
  const { rows } = await sql<FactRow>`
    select b.id, b.question_id is not null and (b.content->>'for' = 'practice'
        or exists (select from paper_questions h where h.question_id = b.question_id)
        or exists (select from live_quiz_questions l where l.question_id = b.question_id)) as is_asked,
      exists (select from bank_questions f where f.follows_id = b.id and f.state = 'approved') as is_replaced,
      ${isWriter(context)} as is_writer, ${approverCount(context)}::int as approver_count
    from bank_questions b where ${isOfInstitute(context)} and b.id = any(${ids}::bigint[])`.execute(context.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the answers of paper `p` are published, and students can no longer take it or it has no end. */
export const isOpenToStudents = (now: Date) => sql`(p.allows_review and p.results_published_at is not null
  and coalesce(p.opens_at <= ${now}, true) and coalesce(p.closes_at < ${endedBefore(now)}, true))`;

export interface OpenedRow {
  changed_by: string | null;
  followed_by: number | null;
  /** The key that counts now, corrected or not; null while nothing is published. */
  accepted_answers: AcceptedAnswer[] | null;
  /** Whether a paper of the institute has the question and still withholds its answers. */
  is_held: boolean;
  has_written: boolean;
  papers: { id: number; name: string }[];
}

export async function findOpened(context: StaffContext, id: number): Promise<OpenedRow | undefined> {
  const { actor } = context;
  const { rows } = await sql<OpenedRow>`
    select (select u.name from users u where u.id = b.changed_by) as changed_by,
      (select max(f.id) from bank_questions f where f.follows_id = b.id) as followed_by,
      (select q.accepted_answers from questions q where q.id = b.question_id) as accepted_answers,
      exists (select from paper_questions h join papers p on p.id = h.paper_id where h.question_id = b.question_id
        and p.institute_id = ${actor.institute_id} and not ${isOpenToStudents(context.now)}) as is_held,
      exists (select from bank_question_versions v where v.bank_question_id = b.id and v.saved_by = ${actor.user_id}::bigint) as has_written,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id desc) from (${papersOf(context)} limit 50) p), '[]')
        as papers
    from bank_questions b where ${isOfInstitute(context)} and b.id = ${id}`.execute(context.db);
  return rows[0];
}

export async function countAll({ db, actor }: StaffContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_questions where institute_id = ${actor.institute_id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The parts of a text that are stored beside it for search. */
export interface SearchedText {
  words: string;
  formulas: string;
}

interface NewText {
  content: BankContent;
  faults: readonly QuestionFault[];
  searched: SearchedText;
}

const columnsOf = ({ content, faults, searched }: NewText) => ({
  content: JSON.stringify(content),
  faults: JSON.stringify(faults),
  bank_passage_id: content.type === 'comprehension' ? content.passage_id : null,
  document: sql<string>`to_tsvector('english', ${searched.words})`,
  formulas: searched.formulas,
});

async function insertVersion({ db, actor, now }: StaffContext, bank_question_id: number, version: number, content: BankContent) {
  await db
    .insertInto('bank_question_versions')
    .values({ bank_question_id, version, content: JSON.stringify(content), saved_by: actor.user_id, saved_at: now })
    .execute();
}

export async function insertQuestion(context: StaffContext, text: NewText, follows_id: number | null = null): Promise<number> {
  const { db, actor, now } = context;
  const { id } = await db
    .insertInto('bank_questions')
    .values({ institute_id: actor.institute_id, ...columnsOf(text), follows_id, changed_by: actor.user_id, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertVersion(context, id, 1, text.content);
  return id;
}

/** Writes the next version of a text, and removes versions beyond the latest `mostVersions`. Returns the new version. */
export async function updateText(context: StaffContext, id: number, text: NewText, mostVersions: number): Promise<number> {
  const { db, actor, now } = context;
  const { version } = await db
    .updateTable('bank_questions')
    .set({ ...columnsOf(text), changed_by: actor.user_id, changed_at: now })
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await insertVersion(context, id, version, text.content);
  await sql`
    delete from bank_question_versions where bank_question_id = ${id} and version < (
      select min(version) from (
        select version from bank_question_versions where bank_question_id = ${id} order by version desc limit ${mostVersions}) as latest)`.execute(
    db,
  );
  return version;
}

export async function deleteQuestion({ db, actor }: StaffContext, id: number): Promise<void> {
  await db.deleteFrom('bank_questions').where('id', '=', id).where('institute_id', '=', actor.institute_id).execute();
}

export interface VersionRow {
  version: number;
  content: BankContent;
  saved_at: Date;
  saved_by: string | null;
}

export async function findVersions({ db, actor }: StaffContext, id: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.content, v.saved_at, (select u.name from users u where u.id = v.saved_by) as saved_by
    from bank_question_versions v join bank_questions b on b.id = v.bank_question_id
    where b.id = ${id} and b.institute_id = ${actor.institute_id} order by v.version desc`.execute(db);
  return rows;
}

export async function findTopics({ db }: StaffContext) {
  const { rows } = await sql<{ id: number; name: string; subject_id: number; topics: { id: number; name: string }[] }>`
    select c.id, c.name, c.subject_id, json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id) as topics
    from chapters c join topics t on t.chapter_id = c.id group by c.id order by c.subject_id, c.position, c.id`.execute(db);
  return rows;
}

/** Whether the topic exists, and passage and pictures belong to the institute. */
export async function areKnown(
  { db, actor }: StaffContext,
  { topic_id, passage_id, hashes }: { topic_id: number | null; passage_id: number | null; hashes: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select (${topic_id}::bigint is null or exists (select from topics where id = ${topic_id}::bigint))
      and (${passage_id}::bigint is null
        or exists (select from bank_passages where id = ${passage_id}::bigint and institute_id = ${actor.institute_id}))
      and not exists (select from unnest(${hashes}::text[]) as asked (hash)
        where not exists (select from picture_uses u where u.hash = asked.hash and u.institute_id = ${actor.institute_id})) as is_known`.execute(
    db,
  );
  return rows[0]?.is_known ?? false;
}
