import type { BankContent, PassageContent } from '@abhyas/contract/bank/bank-content';
import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import type { SearchedText } from './bank-questions.store.ts';

export interface NewDraft {
  content: BankContent;
  searched: SearchedText;
}

/** Writes drafts without faults, each with its first version. Returns their ids in the same order. */
export async function insertDrafts({ db, actor, now }: StaffContext, drafts: readonly NewDraft[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into bank_questions (institute_id, content, bank_passage_id, document, formulas, changed_by, changed_at)
      select ${actor.institute_id}, content::jsonb, passage_id, to_tsvector('english', words), formulas, ${actor.user_id}::bigint, ${now}::timestamptz
      from unnest(${drafts.map(({ content }) => JSON.stringify(content))}::text[],
        ${drafts.map(({ content }) => (content.type === 'comprehension' ? content.passage_id : null))}::bigint[],
        ${drafts.map(({ searched }) => searched.words)}::text[], ${drafts.map(({ searched }) => searched.formulas)}::text[])
        with ordinality as given (content, passage_id, words, formulas, at) order by at
      returning id, content
    ), noted as (
      insert into bank_question_versions (bank_question_id, version, content, saved_by, saved_at)
      select id, 1, content, ${actor.user_id}::bigint, ${now}::timestamptz from made
    )
    select id from made order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks published questions as pictures of a printed paper. Returns their ids for papers, in the order of the editor's ids. */
export async function markAsPictures({ db, actor }: StaffContext, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ question_id: number }>`
    with marked as (
      update questions q set is_picture = true from bank_questions b
      where b.question_id = q.id and b.id = any(${ids}::bigint[]) and b.institute_id = ${actor.institute_id} returning b.id, q.id as question_id
    )
    select question_id from marked order by id`.execute(db);
  return rows.map(({ question_id }) => question_id);
}

/** Writes passages, and returns their ids in the same order. */
export async function insertPassages({ db, actor, now }: StaffContext, contents: readonly PassageContent[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into bank_passages (institute_id, content, changed_at)
      select ${actor.institute_id}, content::jsonb, ${now}::timestamptz
      from unnest(${contents.map((content) => JSON.stringify(content))}::text[]) with ordinality as given (content, at) order by at
      returning id
    )
    select id from made order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Questions that a paper, a draft of a paper or a live quiz of the institute has, or that another question is to replace. */
export async function findUsed({ db, actor }: StaffContext, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select b.id from bank_questions b where b.id = any(${ids}::bigint[]) and b.institute_id = ${actor.institute_id} and (
      exists (select from paper_questions h where h.question_id = b.question_id)
      or exists (select from live_quiz_questions l where l.question_id = b.question_id)
      or exists (select from paper_drafts d where d.institute_id = ${actor.institute_id}
        and d.items @> jsonb_build_array(jsonb_build_object('question_id', b.question_id)))
      or exists (select from bank_questions f where f.follows_id = b.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function deleteDrafts({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`delete from bank_questions where id = any(${ids}::bigint[]) and institute_id = ${actor.institute_id}`.execute(db);
}

/** Deletes passages of the institute that no question names and no student has read. */
export async function deleteUnusedPassages({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`
    delete from bank_passages p where p.id = any(${ids}::bigint[]) and p.institute_id = ${actor.institute_id}
      and p.comprehension_question_id is null and not exists (select from bank_questions b where b.bank_passage_id = p.id)`.execute(db);
}

export async function countApprovers({ db, actor }: StaffContext, roles: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct user_id)::int as count from memberships
    where institute_id = ${actor.institute_id} and ended_at is null and role = any(${roles}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}
