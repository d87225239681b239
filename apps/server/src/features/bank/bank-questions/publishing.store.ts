import type { BankContent, BankFigure, PassageContent } from '@abhyas/contract/bank/bank-content';
import type { BankState } from '@abhyas/exam/bank/bank-states';
import { questionTypes } from '@abhyas/exam/bank/question';
import { initialRating } from '@abhyas/exam/practice/rating';
import { translatedLanguages } from '@abhyas/contract/bank/language-codes';
import { writtenPassageTranslations } from '@abhyas/contract/bank/translations';
import { sql } from 'kysely';
import type { Context, StaffContext } from '../../../context.ts';

const pictureOf = (figure: BankFigure | null | undefined) => ({
  hash: figure?.hash ?? null,
  alt: figure?.alt.trim() ?? null,
  size: figure?.size ?? 0,
});
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);

/** The columns of a published question. Its topic must be chosen. */
function columnsOf(content: BankContent, topic_id: number, comprehension_question_id: number | null) {
  const [one, two, three, four] = [0, 1, 2, 3].map((at) => pictureOf(content.option_figures[at]));
  const supporting = pictureOf(content.figure);
  const solution = pictureOf(content.solution_figure);
  return {
    topic_id,
    comprehension_question_id,
    question_type: questionTypes[content.type],
    complexity: content.difficulty,
    question_text: content.text,
    option_1: orNull(content.options[0]),
    option_2: orNull(content.options[1]),
    option_3: orNull(content.options[2]),
    option_4: orNull(content.options[3]),
    image_option_1: one?.hash ?? null,
    image_option_2: two?.hash ?? null,
    image_option_3: three?.hash ?? null,
    image_option_4: four?.hash ?? null,
    image_option_1_alt: one?.alt ?? null,
    image_option_2_alt: two?.alt ?? null,
    image_option_3_alt: three?.alt ?? null,
    image_option_4_alt: four?.alt ?? null,
    image_option_1_size: one?.size ?? 0,
    image_option_2_size: two?.size ?? 0,
    image_option_3_size: three?.size ?? 0,
    image_option_4_size: four?.size ?? 0,
    supporting_picture: supporting.hash,
    supporting_picture_alt: supporting.alt,
    supporting_picture_size: supporting.size,
    options_layout: content.options_layout,
    accepted_answers: JSON.stringify(content.keys),
    precision: content.precision,
    numerical_notes: orNull(content.notes),
    hint: orNull(content.hint ?? ''),
    solution_text: orNull(content.solution),
    solution_supporting_picture: solution.hash,
    solution_supporting_picture_alt: solution.alt,
    solution_supporting_picture_size: solution.size,
    video_solution_uri: orNull(content.video),
    is_for_practice: content.for === 'practice',
    rating: initialRating(content.difficulty),
    retired_at: null,
  };
}

export interface Publication {
  code: string;
  content: BankContent;
  topic_id: number;
  comprehension_question_id: number | null;
}

/** Writes the translations of a published question, and deletes those that it no longer has. */
export async function publishTranslations({ db, actor }: StaffContext, id: number, { translations = {} }: BankContent): Promise<void> {
  const given = translatedLanguages.flatMap((language) => {
    const content = translations[language];
    return content ? [{ language, content }] : [];
  });
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(language text, content jsonb)),
    deleted as (
      delete from question_translations where question_id = ${id} and institute_id = ${actor.institute_id}
        and language not in (select language from given)
    ), written as (
      insert into question_translations (question_id, institute_id, language, content)
      select ${id}::bigint, ${actor.institute_id}::bigint, language, content from given
      on conflict (question_id, language) do update set content = excluded.content, version = question_translations.version + 1
        where question_translations.content <> excluded.content
    )
    update questions set languages = array(select language from given order by language)
    where id = ${id} and institute_id = ${actor.institute_id}`.execute(db);
}

/** Writes a new question for students. */
export async function insertPublished({ db, actor }: StaffContext, { code, content, topic_id, comprehension_question_id }: Publication) {
  const { id } = await db
    .insertInto('questions')
    .values({
      institute_id: actor.institute_id,
      code,
      ...columnsOf(content, topic_id, comprehension_question_id),
      not_asked_since: content.not_asked_since && JSON.stringify(content.not_asked_since),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the text of a published question that no student has seen. */
export async function replacePublished(
  { db, actor }: StaffContext,
  id: number,
  { content, topic_id, comprehension_question_id }: Omit<Publication, 'code'>,
): Promise<void> {
  await db
    .updateTable('questions')
    .set(columnsOf(content, topic_id, comprehension_question_id))
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .execute();
  await sql`update questions set not_asked_since = ${content.not_asked_since && JSON.stringify(content.not_asked_since)}::jsonb
    where id = ${id} and institute_id = ${actor.institute_id}`.execute(db);
}

/** Locks published questions, so that no paper takes them up meanwhile, and returns the code of each. */
export async function lockPublished({ db, actor }: StaffContext, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from questions where id = any(${ids}::bigint[]) and institute_id = ${actor.institute_id} order by id for update`.execute(
    db,
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Takes questions out of practice, search and the pool of papers. */
export async function hidePublished({ db, actor, now }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`update questions set retired_at = ${now}, is_for_practice = false
    where id = any(${ids}::bigint[]) and institute_id = ${actor.institute_id}`.execute(db);
}

/** Unhides questions; those meant for practice are used in practice again. */
export async function showPublished({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`update questions q set retired_at = null, is_for_practice = b.content->>'for' = 'practice'
    from bank_questions b where b.question_id = q.id and q.id = any(${ids}::bigint[]) and q.institute_id = ${actor.institute_id}`.execute(
    db,
  );
}

interface NewState {
  state: BankState;
  /** A remark for the writer; if absent, the present remark is kept. */
  remark?: string | null;
  /** Whether the person submits the text. */
  isSubmitted?: boolean;
}

/** Sets the state of questions, and raises and returns their versions. */
export async function setState(
  { db, actor, now }: StaffContext,
  ids: readonly number[],
  { state, remark, isSubmitted = false }: NewState,
): Promise<Map<number, number>> {
  const rows = await db
    .updateTable('bank_questions')
    .set({ state, changed_by: actor.user_id, changed_at: now })
    .set((is) => ({ version: is('version', '+', 1) }))
    .$if(remark !== undefined, (of) => of.set({ remark: remark ?? null }))
    .$if(isSubmitted, (of) => of.set({ submitted_by: actor.user_id }))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('institute_id', '=', actor.institute_id)
    .returning(['id', 'version'])
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Notes the approval: from now on students' calls read the text from `question_id`. Returns the new version. */
export async function noteApproved({ db, actor, now }: StaffContext, id: number, question_id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update bank_questions set state = 'approved', question_id = ${question_id}, version = version + 1, approved_version = version + 1,
      remark = null, submitted_by = null, document = null, formulas = '', changed_by = ${actor.user_id}::bigint, changed_at = ${now}::timestamptz
    where id = ${id} and institute_id = ${actor.institute_id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function findPassage({ db, actor }: StaffContext, id: number) {
  return db.selectFrom('bank_passages').where('id', '=', id).where('institute_id', '=', actor.institute_id).selectAll().executeTakeFirst();
}

/** Publishes a passage. Returns its id for students. */
export async function insertPublishedPassage({ db, actor }: StaffContext, id: number, content: PassageContent): Promise<number> {
  const { text, figure, translations } = content;
  const picture = pictureOf(figure);
  const row = await db
    .insertInto('comprehension_questions')
    .values({
      institute_id: actor.institute_id,
      code: `bank-passage-${id}`,
      comprehension_text: text.trim(),
      supporting_picture: picture.hash,
      supporting_picture_alt: picture.alt,
      supporting_picture_size: picture.size,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { hi } = writtenPassageTranslations(translations) ?? {};
  if (hi)
    await db
      .insertInto('passage_translations')
      .values({
        passage_id: row.id,
        institute_id: actor.institute_id,
        language: 'hi',
        content: JSON.stringify({ ...hi, text: hi.text.trim() }),
      })
      .execute();
  await db
    .updateTable('bank_passages')
    .set({ comprehension_question_id: row.id })
    .where('id', '=', id)
    .where('institute_id', '=', actor.institute_id)
    .execute();
  return row.id;
}

/** The content of the editor, from the columns of a question `q` with its bank passage `p` and what is `translated`. */
const contentOfColumns = sql`jsonb_build_object(
  'topic_id', q.topic_id, 'type', (array['four_options', 'numerical', 'multiple_option', 'comprehension'])[q.question_type + 1],
  'difficulty', q.complexity, 'for', case when q.is_for_practice or q.retired_at is not null and b.content->>'for' = 'practice' then 'practice' else 'paper' end,
  'passage_id', p.id, 'text', q.question_text,
  'options', jsonb_build_array(coalesce(q.option_1, ''), coalesce(q.option_2, ''), coalesce(q.option_3, ''), coalesce(q.option_4, '')),
  'option_figures', (select jsonb_agg(case when f.hash is not null then
      jsonb_build_object('hash', f.hash, 'alt', coalesce(f.alt, ''), 'size', f.size) end order by f.at)
    from (values (1, q.image_option_1, q.image_option_1_alt, q.image_option_1_size), (2, q.image_option_2, q.image_option_2_alt, q.image_option_2_size),
      (3, q.image_option_3, q.image_option_3_alt, q.image_option_3_size), (4, q.image_option_4, q.image_option_4_alt, q.image_option_4_size))
      as f (at, hash, alt, size)),
  'options_layout', q.options_layout,
  'figure', case when q.supporting_picture is not null then
    jsonb_build_object('hash', q.supporting_picture, 'alt', coalesce(q.supporting_picture_alt, ''), 'size', q.supporting_picture_size) end,
  'keys', q.accepted_answers, 'precision', q.precision, 'notes', coalesce(q.numerical_notes, ''), 'hint', coalesce(q.hint, ''), 'solution', coalesce(q.solution_text, ''),
  'solution_figure', case when q.solution_supporting_picture is not null then jsonb_build_object('hash', q.solution_supporting_picture,
    'alt', coalesce(q.solution_supporting_picture_alt, ''), 'size', q.solution_supporting_picture_size) end,
  'video', coalesce(q.video_solution_uri, ''), 'not_asked_since', q.not_asked_since)
  || case when q.languages = '{}' then '{}'::jsonb else jsonb_build_object('translations',
    translated.content) end`;

/** Takes imported questions of institutes into the editor: new ones, and a version of each changed one. */
export async function takeImported({ db, now }: Context, ids: readonly number[], saved_by: number | null): Promise<void> {
  await sql`
    with imported as materialized (
      select p.id, p.institute_id, jsonb_build_object('text', p.comprehension_text, 'figure', case when p.supporting_picture is not null then
        jsonb_build_object('hash', p.supporting_picture, 'alt', coalesce(p.supporting_picture_alt, ''), 'size', p.supporting_picture_size) end)
        || coalesce(translated.content, '{}') as content
      from comprehension_questions p
        join (select distinct comprehension_question_id as id from questions where id = any(${ids}::bigint[])) used on used.id = p.id
        left join lateral (select jsonb_build_object('translations', jsonb_object_agg(t.language, t.content)) as content
          from passage_translations t where t.passage_id = p.id having count(*) > 0) translated on true
      where p.institute_id is not null
    )
    insert into bank_passages (institute_id, content, changed_at, comprehension_question_id)
    select institute_id, content, ${now}::timestamptz, id from imported
    on conflict (comprehension_question_id) do update set content = excluded.content, version = bank_passages.version + 1
      where bank_passages.content <> excluded.content`.execute(db);
  await sql`
    with imported as materialized (
      select q.id, q.institute_id, case when q.retired_at is null then 'approved' else 'retired' end as state, ${contentOfColumns} as content,
        p.id as bank_passage_id
      from questions q left join bank_passages p on p.comprehension_question_id = q.comprehension_question_id
        left join bank_questions b on b.question_id = q.id
        left join lateral (select jsonb_object_agg(t.language, t.content) as content from question_translations t where t.question_id = q.id)
          translated on true
      where q.id = any(${ids}::bigint[]) and q.institute_id is not null
    ), taken as (
      insert into bank_questions (institute_id, state, content, bank_passage_id, question_id, approved_version, changed_by, changed_at)
      select institute_id, state, content, bank_passage_id, id, 1, ${saved_by}::bigint, ${now}::timestamptz from imported order by id
      on conflict (question_id) do update set state = excluded.state, content = excluded.content, bank_passage_id = excluded.bank_passage_id,
        version = bank_questions.version + 1, approved_version = bank_questions.version + 1, faults = '[]', remark = null, submitted_by = null,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at, document = null, formulas = ''
        where bank_questions.state <> excluded.state or bank_questions.content <> excluded.content
      returning id, version, content, changed_by, changed_at
    )
    insert into bank_question_versions (bank_question_id, version, content, saved_by, saved_at)
    select id, version, content, changed_by, changed_at from taken`.execute(db);
}
