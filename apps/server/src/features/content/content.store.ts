import { presets } from '@abhyas/exam/presets';
import { type AcceptedAnswer, questionTypes } from '@abhyas/exam/question';
import { initialRating } from '@abhyas/exam/rating';
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isInteger } from './check-answer.ts';
import type { AskedCodes, Content, StoredContent } from './check-content.ts';
import type { KnownQuestion } from './checked-file.ts';
import {
  type ChapterFile,
  type CheatSheetFile,
  type FigureEntry,
  type PaperFile,
  type QuestionEntry,
  subjectCodes,
} from './content-file.ts';
import { isPreset, sectionsOfPaper } from './paper-sections.ts';
import type { PictureFile } from './picture-file.ts';

const typeNames = Object.keys(questionTypes) as (keyof typeof questionTypes)[];
const subjectNames = Object.keys(subjectCodes) as (keyof typeof subjectCodes)[];

/** What checked content always has; without it nothing is written in its place. */
function existing<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`There is no ${what}`);
  return found;
}

async function readQuestions({ db }: Context, codes: readonly string[]): Promise<Map<string, KnownQuestion>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('questions')
    .innerJoin('topics', 'topics.id', 'questions.topic_id')
    .innerJoin('chapters', 'chapters.id', 'topics.chapter_id')
    .where(sql<boolean>`questions.code = any(${codes}::text[])`)
    .where('questions.institute_id', 'is', null)
    .select(['questions.code', 'questions.question_type', 'questions.is_for_practice', 'questions.accepted_answers', 'chapters.subject_id'])
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
      },
    ]),
  );
}

interface StoredKey {
  question_type: number;
  accepted_answers: AcceptedAnswer[];
  precision: number;
}

/** A key in words that are equal where the key is. */
const wordsOfKey = ({ question_type, accepted_answers, precision }: StoredKey): string =>
  JSON.stringify([
    question_type,
    precision,
    accepted_answers.map((key) => (typeof key === 'object' && !Array.isArray(key) ? [key.from, 'to', key.to] : key)),
  ]);

/**
 * Those of the questions whose stored key is another one. A key that was corrected counts as what it was before, too: an import leaves it alone.
 */
export async function findChangedKeys({ db }: Context, questions: readonly QuestionEntry[]): Promise<string[]> {
  const codes = questions.map(({ code }) => code);
  const { rows } = await sql<StoredKey & { code: string; previous: AcceptedAnswer[][] }>`
    select q.code, q.question_type, q.accepted_answers, q.precision,
      coalesce((select jsonb_agg(c.previous_answers) from key_corrections c where c.question_id = q.id), '[]') as previous
    from questions q where q.code = any(${codes}::text[]) and q.institute_id is null`.execute(db);
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

/** Those of the questions that somebody has answered. */
export async function findAnswered({ db }: Context, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ code: string }>`
    select q.code from questions q where q.code = any(${codes}::text[])
      and exists (select from responses r where r.question_id = q.id and (r.responses <> '{}' or r.rich_response ~ '[0-9]'))`.execute(db);
  return rows.map(({ code }) => code);
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

/** Codes of papers that students have begun, with their questions in order: such a paper keeps its questions. */
async function readBegunPapers({ db }: Context, codes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('papers')
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'papers.id')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .where(sql<boolean>`papers.code = any(${codes}::text[])`)
    .where((is) => is.exists(is.selectFrom('sessions').whereRef('sessions.paper_id', '=', 'papers.id').select('sessions.id')))
    .select(['papers.code', 'questions.code as question_code'])
    .orderBy('paper_questions.position')
    .execute();
  const begun = new Map<string, string[]>();
  for (const row of rows) begun.set(row.code, [...(begun.get(row.code) ?? []), row.question_code]);
  return begun;
}

/** What of the codes asked for is stored. */
export async function readStoredContent(context: Context, { questions, chapters, papers }: AskedCodes): Promise<StoredContent> {
  return {
    questions: await readQuestions(context, questions),
    topics: await readTopics(context, chapters),
    begun: await readBegunPapers(context, papers),
  };
}

function pictureColumns(figure: FigureEntry | undefined, pictures: ReadonlyMap<FigureEntry, PictureFile>) {
  return {
    hash: figure ? existing(pictures.get(figure), `picture ${figure.file}`).hash : null,
    alt: figure?.alt.trim() ?? null,
    size: figure?.size ?? 0,
  };
}

function questionRow(
  question: QuestionEntry,
  topicIds: ReadonlyMap<string, number>,
  passageIds: ReadonlyMap<string, number>,
  pictures: ReadonlyMap<FigureEntry, PictureFile>,
): Insertable<Tables['questions']> {
  const supporting = pictureColumns(question.figure, pictures);
  const solution = pictureColumns(question.solution_figure, pictures);
  const [one, two, three, four] = [0, 1, 2, 3].map((at) => pictureColumns(question.option_figures?.[at], pictures));
  return {
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
    solution_text: question.solution?.trim() ?? null,
    solution_supporting_picture: solution.hash,
    solution_supporting_picture_alt: solution.alt,
    solution_supporting_picture_size: solution.size,
    video_solution_uri: question.video ?? null,
    is_for_practice: question.for === 'practice',
    rating: initialRating(question.difficulty),
  };
}

/** Every column of a row but those named, taken from the row that would have been inserted. */
function excluded<R extends object>(row: R, except: readonly (keyof R)[]) {
  const columns = Object.keys(row).filter((column) => !except.includes(column as keyof R));
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
}

/** A chapter with its topics, which everything else of its file builds on. */
async function writeTopics({ db }: Context, { chapter }: ChapterFile): Promise<Map<string, number>> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from chapters)`;
  const chapterRow = { code: chapter.code, subject_id: subjectCodes[chapter.subject], name: chapter.name, position };
  const { id: chapter_id } = await db
    .insertInto('chapters')
    .values(chapterRow)
    .onConflict((on) => on.column('code').doUpdateSet(excluded(chapterRow, ['code', 'position'])))
    .returning('id')
    .executeTakeFirstOrThrow();
  const topicRows = chapter.topics.map(({ code, name }, at) => ({ code, chapter_id, name, position: at }));
  const topics = await db
    .insertInto('topics')
    .values(topicRows)
    .onConflict((on) =>
      on.column('code').doUpdateSet((is) => ({ chapter_id, name: is.ref('excluded.name'), position: is.ref('excluded.position') })),
    )
    .returning(['id', 'code'])
    .execute();
  return new Map(topics.map(({ id, code }) => [code, id]));
}

async function writePassages({ db }: Context, { passages = [] }: ChapterFile, pictures: Content['pictures']): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { code, text, figure } of passages) {
    const picture = pictureColumns(figure, pictures);
    const row = {
      code,
      comprehension_text: text.trim(),
      supporting_picture: picture.hash,
      supporting_picture_alt: picture.alt,
      supporting_picture_size: picture.size,
    };
    const { id } = await db
      .insertInto('comprehension_questions')
      .values(row)
      .onConflict((on) => on.columns(['institute_id', 'code']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code, id);
  }
  return ids;
}

async function writeQuestions({ db }: Context, rows: readonly Insertable<Tables['questions']>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // What was learnt from students outlives a file: a rating, and a key that was corrected after a test and marked again.
  const isCorrected = sql`exists (select from key_corrections c where c.question_id = questions.id)`;
  const accepted_answers = sql<string>`case when ${isCorrected} then questions.accepted_answers else excluded.accepted_answers end`;
  await db
    .insertInto('questions')
    .values(rows)
    .onConflict((on) => on.columns(['institute_id', 'code']).doUpdateSet({ ...excluded(first, ['code', 'rating']), accepted_answers }))
    .execute();
}

async function writePaper({ db }: Context, file: PaperFile) {
  const { paper } = file;
  const preset = isPreset(paper.preset) ? presets[paper.preset] : undefined;
  const institute = paper.institute
    ? await db
        .insertInto('institutes')
        .values({ code: paper.institute, name: paper.institute })
        .onConflict((on) => on.column('code').doUpdateSet((is) => ({ code: is.ref('excluded.code') })))
        .returning('id')
        .executeTakeFirstOrThrow()
    : undefined;
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
    institute_id: institute?.id ?? null,
    opens_at: paper.opens_at ? new Date(paper.opens_at) : null,
    closes_at: paper.closes_at ? new Date(paper.closes_at) : null,
    position: paper.position ?? 0,
  };
  // A file that names no window leaves the one that the staff have set.
  const hasWindow = row.opens_at !== null || row.closes_at !== null;
  const keptWindow = { opens_at: sql.ref<Date>('papers.opens_at'), closes_at: sql.ref<Date>('papers.closes_at') };
  const { id: paper_id } = await db
    .insertInto('papers')
    .values({ ...row, allows_review: paper.mode !== 'institute' })
    .onConflict((on) =>
      on.columns(['institute_id', 'code']).doUpdateSet((is) => ({
        ...excluded(row, ['code']),
        ...(hasWindow ? {} : keptWindow),
        version: is('papers.version', '+', 1),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('paper_sections').where('paper_id', '=', paper_id).execute();

  const codes = file.sections.flatMap(({ questions }) => questions);
  const found = await db
    .selectFrom('questions')
    .where('code', 'in', codes)
    .where('institute_id', 'is', null)
    .select(['id', 'code'])
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
}

async function writeCheatSheet({ db }: Context, sheet: CheatSheetFile, pictures: ReadonlyMap<FigureEntry, PictureFile>) {
  const { id: chapter_id } = await db.selectFrom('chapters').where('code', '=', sheet.chapter).select('id').executeTakeFirstOrThrow();
  const rows = sheet.quick_points.map((point, position): Insertable<Tables['quick_points']> => {
    const picture = pictureColumns(point.figure, pictures);
    return {
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
    .onConflict((on) => on.columns(['institute_id', 'code']).doUpdateSet(excluded(first, ['code'])))
    .execute();
}

/** How many questions are written at once: a server's other calls wait no longer than for these. */
const questionsAtOnce = 40;
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

/** Built bytes of a paper are kept by version: what was touched of its questions may have changed them. */
async function raiseVersions({ db }: Context, topicIds: readonly number[]): Promise<void> {
  const papersWithThem = db
    .selectFrom('paper_questions')
    .innerJoin('questions', 'questions.id', 'paper_questions.question_id')
    .where(sql<boolean>`questions.topic_id = any(${topicIds}::bigint[])`)
    .select('paper_questions.paper_id');
  await db
    .updateTable('papers')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', 'in', papersWithThem)
    .execute();
}

/**
 * Writes checked content: what has a known code is brought up to date, the rest is added, nothing is removed. In a transaction it is part
 * of that; without one each part is a transaction of its own, in an order in which nothing names what is not there yet.
 */
export async function writeContent(context: Context, { chapters, papers, cheatSheets, pictures }: Content): Promise<void> {
  const files = new Map([...pictures.values()].map((picture) => [picture.hash, picture]));
  for (const values of parts([...files.values()], pictureBytesAtOnce, ({ bytes }) => bytes.length))
    await context.db
      .insertInto('pictures')
      .values(values)
      .onConflict((on) => on.doNothing())
      .execute();
  for (const chapter of chapters) {
    const ids = await inTransaction(context, async (within) => ({
      topics: await writeTopics(within, chapter),
      passages: await writePassages(within, chapter, pictures),
    }));
    for (const questions of parts(chapter.questions, questionsAtOnce)) {
      const rows = questions.map((question) => questionRow(question, ids.topics, ids.passages, pictures));
      await writeQuestions(context, rows);
    }
    await raiseVersions(context, [...ids.topics.values()]);
  }
  for (const paper of papers) await inTransaction(context, (within) => writePaper(within, paper));
  for (const sheet of cheatSheets) await writeCheatSheet(context, sheet, pictures);
}
