import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTranslatedQuestions } from '@abhyas/contract/tests/translated-questions';
import { beforeAll, expect, test } from 'vitest';
import { attempt } from '../../../testing/attempts.ts';
import { canary } from '../../../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const hindi = { language: 'hi' } as const;
let student: Visitor & { id: number };

beforeAll(async () => {
  student = await story.student({ premium_until: new Date('2099-01-01') });
});

test('a paper of which every question has Hindi says so in its instructions and at each question', async () => {
  const paper = await story.idOf('papers', 'single');
  expect((await student.call(getTestInstructions, { id: paper })).languages).toEqual(['en', 'hi']);
  await attempt(student, paper);
  const { questions } = await student.call(getTestQuestions, { id: paper });
  expect(new Set(questions.map(({ also_in }) => also_in?.join()))).toEqual(new Set(['hi']));
});

test('a running test is handed out in Hindi without key, note, hint and solution, and with them in its review', async () => {
  const other = await story.student();
  const { session_id, finish } = await attempt(other, await story.idOf('papers', 'single'));
  const running = await other.call(getTranslatedQuestions, { id: session_id, ...hindi });
  expect(running.questions.length).toBe(9);
  expect(running.questions[0]?.question_text).toMatch(/का प्रश्न/);
  expect(JSON.stringify(running)).not.toContain(canary);
  await expect(other.call(getTranslatedQuestions, { id: session_id, ...hindi, is_review: true })).rejects.toMatchObject({
    code: 'review_not_allowed',
  });
  await finish();
  const review = await other.call(getTranslatedQuestions, { id: session_id, ...hindi, is_review: true });
  expect(review.questions.every(({ solution_text }) => solution_text?.includes('हल'))).toBe(true);
  expect(JSON.stringify(review)).not.toContain('संकेत');
});

test('practice is handed out in Hindi with its solutions and passages', async () => {
  const opened = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'motion-one') });
  const { questions, passages } = await student.call(getTranslatedQuestions, { id: opened.test_info.session_id ?? 0, ...hindi });
  // An adaptive session may draw further questions of its pool, so the texts contain more than the first questions.
  const ids = new Set(questions.map(({ id }) => id));
  expect(opened.questions.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(questions.every(({ solution_text }) => solution_text?.includes('हल'))).toBe(true);
  expect(passages[0]?.comprehension_text).toMatch(/का गद्यांश/);
});

test('the session of another student is not found', async () => {
  const { session_id } = await attempt(await story.student(), await story.idOf('papers', 'single'));
  await expect(student.call(getTranslatedQuestions, { id: session_id, ...hindi })).rejects.toMatchObject({ code: 'not_found' });
});

test('a paper with one question without Hindi is offered in English only, and that question is marked as English only', async () => {
  const paper = await story.idOf('papers', 'single');
  const other = await story.student();
  const { questions } = await attempt(other, paper);
  await story.database.pool.query("update questions set languages = '{}' where id = $1", [questions[0]]);
  await story.database.pool.query('update papers set version = version + 1 where id = $1', [paper]);
  expect((await other.call(getTestInstructions, { id: paper })).languages).toEqual(['en']);
  const opened = await other.call(getTestQuestions, { id: paper });
  expect(opened.questions.filter(({ also_in }) => also_in === undefined).map(({ id }) => id)).toEqual([questions[0]]);
});
