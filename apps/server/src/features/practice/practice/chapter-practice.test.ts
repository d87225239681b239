import {
  createPersonalisedTest,
  getQuestionsForPersonalisedTest,
  getReviseQuestionsForChapters,
  getTrainQuestions,
  restartTrainSessionItem,
} from '@abhyas/contract/practice/practice';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { Answer } from '@abhyas/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { fourOptions } from '../../../testing/attempts.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { writeContent } from '../../bank/content/storing/content.store.ts';
import { response, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let chapter: number;
let asked: number[];
const premium = () => story.student({ course: 'MED_ENG', premium_until: new Date(story.now.getTime() + 86_400_000) });

type Opened = Pick<Answer<typeof getTrainQuestions>, 'test_info' | 'questions'>;
const upload = (student: Visitor, { test_info }: Opened, responses: unknown[], isFinishTest = false) =>
  student.call(uploadStudentResponses, {
    session_id: test_info.session_id ?? 0,
    writer: test_info.writer,
    session_time_spent: 0,
    current_index: 0,
    responses: JSON.stringify(responses),
    isFinishTest,
  });

beforeAll(async () => {
  chapter = await story.idOf('chapters', 'cells');
  const paper = {
    code: 'old-neet',
    name: 'Old NEET',
    mode: 'previous_paper' as const,
    exam: 'NEET',
    minutes: 10,
    courses: ['MED_ENG' as const],
    free: true,
    retakable: true,
  };
  const content = { chapters: [], papers: [{ paper, sections: [fourOptions(27, 28)] }], cheatSheets: [], pictures: new Map() };
  await writeContent({ db: story.database.db, now: story.now, random: Math.random, actor: operatorOfBank }, content);
  asked = [await story.idOf('questions', 'cells-027'), await story.idOf('questions', 'cells-028')];
});

describe('previous papers of a chapter', () => {
  const kinds = { object_type: 5, session_type: 2 } as const;
  const open = (student: Visitor) => student.call(getTrainQuestions, { id: chapter, ...kinds });

  test('are exactly the questions of previous papers from the chapter, with answers', async () => {
    const student = await premium();
    const { chapter_data } = await student.call(getStudentHomeData, { type: 'chapter', id: chapter });
    expect(chapter_data?.has_previous_paper).toBe(true);
    const opened = await open(student);
    expect(opened.questions.map(({ id }) => id)).toEqual(asked);
    expect(opened.test_info).toMatchObject({ ...kinds, chapter_id: chapter, is_revise: false });
    expect(opened.questions[0]).toHaveProperty('solution_text');
    expect((await open(student)).test_info.session_id).toBe(opened.test_info.session_id);
  });

  test('are repeated with missed questions first, and the report shows the wrong answers', async () => {
    const student = await premium();
    const opened = await open(student);
    const [first, second] = opened.questions;
    if (!first || !second) throw new Error('There are too few questions');
    await upload(student, opened, [verified(first, right), verified(second, wrong, { question_time_spent: 70 })], true);
    const report = await student.call(getAssignmentReport, { id: chapter, ...kinds });
    expect(report.report_data).toMatchObject({ correct: 1, incorrect: 1 });
    expect(report.wrong_questions).toMatchObject([{ question: { id: second.id }, kind: 'incorrect', question_time_spent: 70 }]);
    expect(report.previous).toBeNull();
    const again = await open(student);
    expect(again.questions.map(({ id }) => id)).toEqual([second.id, first.id]);
    await upload(
      student,
      again,
      again.questions.map((question) => verified(question, right)),
      true,
    );
    expect((await student.call(getAssignmentReport, { id: chapter, ...kinds })).previous).toEqual({ correct: 1, question_count: 2 });
  });

  test('can be restarted once a question was answered', async () => {
    const student = await premium();
    const opened = await open(student);
    const restart = () => student.call(restartTrainSessionItem, { id: chapter, is_previous_paper: true });
    await expect(restart()).rejects.toMatchObject({ code: 'not_restartable' });
    const [first] = opened.questions;
    if (first) await upload(student, opened, [verified(first, right)]);
    expect(await restart()).toEqual({ is_previous_paper: true, object_id: chapter });
  });

  test('are not found if no paper has a question, or outside the student’s subjects', async () => {
    const student = await premium();
    await expect(student.call(getTrainQuestions, { id: await story.idOf('chapters', 'numbers'), ...kinds })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect((await story.student({ course: 'ENG' })).call(getTrainQuestions, { id: chapter, ...kinds })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a personalised assignment', () => {
  const create = (student: Visitor, complexity: 0 | 1 | 2 = 1) =>
    student.call(createPersonalisedTest, { chapter_id: chapter, totalCount: 15, complexity });
  const open = (student: Visitor) => student.call(getQuestionsForPersonalisedTest, { id: chapter });
  const report = (student: Visitor) => student.call(getAssignmentReport, { id: chapter, object_type: 4, session_type: 0 });

  test('has questions of the chosen difficulty, is filled up with neighbouring ones, and says how many these are', async () => {
    const student = await premium();
    const made = await create(student, 2);
    const { questions, test_info } = await open(student);
    expect(made.question_count).toBe(questions.length);
    expect(questions.filter(({ complexity }) => complexity < 4)).toHaveLength(made.filled_count);
    expect(made.filled_count).toBeGreaterThan(0);
    expect(test_info).toMatchObject({ object_type: 4, session_type: 0, chapter_id: chapter });
  });

  test('needs Premium, and is not found before it is made', async () => {
    await expect(create(await story.student({ course: 'MED_ENG' }))).rejects.toMatchObject({ code: 'premium_needed' });
    await expect(open(await premium())).rejects.toMatchObject({ code: 'not_begun' });
  });

  test('counts every answer at its end, verified or not, and is replaced by a new one', async () => {
    const student = await premium();
    await create(student);
    const opened = await open(student);
    const [one, two, three] = opened.questions;
    if (!one || !two || !three) throw new Error('There are too few questions');
    await upload(
      student,
      opened,
      [verified(one, right), response(two, wrong[two.question_type]), response(three, right[three.question_type])],
      true,
    );
    const { report_data, test_info } = await report(student);
    expect(report_data).toMatchObject({ correct: 2, incorrect: 1 });
    expect(test_info.session_status).toBe('COMPLETE');
    await create(student);
    expect((await open(student)).test_info.session_id).not.toBe(test_info.session_id);
  });
});

test('a student can redo exactly the wrong answers of one of their sessions, and none of another student', async () => {
  const student = await premium();
  const opened = await student.call(getTrainQuestions, { id: chapter, object_type: 5, session_type: 2 });
  const [first, second] = opened.questions;
  if (!first || !second) throw new Error('There are too few questions');
  await upload(student, opened, [verified(first, wrong), verified(second, right)], true);
  const wrong_of = opened.test_info.session_id ?? 0;
  const redo = (by: Visitor) => by.call(getReviseQuestionsForChapters, { id: chapter, wrong_of });
  const redone = await redo(student);
  expect(redone.questions.map(({ id }) => id)).toEqual([first.id]);
  expect((await redo(student)).test_info.session_id).toBe(redone.test_info.session_id);
  await expect(redo(await premium())).rejects.toMatchObject({ code: 'not_found' });
});
