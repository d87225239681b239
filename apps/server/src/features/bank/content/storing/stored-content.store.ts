import { type AcceptedAnswer, type QuestionType, questionTypes } from '@abhyas/exam/bank/question';
import { sql } from 'kysely';
import type { Context } from '../../../../context.ts';
import { hasRow } from '../../../../database/scale/spread-database.ts';
import { isInteger } from '@abhyas/contract/bank/authored-keys';
import type { AskedCodes, StoredContent } from '../checking/check-content.ts';
import type { KnownQuestion } from '../checking/checked-file.ts';
import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { subjectCodes } from '../reading/content-file.ts';

const typeNames = Object.keys(questionTypes) as (keyof typeof questionTypes)[];
const subjectNames = Object.keys(subjectCodes) as (keyof typeof subjectCodes)[];

/** Throws if a part of checked content is missing, which is a defect. */
export function existing<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`There is no ${what}`);
  return found;
}

/** Owner of the content: an institute or, with null, the shared bank. */
export type Owner = number | null;

/** Questions that a paper of the owner may contain: the owner's and the shared bank's. */
export const isOpenTo = (owner: Owner) => sql<boolean>`(questions.institute_id is null or questions.institute_id = ${owner}::bigint)`;

/** Rows `q` of this owner only. Null has its own case, because a comparison that includes null would not use the index. */
const isOwnedBy = (owner: Owner) => (owner === null ? sql`q.institute_id is null` : sql`q.institute_id = ${owner}::bigint`);

/** Questions by code. If the owner and the shared bank both have a code, the owner's question counts. */
async function readQuestions({ db }: Context, owner: Owner, codes: readonly string[]): Promise<Map<string, KnownQuestion>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('questions')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where(sql<boolean>`questions.code = any(${codes}::text[])`)
    .where(isOpenTo(owner))
    .select([
      'questions.code',
      'questions.question_type',
      'questions.is_for_practice',
      'questions.accepted_answers',
      'questions.retired_at',
      'chapters.subject_id',
    ])
    .orderBy(sql`questions.institute_id nulls first`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.code,
      {
        type: existing(typeNames[row.question_type], `type ${row.question_type}, which question ${row.code} has`),
        subject: existing(
          subjectNames.find((name) => subjectCodes[name] === row.subject_id),
          `subject ${row.subject_id}, which question ${row.code} has`,
        ),
        is_for_practice: row.is_for_practice,
        is_integer: isInteger(row.accepted_answers),
        is_retired: row.retired_at !== null,
      },
    ]),
  );
}

interface StoredKey {
  question_type: number;
  accepted_answers: AcceptedAnswer[];
  precision: number;
}

/** A text form of a key that is equal for equal keys. */
const wordsOfKey = ({ question_type, accepted_answers, precision }: StoredKey): string =>
  JSON.stringify([
    question_type,
    precision,
    accepted_answers.map((key) => (typeof key === 'object' && !Array.isArray(key) ? [key.from, 'to', key.to] : key)),
  ]);

/**
 * The owner's questions whose stored key differs. For a corrected key the earlier key does not count as different, because an import keeps
 * the correction.
 */
export async function findChangedKeys({ db }: Context, owner: Owner, questions: readonly QuestionEntry[]): Promise<string[]> {
  const codes = questions.map(({ code }) => code);
  const { rows } = await sql<StoredKey & { code: string; previous: AcceptedAnswer[][] }>`
    select q.code, q.question_type, q.accepted_answers, q.precision,
      coalesce((select jsonb_agg(c.previous_answers) from key_corrections c where c.question_id = q.id), '[]') as previous
    from questions q where q.code = any(${codes}::text[]) and ${isOwnedBy(owner)}`.execute(db);
  const stored = new Map(rows.map((row) => [row.code, row]));
  return questions.flatMap(({ code, type, answer, also_accepted = [], precision = 2 }) => {
    const row = stored.get(code);
    if (!row) return [];
    const authored = wordsOfKey({ question_type: questionTypes[type], accepted_answers: [answer, ...also_accepted], precision });
    const isKnown = [row.accepted_answers, ...row.previous].some(
      (accepted_answers) => wordsOfKey({ ...row, accepted_answers }) === authored,
    );
    return isKnown ? [] : [code];
  });
}

/** The owner's questions that somebody has answered, with their stored type. */
export async function findAnswered({ db }: Context, owner: Owner, codes: readonly string[]) {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ code: string; question_type: QuestionType }>`
    select q.code, q.question_type from questions q where q.code = any(${codes}::text[]) and ${isOwnedBy(owner)}
      and ${hasRow(db, { value: 'q.id', column: 'r.question_id', from: 'responses r', where: sql`(r.responses <> '{}' or r.rich_response ~ '[0-9]')` })}`.execute(
    db,
  );
  return rows;
}

/** Codes of the topics of stored chapters, by the chapter's code. */
async function readTopics({ db }: Context, codes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('chapters')
    .leftJoin('topics', 'topics.chapter_id', 'chapters.id')
    .where(sql<boolean>`chapters.code = any(${codes}::text[])`)
    .select(['chapters.code as chapter', 'topics.code'])
    .execute();
  const topics = new Map<string, string[]>();
  for (const { chapter, code } of rows) topics.set(chapter, [...(topics.get(chapter) ?? []), ...(code === null ? [] : [code])]);
  return topics;
}

/** Codes of papers that students have begun, with their questions in order, because such a paper keeps its questions. */
async function readBegunPapers({ db }: Context, papers: AskedCodes['papers']): Promise<Map<string, string[]>> {
  const codes = papers.map(({ code }) => code);
  const institutes = papers.map(({ institute }) => institute);
  const rows = await db
    .selectFrom('papers')
    .leftJoin('institutes', 'institutes.id', 'papers.institute_id')
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'papers.id')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .where(
      sql<boolean>`(papers.code, coalesce(institutes.code, '')) in (
        select code, coalesce(institute, '') from unnest(${codes}::text[], ${institutes}::text[]) as asked (code, institute))`,
    )
    .where(hasRow(db, { value: 'papers.id', column: 's.paper_id', from: 'sessions s' }))
    .select(['papers.code', 'questions.code as question_code'])
    .orderBy('paper_questions.position')
    .execute();
  const begun = new Map<string, string[]>();
  for (const row of rows) begun.set(row.code, [...(begun.get(row.code) ?? []), row.question_code]);
  return begun;
}

/** Codes of institutes whose papers the owner may load: all for the operator of the shared bank, otherwise only the institute itself. */
async function readOwners({ db }: Context, owner: Owner, { papers }: AskedCodes): Promise<Set<string | null>> {
  const named = papers.flatMap(({ institute }) => institute ?? []);
  const rows = await db
    .selectFrom('institutes')
    .where(sql<boolean>`code = any(${named}::text[])`)
    .$if(owner !== null, (of) => of.where('id', '=', owner))
    .select('code')
    .execute();
  return new Set([...(owner === null ? [null] : []), ...rows.map(({ code }) => code)]);
}

/** The stored data for the requested codes. */
export async function readStoredContent(context: Context, owner: Owner, asked: AskedCodes): Promise<StoredContent> {
  return {
    questions: await readQuestions(context, owner, asked.questions),
    topics: await readTopics(context, asked.chapters),
    begun: await readBegunPapers(context, asked.papers),
    owners: await readOwners(context, owner, asked),
    addsTopics: owner === null,
  };
}

/** Ids of institutes by code. */
export async function findInstituteIds({ db }: Context, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('institutes').where(sql<boolean>`code = any(${codes}::text[])`).select(['id', 'code']).execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Ids of questions with these codes whose keys were corrected; a spread database looks nothing up while it writes. */
export async function findCorrected({ db }: Pick<Context, 'db'>, codes: readonly (string | null)[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct q.id from questions q join key_corrections c on c.question_id = q.id where q.code = any(${codes}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
