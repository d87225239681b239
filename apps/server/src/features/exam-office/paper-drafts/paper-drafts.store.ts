import { type Selectable, sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Item, Plan } from './question-pool.ts';

export type DraftRow = Selectable<Tables['paper_drafts']>;

/** One page of the list of drafts, without plans and questions. */
export async function listDrafts({ db, actor }: StaffContext, { offset, limit }: { offset: number; limit: number }) {
  const { rows: drafts } = await sql<{
    id: number;
    name: string;
    exam: Plan['exam'];
    question_count: number;
    planned_count: number;
    changed_at: Date;
    paper_id: number | null;
  }>`
    select id, name, plan->>'exam' as exam, jsonb_array_length(items) as question_count, changed_at, paper_id,
      (select coalesce(sum((s->>'question_count')::int), 0) from jsonb_array_elements(plan->'sections') s)::int as planned_count
    from paper_drafts where institute_id = ${actor.institute_id} order by changed_at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from paper_drafts where institute_id = ${actor.institute_id}`.execute(db);
  return { drafts, total: rows[0]?.total ?? 0 };
}

export async function countOpen({ db, actor }: StaffContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from paper_drafts where institute_id = ${actor.institute_id} and paper_id is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A draft of the institute. With `isLocked`, other changes of the draft wait for this transaction. */
export async function findDraft({ db, actor }: StaffContext, id: number, { isLocked = false } = {}): Promise<DraftRow | undefined> {
  const query = db.selectFrom('paper_drafts').where('id', '=', id).where('institute_id', '=', actor.institute_id).selectAll();
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

export async function insertDraft({ db, actor, now }: StaffContext, name: string, plan: Plan): Promise<number> {
  const { id } = await db
    .insertInto('paper_drafts')
    .values({ institute_id: actor.institute_id, name, plan: JSON.stringify(plan), changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Content {
  name: string;
  plan: Plan;
  items: readonly Item[];
  passed: readonly number[];
}

/** Writes a draft's content, and raises and returns its version. */
export async function updateDraft({ db, actor, now }: StaffContext, id: number, { name, plan, items, passed }: Content): Promise<number> {
  const { version } = await db
    .updateTable('paper_drafts')
    .set({ name, plan: JSON.stringify(plan), items: JSON.stringify(items), passed: [...passed], changed_at: now })
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function noteMade({ db, actor, now }: StaffContext, id: number, paper_id: number): Promise<void> {
  await db
    .updateTable('paper_drafts')
    .set({ paper_id, changed_at: now })
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .execute();
}

export async function deleteDraft({ db, actor }: StaffContext, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('paper_drafts')
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** The number of chapters that exist and belong to the named subject. */
export async function countChapters({ db }: StaffContext, named: readonly { chapter_id: number; subject_id: number }[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from unnest(${named.map(({ chapter_id }) => chapter_id)}::bigint[], ${named.map(({ subject_id }) => subject_id)}::int[])
      as n(chapter_id, subject_id)
    join chapters c on c.id = n.chapter_id and c.subject_id = n.subject_id`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of topics that exist and belong to the subject. */
export async function countTopics({ db }: StaffContext, topic_ids: readonly number[], subject_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from topics t join chapters c on c.id = t.chapter_id
    where t.id = any(${topic_ids}::bigint[]) and c.subject_id = ${subject_id}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface NewSection extends Omit<Plan['sections'][number], 'chapters'> {
  /** Position of the section within its subject, from 0. */
  section: number;
  first_position: number;
}

export interface NewPaper {
  code: string;
  name: string;
  exam: string;
  preset: string | null;
  courses: string[];
  test_duration: number;
  sections: readonly NewSection[];
  /** The ids of each section's questions. */
  questions: readonly (readonly number[])[];
  sets_seed: number;
  sets_move_options: boolean;
}

/** Writes an institute's test, which is not yet assigned to any student. */
export async function insertPaper({ db, actor }: StaffContext, { sections, questions, exam, ...paper }: NewPaper): Promise<number> {
  const { id } = await db
    .insertInto('papers')
    .values({
      ...paper,
      test_mode_type: 0,
      test_type: exam,
      time_kind: 'wall_clock',
      is_new_neet_pattern: false,
      is_assignment: false,
      is_free: false,
      is_test_retakable: false,
      allows_review: false,
      institute_id: actor.institute_id,
      opens_at: null,
      closes_at: null,
      position: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('paper_sections')
    .values(sections.map((section, position) => ({ ...section, paper_id: id, position, unattempted: 0 })))
    .execute();
  let position = 0;
  const places = questions.flatMap((ids, section_position) =>
    ids.map((question_id) => ({ paper_id: id, position: position++, section_position, question_id })),
  );
  await db.insertInto('paper_questions').values(places).execute();
  return id;
}
