import type { TranslationEntry } from '@abhyas/contract/bank/translations';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The searched parts of a question; words of `text` weigh most, those of `names` least. */
export interface SearchedQuestion {
  question_id: number;
  text: string;
  options: string;
  names: string;
  formulas: string;
  /** Words of filters: `=s2`. */
  filters: string;
}

/** A stored question, with everything that its index entry needs. */
export interface IndexedRow {
  id: number;
  institute_id: number | null;
  question_text: string;
  option_1: string | null;
  option_2: string | null;
  option_3: string | null;
  option_4: string | null;
  comprehension_text: string | null;
  hindi: TranslationEntry | null;
  hindi_passage: string | null;
  topic_id: number;
  topic_name: string;
  chapter_id: number;
  chapter_name: string;
  subject_id: number;
  /** Previous papers that contain the question. */
  previous_paper_ids: number[];
  is_for_practice: boolean;
}

/** Marks the index entries of the questions as outdated. */
export async function addPending({ db }: Context, ids: readonly number[]): Promise<void> {
  await sql`insert into search_pending select unnest(${ids}::bigint[]) on conflict do nothing`.execute(db);
}

/** Marks the entries of the next questions above an id as outdated. Returns the last id; undefined without questions. */
export async function addNextPending({ db }: Context, after: number, most: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with next as (select id from questions where id > ${after} order by id limit ${most}),
    added as (insert into search_pending select id from next on conflict do nothing)
    select max(id) as last from next`.execute(db);
  return rows[0]?.last === null ? undefined : Number(rows[0]?.last);
}

/** Takes some outdated entries above an id, in order, locked for this transaction. */
export async function takePending({ db }: Context, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    delete from search_pending where question_id = any(array(
      select question_id from search_pending where question_id > ${after} order by question_id limit ${most} for update skip locked))
    returning question_id`.execute(db);
  return rows.map(({ question_id }) => Number(question_id)).toSorted((a, b) => a - b);
}

export async function findForIndex({ db }: Context, ids: readonly number[]): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`
    select q.id, q.institute_id, q.is_for_practice, q.question_text, q.option_1, q.option_2, q.option_3, q.option_4, cq.comprehension_text,
      (select content from question_translations w where w.question_id = q.id and w.language = 'hi') as hindi,
      (select content->>'text' from passage_translations w where w.passage_id = cq.id and w.language = 'hi') as hindi_passage,
      t.id as topic_id, t.name as topic_name, c.id as chapter_id, c.name as chapter_name, c.subject_id,
      array(select p.id from paper_questions pq join papers p on p.id = pq.paper_id
        where pq.question_id = q.id and p.test_mode_type = 2 and p.institute_id is null) as previous_paper_ids
    from questions q
    join topics t on t.id = q.topic_id
    join chapters c on c.id = t.chapter_id
    left join comprehension_questions cq on cq.id = q.comprehension_question_id
    where q.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Writes entries, and counts the words that they add and remove. */
export async function writeIndex({ db }: Context, rows: readonly SearchedQuestion[]): Promise<void> {
  const column = (name: keyof SearchedQuestion) => rows.map((row) => row[name]);
  await sql`
    with given as (
      select question_id,
        setweight(to_tsvector('english', text), 'A') || setweight(to_tsvector('english', options), 'B')
          || setweight(to_tsvector('english', names), 'D') || array_to_tsvector(string_to_array(filters, ' ')) as document,
        formulas
      from unnest(${column('question_id')}::bigint[], ${column('text')}::text[], ${column('options')}::text[], ${column('names')}::text[],
        ${column('formulas')}::text[], ${column('filters')}::text[]) as one (question_id, text, options, names, formulas, filters)
    ), before as (
      select question_id, document from question_search where question_id in (select question_id from given)
    ), counted as (
      insert into search_words (word, question_count)
      select word, sum(change) from (
        select unnest(tsvector_to_array(document)) as word, 1 as change from given
        union all select unnest(tsvector_to_array(document)), -1 from before
      ) as changes
      where word !~ '^=' and length(word) <= 60
      group by word having sum(change) <> 0 order by word
      on conflict (word) do update set question_count = search_words.question_count + excluded.question_count
    )
    insert into question_search (question_id, document, formulas) select * from given
    on conflict (question_id) do update set document = excluded.document, formulas = excluded.formulas
    where question_search.document is distinct from excluded.document or question_search.formulas is distinct from excluded.formulas`.execute(
    db,
  );
}

/**
 * Stores the spelling of words whose stems have none yet. `on conflict` finds a word by its key; for a join the planner would use the
 * similarity index, which takes milliseconds per word. A stem without an entry is stored without questions, until unused stems are deleted.
 */
export async function writeForms({ db }: Context, texts: readonly string[]): Promise<void> {
  await sql`
    insert into search_words (word, question_count, form)
    select distinct on (stem) stem, 0, form from (
      select (ts_lexize('english_stem', form))[1] as stem, form from (
        select distinct lower(word) as form from unnest(${texts}::text[]) as text, regexp_split_to_table(text, '[^[:alpha:]]+') as word
        where length(word) between 3 and 40
      ) as written
    ) as stemmed where stem is not null order by stem, length(form), form
    on conflict (word) do update set form = excluded.form where search_words.form is null`.execute(db);
}

/** Deletes words that no question has any more. */
export async function removeUnusedWords({ db }: Context): Promise<void> {
  await sql`delete from search_words where question_count <= 0`.execute(db);
}

export interface QueryWord {
  word: string;
  stem: string;
  /** Number of questions with the stem; null without one. */
  question_count: number | null;
}

/** Stems of the words; a stop word ("the") is missing. */
export async function stemsOf({ db }: Context, words: readonly string[]): Promise<QueryWord[]> {
  const { rows } = await sql<QueryWord>`
    select typed.word, stem.lexeme as stem, known.question_count
    from unnest(${words}::text[]) with ordinality as typed (word, place)
    cross join lateral unnest(to_tsvector('english', typed.word)) as stem
    left join search_words known on known.word = stem.lexeme
    order by typed.place`.execute(db);
  return rows;
}

const mostLikeWords = 3;

/** Stems of the words most similar to the typed one, the most similar first. */
export async function findLikeWords({ db }: Context, { word, stem }: QueryWord): Promise<{ word: string; question_count: number }[]> {
  const { rows } = await sql<{ word: string; question_count: number }>`
    select word, question_count from search_words where form % ${word} or word % ${stem}
    order by greatest(similarity(coalesce(form, word), ${word}), similarity(word, ${stem})) desc, question_count desc
    limit ${mostLikeWords}`.execute(db);
  return rows;
}

/** Whether some question has a stem with this prefix. */
export async function hasWordWithPrefix({ db }: Context, prefix: string): Promise<boolean> {
  const { rows } = await sql`select 1 from search_words where word like ${`${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`} limit 1`.execute(db);
  return rows.length > 0;
}

export interface FoundQuestion {
  question_id: number;
  rank: number;
}

/**
 * Matching questions, at most `most`, each with its rank. A common word matches a large part of the bank, so the number of candidates is
 * limited before they are ranked.
 */
export async function findMatches(
  { db }: Context,
  { query, ranking, formulas, most }: { query: string; ranking: string; formulas: readonly string[]; most: number },
): Promise<FoundQuestion[]> {
  const patterns = formulas.map((formula) => sql`and formulas like ${`%${formula.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  const { rows } = await sql<FoundQuestion>`
    with candidates as materialized (
      select question_id, document from question_search
      where document @@ ${query}::tsquery ${sql.join(patterns, sql` `)}
      limit ${most}
    )
    select question_id, ${ranking === '' ? sql`0::real` : sql`ts_rank_cd(document, ${ranking}::tsquery)`} as rank from candidates`.execute(
    db,
  );
  return rows;
}

export interface QuestionFact {
  question_id: number;
  subject_name: string;
  /** The first topic of a chapter is free. */
  topic_position: number;
  previous_papers: string[];
}

/** The data that a result shows beside the question. */
export async function findFacts({ db }: Context, ids: readonly number[]): Promise<QuestionFact[]> {
  const { rows } = await sql<QuestionFact>`
    select q.id as question_id, s.name as subject_name, t.position as topic_position,
      array(select p.name from paper_questions pq join papers p on p.id = pq.paper_id
        where pq.question_id = q.id and p.test_mode_type = 2 and p.institute_id is null order by p.position, p.id) as previous_papers
    from questions q join topics t on t.id = q.topic_id join chapters c on c.id = t.chapter_id join subjects s on s.id = c.subject_id
    where q.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function findLastShared({ db }: Context): Promise<number> {
  const { last } = await db
    .selectFrom('questions')
    .where('institute_id', 'is', null)
    .select((is) => is.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Questions of the shared bank that are in practice or in a public paper. */
export async function findOpen({ db }: Context, from: number, to: number, openWord: string) {
  const { rows } = await sql<{ id: number; question_text: string }>`
    select q.id, q.question_text from questions q join question_search s on s.question_id = q.id
    where q.id between ${from} and ${to} and q.institute_id is null and s.document @@ ${`'${openWord}'`}::tsquery
    order by q.id`.execute(db);
  return rows;
}

export async function findSubjects({ db }: Context) {
  return db.selectFrom('subjects').select(['id', 'name']).orderBy('id').execute();
}

export async function findChapters({ db }: Context, subject_ids: readonly number[]) {
  return db
    .selectFrom('chapters')
    .where('subject_id', 'in', subject_ids)
    .select(['id', 'name', 'subject_id'])
    .orderBy('subject_id')
    .orderBy('position')
    .execute();
}

export async function findTopics({ db }: Context, chapter_id: number) {
  return db.selectFrom('topics').where('chapter_id', '=', chapter_id).select(['id', 'name']).orderBy('position').execute();
}

/** Previous papers of the shared bank, by the exam they follow. */
export async function findPreviousPapers({ db }: Context, courses: readonly string[]) {
  return db
    .selectFrom('papers')
    .where('test_mode_type', '=', 2)
    .where('institute_id', 'is', null)
    .where(sql<boolean>`courses && ${courses}::text[]`)
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
