import { getTryQuestions, tryParts } from '@abhyas/contract/bank/try-questions';
import { expect, test } from 'vitest';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();
const ask = async (part: (typeof tryParts)[number], course: 'ENG' | 'MED' = 'ENG') =>
  (await story.visitor().call(getTryQuestions, { course, part })).questions;
const codesOf = async (ids: readonly number[]) => {
  const rows = await story.database.db.selectFrom('questions').select(['id', 'code', 'topic_id']).execute();
  return ids.map((id) => rows.find((row) => row.id === id));
};

test('a visitor gets questions of free topics with keys and solutions, the same every time, and no question in two parts', async () => {
  const parts = await Promise.all(tryParts.map((part) => ask(part)));
  const all = parts.flat();
  expect(parts[0]?.length).toBeGreaterThan(0);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const question of all)
    expect(question).toMatchObject({ accepted_answers: expect.any(Array), solution_text: expect.any(String), video_solution_uri: null });
  expect(await ask('visit')).toEqual(parts[0]);
  const { db } = story.database;
  const free = await db.selectFrom('topics').where('position', '=', 0).select('id').execute();
  for (const row of await codesOf(all.map(({ id }) => id))) expect(free.map(({ id }) => id)).toContain(row?.topic_id);
});

test('the questions are of subjects of the course, and a question that a test withholds is left out', async () => {
  const subjects = new Set((await Promise.all(tryParts.map((part) => ask(part, 'MED')))).flat().map(({ subject_id }) => subject_id));
  expect(subjects.has(1)).toBe(false);
  const [first] = await ask('visit');
  const { db } = story.database;
  const mock = await story.idOf('papers', 'mock');
  await db
    .updateTable('paper_questions')
    .set({ question_id: first?.id ?? 0 })
    .where('paper_id', '=', mock)
    .where('position', '=', 0)
    .execute();
  const after = (await Promise.all(tryParts.map((part) => ask(part)))).flat().map(({ id }) => id);
  expect(after).not.toContain(first?.id);
});

test('the questions come with their Hindi if the call asks for it', async () => {
  const visitor = story.visitor();
  expect((await visitor.call(getTryQuestions, { course: 'ENG', part: 'visit' })).translated).toBeUndefined();
  const { questions, translated } = await visitor.call(getTryQuestions, { course: 'ENG', part: 'visit', language: 'hi' });
  const inHindi = questions.filter(({ also_in }) => also_in?.includes('hi'));
  expect(new Set(translated?.questions.map(({ id }) => id))).toEqual(new Set(inHindi.map(({ id }) => id)));
  expect(inHindi.length).toBeGreaterThan(0);
});
