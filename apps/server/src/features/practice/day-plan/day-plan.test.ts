import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { getReviseQuestionsForChapters } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeEach, expect, test } from 'vitest';
import { openPractice, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const day = 24 * 3600;
let student: Visitor & { id: number };
beforeEach(async () => {
  story.now = new Date('2027-01-10T04:00:00Z');
  student = await story.student();
});

const plan = (by: Visitor = student) => by.call(getDailyPlan, {});
const practise = async () => openPractice(student, await story.idOf('topics', 'motion-one'));
const linesOf = async () => (await plan()).lines.map(({ kind, is_done }) => [kind, is_done]);

test('a new student has no lines, only a topic to begin with', async () => {
  expect(await plan()).toMatchObject({
    is_new: true,
    lines: [],
    start: { topic_id: await story.idOf('topics', 'motion-one'), chapter_name: 'Motion' },
    daily_goal: null,
    asks_exam: true,
    exams: ['JEE Main', 'JEE Advanced'],
  });
});

test('the session in progress is the first line, names the question last visited, and is ticked when it is done', async () => {
  const { questions, upload } = await practise();
  const [first] = questions;
  if (!first) throw new Error('The topic has no questions');
  await upload([verified(first, right)], { current_index: 1 });
  const { lines, is_new } = await plan();
  expect(is_new).toBe(false);
  expect(lines[0]).toMatchObject({
    kind: 'continue',
    title: 'Motion: Motion one',
    detail: 'Question 2 of 10',
    is_done: false,
    object_type: 0,
  });
  expect(lines.map(({ kind }) => kind)).toEqual(['continue', 'weakest']);
  await upload([], { isFinishTest: true });
  expect((await linesOf())[0]).toEqual(['continue', true]);
});

test('due mistakes are a line until they are redone, and the next day has a new plan', async () => {
  const { questions, upload } = await practise();
  await upload(
    questions.map((question, at) => verified(question, at < 2 ? wrong : right, { question_time_spent: 60 })),
    { isFinishTest: true },
  );
  story.pass(2 * day);
  expect((await plan()).lines).toMatchObject([{ kind: 'mistakes', title: 'Redo 2 mistakes', is_done: false }, { kind: 'weakest' }]);
  const redo = await student.call(getReviseQuestionsForChapters, { id: student.id, object_type: 2 });
  await student.call(uploadStudentResponses, {
    session_id: redo.test_info.session_id ?? 0,
    writer: redo.test_info.writer,
    session_time_spent: 0,
    current_index: 0,
    responses: JSON.stringify(redo.questions.map((question) => verified(question, right))),
    isFinishTest: true,
  });
  expect((await linesOf())[0]).toEqual(['mistakes', true]);
  story.pass(day);
  expect((await linesOf()).filter(([, is_done]) => is_done)).toEqual([]);
});

test('the day on which the next mistake comes back is named, when none is due', async () => {
  const { questions, upload } = await practise();
  await upload(
    questions.map((question, at) => verified(question, at === 0 ? wrong : right)),
    { isFinishTest: true },
  );
  expect(await plan()).toMatchObject({ more_due_count: 0, next_due_at: '2027-01-10T18:30:00.000Z' });
});

test('a student who has answered only in an earlier week is not new', async () => {
  const { questions, upload } = await practise();
  await upload(
    questions.map((question) => verified(question, right)),
    { isFinishTest: true },
  );
  story.pass(14 * day);
  expect(await plan()).toMatchObject({ is_new: false, start: null, lines: [{ kind: 'weakest' }] });
});

test('goal and exam are chosen once, and skipping is remembered', async () => {
  await student.call(updateDailyPlan, { daily_goal: 20 });
  await student.call(updateDailyPlan, { exam: { name: 'JEE Main', year: 2027 } });
  expect(await plan()).toMatchObject({ daily_goal: 20, exam: { name: 'JEE Main', year: 2027, days: 12 }, asks_exam: false });
  const other = await story.student();
  await other.call(updateDailyPlan, { exam: null });
  expect(await plan(other)).toMatchObject({ exam: null, asks_exam: false, daily_goal: null });
});

test('the week shows answers by day, with midnight in India', async () => {
  story.now = new Date('2027-01-10T18:40:00Z');
  const { questions, upload } = await practise();
  await upload(questions.map((question) => verified(question, right)));
  const { week, answered_today } = await plan();
  expect(answered_today).toBe(10);
  expect(week.map(({ state }) => state)).toEqual(['full', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead']);
  expect(week[0]).toMatchObject({ date: '2027-01-11', is_today: true });
});

test('a student with institute tests only, or in higher education, has no plan', async () => {
  for (const flags of [{ has_only_test_board_access: true }, { is_higher_education: true }]) {
    await expect(plan(await story.student({ institute: 'school', ...flags }))).rejects.toMatchObject({ code: 'not_allowed' });
  }
});
