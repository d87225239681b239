import { presets } from '@abhyas/exam/tests/presets';
import { questionTypes } from '@abhyas/exam/bank/question';
import { initialRating } from '@abhyas/exam/practice/rating';
import { type Insertable, sql } from 'kysely';
import { isSpread } from '../../../../database/scale/spread-database.ts';
import type { Tables } from '../../../../database/tables.ts';
import type { ActorContext, Context } from '../../../../context.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import type { Content } from '../checking/check-content.ts';
import type { FigureEntry, QuestionEntry } from '@abhyas/contract/bank/authored-question';
import { type ChapterFile, type CheatSheetFile, type PaperFile, subjectCodes } from '../reading/content-file.ts';
import { isPreset, sectionsOfPaper } from '../reading/paper-sections.ts';
import type { PictureFile } from '../reading/picture-file.ts';
import { writePassageTranslations, writeTranslations } from './translations.store.ts';
import { existing, findCorrected, findInstituteIds, isOpenTo, type Owner } from './stored-content.store.ts';

function pictureColumns(figure: FigureEntry | undefined, pictures: ReadonlyMap<FigureEntry, PictureFile>) {
  return {
    hash: figure ? existing(pictures.get(figure), `picture ${figure.file}`).hash : null,
    alt: figure?.alt.trim() ?? null,
    size: figure?.size ?? 0,
  };
}

function questionRow(
  owner: Owner,
  question: QuestionEntry,
  topicIds: ReadonlyMap<string, number>,
  passageIds: ReadonlyMap<string, number>,
  pictures: ReadonlyMap<FigureEntry, PictureFile>,
): Insertable<Tables['questions']> {
  const supporting = pictureColumns(question.figure, pictures);
  const solution = pictureColumns(question.solution_figure, pictures);
  const [one, two, three, four] = [0, 1, 2, 3].map((at) => pictureColumns(question.option_figures?.[at], pictures));
  return {
    institute_id: owner,
    code: question.code,
    topic_id: existing(topicIds.get(question.topic), `topic ${question.topic}, which question ${question.code} names`),
    comprehension_question_id: question.passage
      ? existing(passageIds.get(question.passage), `passage ${question.passage}, which question ${question.code} names`)
      : null,
    question_type: questionTypes[question.type],
    complexity: question.difficulty,
    question_text: question.text.trim(),
    option_1: question.options?.[0] ?? null,
    option_2: question.options?.[1] ?? null,
    option_3: question.options?.[2] ?? null,
    option_4: question.options?.[3] ?? null,
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
    options_layout: question.options_layout ?? 1,
    accepted_answers: JSON.stringify([question.answer, ...(question.also_accepted ?? [])]),
    precision: question.precision ?? 2,
    numerical_notes: question.notes === undefined ? null : String(question.notes),
    hint: question.hint?.trim() ?? null,
    solution_text: question.solution?.trim() ?? null,
    solution_supporting_picture: solution.hash,
    solution_supporting_picture_alt: solution.alt,
    solution_supporting_picture_size: solution.size,
    video_solution_uri: question.video ?? null,
    is_for_practice: question.for === 'practice',
    rating: initialRating(question.difficulty),
    not_asked_since: question.not_asked_since ? JSON.stringify(question.not_asked_since) : null,
    retired_at: null,
  };
}

/** Sets every column except the named ones from the row that would have been inserted. */
function excluded<R extends object>(row: R, except: readonly (keyof R)[]) {
  const columns = Object.keys(row).filter((column) => !except.includes(column as keyof R));
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
}

/** Condition that limits an update to rows that differ; equal rows stay unchanged and are not returned. */
function isChanged(table: string, columns: readonly string[], values: Readonly<Record<string, unknown>> = {}) {
  const stored = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const given = sql.join(columns.map((column) => values[column] ?? sql.ref(`excluded.${column}`)));
  return sql<boolean>`(${stored}) is distinct from (${given})`;
}

/** Ids of a stored chapter's topics, for questions of an institute. */
async function findTopicIds({ db }: Context, { chapter }: ChapterFile): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('topics')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where('chapters.code', '=', chapter.code)
    .select(['topics.id', 'topics.code'])
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

async function findLastPosition(db: Context['db']): Promise<number> {
  const row = await db
    .selectFrom('chapters')
    .select((of) => of.fn.max('position').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Writes a chapter and its topics, on which all other parts of its file depend. */
async function writeTopics({ db }: Context, { chapter }: ChapterFile): Promise<Map<string, number>> {
  const position = chapter.position ?? (await findLastPosition(db)) + 1;
  const chapterRow = { code: chapter.code, subject_id: subjectCodes[chapter.subject], name: chapter.name, position };
  const kept: ('code' | 'position')[] = chapter.position === undefined ? ['code', 'position'] : ['code'];
  const { id: chapter_id } = await db
    .insertInto('chapters')
    .values(chapterRow)
    .onConflict((on) => on.column('code').doUpdateSet(excluded(chapterRow, kept)))
    .returning('id')
    .executeTakeFirstOrThrow();
  const topicRows = chapter.topics.map(({ code, name, not_asked_since = {} }, at) => ({
    code,
    chapter_id,
    name,
    position: at,
    not_asked_since: JSON.stringify(not_asked_since),
  }));
  const topics = await db
    .insertInto('topics')
    .values(topicRows)
    .onConflict((on) =>
      on.column('code').doUpdateSet((is) => ({
        chapter_id,
        name: is.ref('excluded.name'),
        position: is.ref('excluded.position'),
        not_asked_since: sql<string>`excluded.not_asked_since`,
      })),
    )
    .returning(['id', 'code'])
    .execute();
  return new Map(topics.map(({ id, code }) => [code, id]));
}

async function writePassages(
  context: Context,
  owner: Owner,
  { passages = [] }: ChapterFile,
  pictures: Content['pictures'],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { code, text, figure, translations = {} } of passages) {
    const picture = pictureColumns(figure, pictures);
    const row = {
      institute_id: owner,
      code,
      comprehension_text: text.trim(),
      supporting_picture: picture.hash,
      supporting_picture_alt: picture.alt,
      supporting_picture_size: picture.size,
    };
    const { id } = await context.db
      .insertInto('comprehension_questions')
      .values(row)
      .onConflict((on) => on.columns(['institute_id', 'code']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code, id);
    await writePassageTranslations(context, owner, id, translations);
  }
  return ids;
}

/** Retires questions: practice, search and new papers no longer have them. Returns the ids of those that were not retired before. */
async function retireQuestions({ db, now }: Context, owner: Owner, codes: readonly string[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const retired = await db
    .updateTable('questions')
    .set({ retired_at: now, is_for_practice: false })
    .where('code', 'in', codes)
    .where('institute_id', 'is not distinct from', owner)
    .where('retired_at', 'is', null)
    .returning('id')
    .execute();
  return retired.map(({ id }) => id);
}

/** Writes questions. Returns the ids of new and changed ones. */
async function writeQuestions({ db }: Context, rows: readonly Insertable<Tables['questions']>[]): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  // An import keeps data that came from students' answers: a rating, and a key that was corrected after a test.
  const isCorrected = isSpread(db)
    ? sql`questions.id = any(${await findCorrected(
        { db },
        rows.map(({ code }) => code),
      )}::bigint[])`
    : sql`exists (select from key_corrections c where c.question_id = questions.id)`;
  const accepted_answers = sql<string>`case when ${isCorrected} then questions.accepted_answers else excluded.accepted_answers end`;
  const updated = { ...excluded(first, ['institute_id', 'code', 'rating']), accepted_answers };
  const changed = await db
    .insertInto('questions')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['institute_id', 'code'])
        .doUpdateSet(updated)
        .where(isChanged('questions', Object.keys(updated), { accepted_answers })),
    )
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

async function writePaper(context: Context, owner: Owner, file: PaperFile, mark: MarkQuestions) {
  const { db } = context;
  const { paper } = file;
  const preset = isPreset(paper.preset) ? presets[paper.preset] : undefined;
  const row = {
    code: paper.code,
    name: paper.name,
    test_mode_type: ({ institute: 0, mock: 1, previous_paper: 2 } as const)[paper.mode],
    test_type: paper.exam,
    preset: paper.preset ?? null,
    time_kind: paper.mode === 'institute' && !paper.assignment ? ('wall_clock' as const) : ('session_time' as const),
    test_duration: paper.minutes === undefined ? existing(preset, `duration of paper ${paper.code}`).test_duration : paper.minutes * 60,
    is_new_neet_pattern: preset?.is_new_neet_pattern ?? false,
    is_assignment: paper.assignment ?? false,
    courses: paper.courses,
    is_free: paper.free,
    is_test_retakable: paper.retakable,
    institute_id: owner,
    opens_at: paper.opens_at ? new Date(paper.opens_at) : null,
    closes_at: paper.closes_at ? new Date(paper.closes_at) : null,
    position: paper.position ?? 0,
  };
  // A file without a window does not change the window that staff have set.
  const hasWindow = row.opens_at !== null || row.closes_at !== null;
  const keptWindow = { opens_at: sql.ref<Date>('papers.opens_at'), closes_at: sql.ref<Date>('papers.closes_at') };
  const { id: paper_id } = await db
    .insertInto('papers')
    .values({ ...row, allows_review: paper.mode !== 'institute' })
    .onConflict((on) =>
      on.columns(['institute_id', 'code']).doUpdateSet((is) => ({
        ...excluded(row, ['institute_id', 'code']),
        ...(hasWindow ? {} : keptWindow),
        version: is('papers.version', '+', 1),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const before = await db.selectFrom('paper_questions').where('paper_id', '=', paper_id).select('question_id').execute();
  await db.deleteFrom('paper_sections').where('paper_id', '=', paper_id).execute();

  const codes = file.sections.flatMap(({ questions }) => questions);
  const found = await db
    .selectFrom('questions')
    .where('code', 'in', codes)
    .where(isOpenTo(owner))
    .select(['id', 'code'])
    .orderBy(sql`institute_id nulls first`)
    .execute();
  const ids = new Map(found.map(({ id, code }) => [code, id]));
  for (const [at, { partial, ...rules }] of sectionsOfPaper(file).entries()) {
    await db
      .insertInto('paper_sections')
      .values({ paper_id, position: at, ...rules, partial: partial && [...partial] })
      .execute();
    const questions = file.sections[at]?.questions ?? [];
    await db
      .insertInto('paper_questions')
      .values(
        questions.map((code, offset) => ({
          paper_id,
          position: rules.first_position + offset,
          section_position: at,
          question_id: existing(ids.get(code), `question ${code}, which paper ${paper.code} names`),
        })),
      )
      .execute();
  }
  // The search index contains the previous papers of a question.
  if (paper.mode === 'previous_paper')
    await mark(context, [...new Set([...before.map(({ question_id }) => question_id), ...ids.values()])]);
}

async function writeCheatSheet({ db }: Context, owner: Owner, sheet: CheatSheetFile, pictures: ReadonlyMap<FigureEntry, PictureFile>) {
  const { id: chapter_id } = await db.selectFrom('chapters').where('code', '=', sheet.chapter).select('id').executeTakeFirstOrThrow();
  const rows = sheet.quick_points.map((point, position): Insertable<Tables['quick_points']> => {
    const picture = pictureColumns(point.figure, pictures);
    return {
      institute_id: owner,
      code: point.code,
      chapter_id,
      position,
      title: point.title,
      text: point.text.trim(),
      supporting_picture: picture.hash,
      supporting_picture_alt: picture.alt,
      supporting_picture_size: picture.size,
      supporting_text: point.supporting_text?.trim() ?? null,
    };
  });
  const [first] = rows;
  if (!first) return;
  await db
    .insertInto('quick_points')
    .values(rows)
    .onConflict((on) => on.columns(['institute_id', 'code']).doUpdateSet(excluded(first, ['institute_id', 'code'])))
    .execute();
}

/** Called with questions whose text, topic or previous papers have changed, in the transaction that changes them. */
export type MarkQuestions = (context: Context, ids: readonly number[]) => Promise<void>;

/** Number of questions written at once, which limits how long a server's other calls wait. */
const questionsAtOnce = 20;
const pictureBytesAtOnce = 1_000_000;

function* parts<T>(entries: readonly T[], most: number, weightOf: (entry: T) => number = () => 1): Generator<T[]> {
  let part: T[] = [];
  let weight = 0;
  for (const entry of entries) {
    if (part.length > 0 && weight + weightOf(entry) > most) {
      yield part;
      [part, weight] = [[], 0];
    }
    part.push(entry);
    weight += weightOf(entry);
  }
  if (part.length > 0) yield part;
}

/** Raises the version of papers with changed questions, because the content of papers is cached by version. */
async function raiseVersions({ db }: Context, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await db
    .updateTable('papers')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', 'in', (is) =>
      is.selectFrom('paper_questions').where(sql<boolean>`question_id = any(${questionIds}::bigint[])`).select('paper_id'),
    )
    .execute();
}

/** Data that questions show beside their own row: names of chapter and topic, and the passage. */
async function readSurroundings({ db }: Context, owner: Owner, { chapter }: ChapterFile): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('questions')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .leftJoin('comprehension_questions as passages', 'passages.id', 'questions.comprehension_question_id')
    .where('chapters.code', '=', chapter.code)
    // Questions of institutes also show names of the shared bank.
    .$if(owner !== null, (of) => of.where('questions.institute_id', '=', owner))
    .select('questions.id')
    .select(
      sql<string>`md5(concat_ws('|', chapters.name, chapters.subject_id, topics.name, topics.not_asked_since, to_jsonb(passages),
        (select jsonb_agg(t.content) from passage_translations t where t.passage_id = passages.id)))`.as('digest'),
    )
    .execute();
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

async function writePictures({ db }: Context, owner: Owner, pictures: Content['pictures']): Promise<void> {
  const files = new Map([...pictures.values()].map((picture) => [picture.hash, picture]));
  for (const values of parts([...files.values()], pictureBytesAtOnce, ({ bytes }) => bytes.length)) {
    await db
      .insertInto('pictures')
      .values(values)
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .insertInto('picture_uses')
      .values(values.map(({ hash }) => ({ hash, institute_id: owner })))
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

async function writeChapter(
  context: Context,
  owner: Owner,
  chapter: ChapterFile,
  pictures: Content['pictures'],
  mark: MarkQuestions,
): Promise<void> {
  const before = await readSurroundings(context, owner, chapter);
  const ids = await inTransaction(context, async (within) => ({
    // Chapters and topics belong to the shared bank; an institute's questions use them.
    topics: await (owner === null ? writeTopics(within, chapter) : findTopicIds(within, chapter)),
    passages: await writePassages(within, owner, chapter, pictures),
  }));
  const changed: number[] = [];
  for (const questions of parts(chapter.questions, questionsAtOnce)) {
    const rows = questions.map((question) => questionRow(owner, question, ids.topics, ids.passages, pictures));
    await inTransaction(context, async (within) => {
      const codes = questions.map(({ code, translations = {} }) => ({ code, translations }));
      const written = [...new Set([...(await writeQuestions(within, rows)), ...(await writeTranslations(within, owner, codes))])];
      changed.push(...written);
      await mark(within, written);
    });
  }
  await inTransaction(context, async (within) => {
    const retired = await retireQuestions(within, owner, chapter.retired ?? []);
    changed.push(...retired);
    await mark(within, retired);
  });
  const after = await readSurroundings(context, owner, chapter);
  const besides = [...after].flatMap(([id, digest]) => (before.has(id) && before.get(id) !== digest ? [id] : []));
  await raiseVersions(context, [...changed, ...besides]);
  await mark(context, besides);
}

/**
 * Writes checked content of the actor's institute or, for the operator, of the shared bank and of the institutes that the papers name. Adds
 * new codes, updates known ones, retires those that a chapter retires, and removes none. Outside a transaction each part is a transaction
 * of its own, in an order in which no part names another that is not written yet.
 */
export async function writeContent(
  context: ActorContext,
  { chapters, papers, cheatSheets, pictures }: Content,
  mark: MarkQuestions = () => Promise.resolve(),
): Promise<void> {
  const owner = context.actor.institute_id;
  await writePictures(context, owner, pictures);
  for (const chapter of chapters) await writeChapter(context, owner, chapter, pictures, mark);
  const institutes = await findInstituteIds(
    context,
    papers.flatMap(({ paper }) => paper.institute ?? []),
  );
  for (const file of papers) {
    const { code, institute } = file.paper;
    const paperOwner =
      owner ?? (institute === undefined ? null : existing(institutes.get(institute), `institute ${institute}, which paper ${code} names`));
    await inTransaction(context, (within) => writePaper(within, paperOwner, file, mark));
  }
  for (const sheet of cheatSheets) await writeCheatSheet(context, owner, sheet, pictures);
}
