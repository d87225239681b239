import { getDailyPlan, updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { getScorePath } from '@abhyas/contract/practice/score-path';
import { expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response, severalOptions, staff } from '../../../testing/attempts.ts';
import { openPractice, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const neet = { exam: { name: 'NEET' as const, year: 2028 } };
const path = (student: Visitor) => student.call(getScorePath, {});

/** Takes a paper of two questions and answers the first `count` of them rightly. */
async function take(student: Visitor, paper: number, count: number) {
  const { questions, finish } = await attempt(student, paper);
  await finish(questions.map((id, at) => response(id, { responses: [at < count ? 2 : 1] })));
  story.pass(3600);
}

test('the path begins with the choice of an exam of the course, then of a target within its marks', async () => {
  const student = await story.student({ course: 'MED_ENG' });
  expect(await path(student)).toMatchObject({ exam: null, exams: ['JEE Main', 'JEE Advanced', 'NEET'], tests: [], chapters: [] });
  await expect(student.call(updateDailyPlan, { target_score: 200 })).rejects.toMatchObject({ code: 'not_possible' });
  await student.call(updateDailyPlan, neet);
  const chosen = await path(student);
  expect(chosen).toMatchObject({ exam: { name: 'NEET', full_marks: 720, seconds_a_question: 60 }, target_score: null, chapters: [] });
  await student.call(updateDailyPlan, { target_score: 600 });
  expect((await path(student)).target_score).toBe(600);
  await expect(student.call(updateDailyPlan, { exam: { name: 'JEE Main', year: 2028 }, target_score: 301 })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'JEE Main has 300 marks. Enter a target up to 300.',
  });
  expect((await path(student)).target_score).toBe(600);
  await student.call(updateDailyPlan, { exam: { name: 'NEET', year: 2029 } });
  expect((await path(student)).target_score).toBe(600);
  await student.call(updateDailyPlan, { exam: { name: 'JEE Main', year: 2029 } });
  expect(await path(student)).toMatchObject({ exam: { full_marks: 300 }, target_score: null });
});

test('first attempts at mock tests of the exam are on the path in its marks, retakes and other exams are not', async () => {
  const shared = { mode: 'mock' as const, institute: undefined as never, courses: ['MED' as const], minutes: 3 };
  const first = await addPaper(story, 'path-first', [fourOptions(21, 22)], { ...shared, retakable: true });
  const second = await addPaper(story, 'path-second', [fourOptions(23, 24)], shared);
  const other = await addPaper(story, 'path-other', [fourOptions(25, 26)], { ...shared, exam: 'JEE Main' });
  const student = await story.student({ course: 'MED' });
  await student.call(updateDailyPlan, neet);
  await take(student, first, 2);
  await take(student, other, 2);
  await take(student, second, 1);
  await take(student, first, 0);
  const { tests, level } = await path(student);
  expect(tests).toMatchObject([
    { paper_id: second, score: 3, max_score: 8, scaled_score: 270, percentile: null },
    { paper_id: first, score: 8, max_score: 8, scaled_score: 720 },
  ]);
  expect(level).toBe(495);
});

test('answers of the latest tests count for their chapters, except those whose results the student may not see yet', async () => {
  const shared = { mode: 'mock' as const, institute: undefined as never, courses: ['MED' as const], minutes: 3 };
  // No other paper has these questions. Option 2 is wrong for the last one only.
  const sections = [fourOptions(27, 28, 29, 30), severalOptions(37)];
  const paper = await addPaper(story, 'path-chapters', sections, shared);
  const student = await story.student({ course: 'MED', institute: 'school' });
  await student.call(updateDailyPlan, { ...neet, target_score: 700 });
  await take(student, paper, 5);
  const cells = async () => (await path(student)).chapters.find(({ name }) => name === 'Cells');
  expect(await cells()).toMatchObject({ solves_of_ten: 8, seconds: 5 });
  const opens_at = new Date(story.now.getTime() + 3_600_000).toISOString();
  await addPaper(story, 'path-coming', sections, { courses: ['MED'], opens_at });
  await story.database.pool.query('insert into paper_assignments (paper_id, student_id) select id, $1 from papers where code = $2', [
    student.id,
    'path-coming',
  ]);
  expect(await cells()).toMatchObject({ solves_of_ten: null, seconds: null });
});

test('a test of the institute is on the path once its results are published', async () => {
  const paper = await addPaper(story, 'path-own', [fourOptions(21, 22)], { courses: ['MED'], minutes: 3 });
  const student = await story.student({ course: 'MED', institute: 'school' });
  await student.call(updateDailyPlan, neet);
  await take(student, paper, 2);
  expect((await path(student)).tests).toEqual([]);
  expect((await staff(story, 'publish', 'path-own')).exit).toBe(0);
  expect((await path(student)).tests).toMatchObject([{ paper_id: paper, scaled_score: 720 }]);
});

test('chapters of the exam are listed by the marks to gain, and the plan of the day begins with the first of them', async () => {
  const student = await story.student({ course: 'MED', premium_until: new Date('2100-01-01') });
  await student.call(updateDailyPlan, neet);
  const { questions, upload } = await openPractice(student, await story.idOf('topics', 'motion-one'));
  await upload(questions.map((question, at) => verified(question, at < 8 ? right : wrong, { question_time_spent: 30 })));
  story.pass(24 * 3600);
  const weakest = async () => (await student.call(getDailyPlan, {})).lines.find(({ kind }) => kind === 'weakest');
  expect((await weakest())?.detail).not.toContain('score path');
  story.pass(24 * 3600);
  await student.call(updateDailyPlan, { target_score: 700 });
  const { chapters } = await path(student);
  expect(chapters.length).toBeGreaterThan(1);
  expect(chapters.map(({ marks }) => marks)).toEqual(chapters.map(({ marks }) => marks).toSorted((a, b) => b - a));
  const motion = chapters.find(({ name }) => name === 'Motion');
  expect(motion).toMatchObject({ solves_of_ten: 8, seconds: 30, subject_name: 'Physics' });
  const line = await weakest();
  expect(line?.title.startsWith(`${chapters[0]?.name}: `)).toBe(true);
  expect(line?.detail).toContain('on your score path');
});
