import type { Answer, Input } from '@abhyas/contract/endpoint';
import { getAllFilterCategories, getSolution, searchQuestions } from '@abhyas/contract/bank/search';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellStory } from '../../../testing/story.ts';
import { refreshSearchIndex } from './search.ts';

const story = tellStory();
const context = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
type Found = Answer<typeof searchQuestions>['data'];

const texts: Readonly<Record<string, string>> = {
  'motion-001': 'A stone is thrown vertically upwards. Find its <b>velocity</b> from \\(v = u + at\\).',
  'motion-002': 'A convex lens of focal length 20 cm forms an image.',
  'motion-003': 'Electrons drift through a conductor; electricity and magnetism.',
  'motion-013': 'Angular momentum of a wheel about its axle.',
  'numbers-001': 'How many moles of \\(\\ce{H2SO4}\\) neutralise the base?',
  'numbers-002': 'The stone of a number line, twice a stone.',
};

async function search(input: Input<typeof searchQuestions>, visitor = story.visitor()): Promise<Found & { codes: string[] }> {
  const { data } = await visitor.call(searchQuestions, input);
  const rows = await story.database.db.selectFrom('questions').select(['id', 'code']).execute();
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  return { ...data, codes: data.questions.map(({ id }) => codes.get(id) ?? '') };
}
const codesFor = async (text: string) => (await search({ search_question_text: text })).codes;

beforeAll(async () => {
  for (const [code, question_text] of Object.entries(texts))
    await story.database.db.updateTable('questions').set({ question_text }).where('code', '=', code).execute();
  const { id } = await story.database.db.selectFrom('questions').where('code', '=', 'motion-002').select('id').executeTakeFirstOrThrow();
  const hindi = { text: 'किसी उत्तल लेंस से कूट प्रतिबिंब बनता है।', options: ['गुरुत्वाकर्षण', 'दो', 'तीन', 'चार'] };
  await story.database.db
    .updateTable('question_translations')
    .set({ content: JSON.stringify(hindi) })
    .where('question_id', '=', id)
    .execute();
  await refreshSearchIndex(context());
});

describe('a search by a visitor', () => {
  test.each([
    ['a word', 'convex', ['motion-002']],
    ['another form of the word', 'lenses', ['motion-002']],
    ['the beginning of a word', 'vertic', ['motion-001']],
    ['a word with a typing mistake', 'momentm', ['motion-013']],
    ['two words with typing mistakes', 'anguler momentum', ['motion-013']],
    ['a formula without blanks', 'v=u+at', ['motion-001']],
    ['a formula with blanks', 'v = u + at', ['motion-001']],
    ['a formula in TeX', '\\(v = u + at\\)', ['motion-001']],
    ['a compound as it is typed', 'H2SO4', ['numbers-001']],
    ['a compound in TeX', '\\ce{H_2SO_4} moles', ['numbers-001']],
    ['a word in Hindi', 'प्रतिबिंब', ['motion-002']],
    ['the beginning of a word in Hindi, up to a vowel sign', 'गुरुत्वा', ['motion-002']],
    ['words of both languages', 'convex उत्तल', ['motion-002']],
    ['only signs', '!!! ???', []],
    ['SQL', "'); drop table users; --", []],
    ['a word that no question has', 'zzzzzzzz', []],
  ])('finds %s', async (_what, text, codes) => expect(await codesFor(text)).toEqual(codes));

  test.each([
    ['the', true],
    ['what is the', true],
    ['!!!', false],
    ['zzzzqqq', false],
  ])('finds nothing for "%s"; a text of common words alone is reported as such: %s', async (search_question_text, isCommon) => {
    const { data } = await story.visitor().call(searchQuestions, { search_question_text });
    expect([data.totalQuestions, data.has_only_common_words]).toEqual([0, isCommon]);
  });

  test('has typing mistakes corrected in three words at most', async () => {
    const { matched } = await search({ search_question_text: 'momentm electrcity velocty magnetsm zzzzzzzz' });
    expect(matched).toEqual(expect.arrayContaining(['momentum', 'electr', 'veloc'].map((stem) => expect.stringContaining(stem))));
    expect(matched.join()).not.toContain('magnet');
  });
  test('lists the question with the most occurrences of the word first', async () => {
    expect(await codesFor('stone')).toEqual(['numbers-002', 'motion-001']);
  });

  test('lists questions with some of the words after questions with all', async () => {
    expect((await codesFor('convex wheel')).toSorted()).toEqual(['motion-002', 'motion-013']);
  });

  test('shows the solution in a free topic, and a lock in a topic of Premium', async () => {
    const [free] = (await search({ search_question_text: 'convex' })).questions;
    expect(free).toMatchObject({ is_solution_locked: false, solution_text: 'The explanation of motion 2' });
    const [premium] = (await search({ search_question_text: 'wheel' })).questions;
    expect(premium).toMatchObject({ is_solution_locked: true, question_text: texts['motion-013'] });
    expect(premium).not.toHaveProperty('solution_text');
    expect(premium).not.toHaveProperty('answers');
  });

  test('finds no question of a mock or of an institute’s test', async () => {
    // motion-038 is written for papers, but in no paper yet.
    for (const code of ['motion-021', 'cells-021', 'motion-038']) {
      expect((await search({ search_question_text: 'question' })).codes).not.toContain(code);
      await expect(story.visitor().call(getSolution, { id: await story.idOf('questions', code) })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('shows one question by its id', async () => {
    const id = await story.idOf('questions', 'motion-002');
    const { question } = await story.visitor().call(getSolution, { id });
    expect(question).toMatchObject({ id, topic_name: 'Motion one', subject_name: 'Physics', is_solution_locked: false });
  });
});

describe('filters', () => {
  test('narrow the questions by course, subject, chapter and topic', async () => {
    const chapter_id = await story.idOf('chapters', 'motion');
    const checkpoint_id = await story.idOf('topics', 'motion-two');
    const count = async (input: Input<typeof searchQuestions>) => (await search(input)).totalQuestions;
    expect([
      await count({}),
      await count({ test_type_id: 1 }),
      await count({ subject_id: 2 }),
      await count({ chapter_id }),
      await count({ checkpoint_id }),
      await count({ checkpoint_id, subject_id: 1 }),
    ]).toEqual([54, 36, 18, 18, 6, 0]);
  });

  test('give pages of twenty questions, each question once', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => search({ test_type_id: 1, page })));
    expect(pages.map(({ codes }) => codes.length)).toEqual([20, 16, 0]);
    expect(new Set(pages.flatMap(({ codes }) => codes)).size).toBe(36);
  });

  test('offer the chapters of a subject and the topics of a chapter, and Biology as one subject', async () => {
    const chapter_id = await story.idOf('chapters', 'cells');
    const { subjects, chapters, topics } = await story
      .visitor()
      .call(getAllFilterCategories, { test_type_id: 2, subject_id: 4, chapter_id });
    expect(subjects.map(({ name }) => name)).toEqual(['Physics', 'Chemistry', 'Biology']);
    expect(chapters.map(({ name }) => name)).toEqual(['Cells']);
    expect(topics.map(({ name }) => name)).toEqual(['Cells one', 'Cells two']);
  });
});

test('an institute’s question is found only by its members', async () => {
  const { db } = story.database;
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  await db
    .updateTable('questions')
    .set({ institute_id, question_text: 'Gyroscope of the school' })
    .where('code', '=', 'motion-004')
    .execute();
  await refreshSearchIndex(context());
  const member = await story.student({ institute: 'school' });
  const stranger = await story.student();
  const find = async (visitor: typeof member) => (await search({ search_question_text: 'gyroscope' }, visitor)).codes;
  expect([await find(member), await find(stranger), await codesFor('gyroscope')]).toEqual([['motion-004'], [], []]);
  const id = await story.idOf('questions', 'motion-004');
  await expect(stranger.call(getSolution, { id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await member.call(getSolution, { id })).question.id).toBe(id);
});

test('questions come with their Hindi if the call asks for it, and with its solution only where the solution is open', async () => {
  expect((await search({ search_question_text: 'convex' })).translated).toBeUndefined();
  const { questions, translated } = await search({ search_question_text: 'stone convex moles', language: 'hi' });
  const inHindi = questions.filter(({ also_in }) => also_in?.includes('hi'));
  expect(new Set(translated?.questions.map(({ id }) => id))).toEqual(new Set(inHindi.map(({ id }) => id)));
  for (const { id, is_solution_locked } of inHindi) {
    const text = translated?.questions.find((one) => one.id === id);
    expect(text?.solution_text !== undefined).toBe(!is_solution_locked);
    const solved = await story.visitor().call(getSolution, { id, language: 'hi' });
    expect(solved.translated?.questions).toEqual([text]);
  }
  expect(inHindi.length).toBeGreaterThan(0);
});
