import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import {
  answerQuestionReports,
  createReportIssue,
  getPaperQuestionReports,
  getQuestionReports,
  getReportedQuestions,
} from '@abhyas/contract/exam-office/question-reports';
import { beforeEach, describe, expect, test } from 'vitest';
import { questionReports } from '../../../commands/question-reports.ts';
import { addPaper, attempt, fourOptions, staff } from '../../../testing/attempts.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { chapterFile, questionEntry } from '../../../testing/two-institutes.ts';
import { writeContent } from '../../bank/content/storing/content.store.ts';
import type { ChapterFile } from '../../bank/content/reading/content-file.ts';

const story = tellStory();
let student: Visitor & { id: number };
beforeEach(async () => {
  student = await story.student();
});

const idOf = (code: string) => story.idOf('questions', code);
const report = (question_id: number, fields: Partial<Parameters<typeof sent>[1]> = {}, by: Visitor = student) =>
  sent(by, { question_id, problem_type: 7, ...fields });
const sent = (by: Visitor, input: { question_id: number; problem_type: 2 | 4 | 6 | 7 | 10; message?: string | null }) =>
  by.call(createReportIssue, input);
const reported = async (by: Visitor = student) => (await by.call(getReportedQuestions, {})).question_ids;
const told = async (by: Visitor = student) =>
  (await by.call(getNotifications, {})).notifications
    .filter(({ type }) => type === 'QuestionReportNotification')
    .map(({ message }) => message);

/** Runs the command with these words. */
async function command(...args: string[]) {
  const lines: string[] = [];
  const context = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false };
  const exit = await questionReports({ ...context, print: (line) => void lines.push(line) }, args);
  return { said: lines.join('\n'), exit };
}

describe('a report of an error', () => {
  test('marks its question for the student only; another report of the same type replaces it', async () => {
    const question = await idOf('motion-001');
    await report(question);
    await report(question, { message: '  The second option stands twice. ' });
    await report(question, { problem_type: 2 });
    expect(await reported()).toEqual([question]);
    expect(await reported(await story.student())).toEqual([]);
    const rows = await story.database.db
      .selectFrom('question_reports')
      .where('student_id', '=', student.id)
      .select(['problem_type', 'message'])
      .orderBy('problem_type')
      .execute();
    expect(rows).toEqual([
      { problem_type: 2, message: null },
      { problem_type: 7, message: 'The second option stands twice.' },
    ]);
  });

  test('needs a description for any other issue', async () => {
    const question = await idOf('motion-001');
    for (const message of [undefined, null, '', '   '])
      await expect(report(question, { problem_type: 4, ...(message === undefined ? {} : { message }) })).rejects.toMatchObject({
        message: 'Please specify the issue.',
      });
    await report(question, { problem_type: 4, message: 'The unit is missing.' });
  });

  test('is refused with a message if it has 10,000 characters, and the earlier report stays', async () => {
    const question = await idOf('motion-001');
    await report(question, { message: 'Short' });
    await expect(report(question, { message: 'x'.repeat(10_000) })).rejects.toMatchObject({
      code: 'not_possible',
      message: 'Describe the issue in at most 1,000 characters.',
    });
    await report(question, { problem_type: 6, message: 'x'.repeat(1000) });
    expect(await reported()).toEqual([question]);
  });

  test('is refused for a question that the student has not seen and that practice does not serve', async () => {
    const secret = await idOf('motion-021');
    await expect(report(secret)).rejects.toMatchObject({ code: 'not_found' });
    await expect(report(999_999)).rejects.toMatchObject({ code: 'not_found' });
    await attempt(student, await story.idOf('papers', 'mock'));
    await report(secret);
    expect(await reported()).toEqual([secret]);
  });
});

describe('staff', () => {
  /** A practice question of the school, which has been shown to a student of the school. */
  async function ownQuestion(code: string) {
    const { db } = story.database;
    const { id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
    const chapter = {
      ...chapterFile('school', [questionEntry('school', code, { for: 'practice' })]),
      passages: [],
    } as unknown as ChapterFile;
    const actor = { ...operatorOfBank, institute_id: id };
    await writeContent(
      { db, now: story.now, random: Math.random, actor },
      { chapters: [chapter], papers: [], cheatSheets: [], pictures: new Map() },
    );
    return idOf(code);
  }

  test('can list and answer reports on the institute’s own questions, and the students are notified', async () => {
    const question = await ownQuestion('school-own');
    const [first, second] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
    await report(question, { message: 'Wrong unit' }, first);
    story.pass(60);
    await report(question, { problem_type: 6 }, second);
    await report(await idOf('motion-001'), {}, first);
    const teacher = await story.staff('school', 'teacher');
    const { total, questions } = await teacher.call(getQuestionReports, {});
    expect([total, questions]).toEqual([
      1,
      [
        expect.objectContaining({
          code: 'school-own',
          report_count: 2,
          reports: [
            { problem_type: 6, message: null, reported_at: expect.any(String) },
            { problem_type: 7, message: 'Wrong unit', reported_at: expect.any(String) },
          ],
        }),
      ],
    ]);
    expect(await teacher.call(answerQuestionReports, { question_id: question, reply: 'Mended, thank you.' })).toEqual({ closed: 2 });
    expect([await told(first), await told(second)]).toEqual([['Mended, thank you.'], ['Mended, thank you.']]);
    expect(await reported(second)).toEqual([]);
    expect((await teacher.call(getQuestionReports, {})).total).toBe(0);
    await expect(teacher.call(answerQuestionReports, { question_id: question, reply: 'Again' })).rejects.toMatchObject({
      code: 'not_possible',
    });
    const log = await story.database.db.selectFrom('audit_log').where('object_id', '=', question).select(['what', 'user_id']).execute();
    expect(log).toEqual([{ what: 'question_reports.answer', user_id: teacher.id }]);
  });

  test('see reports beside the results of a test; on shared questions, only the reports of their own students', async () => {
    const { db } = story.database;
    await db.deleteFrom('question_reports').execute();
    const own = await ownQuestion('school-tested');
    const paper_id = await addPaper(story, 'reported-results', [fourOptions(26, 27)]);
    await db
      .updateTable('paper_questions')
      .set({ question_id: own })
      .where('paper_id', '=', paper_id)
      .where('question_id', '=', await idOf('cells-027'))
      .execute();
    const [shared, elsewhere] = [await idOf('cells-026'), await idOf('motion-001')];
    const pupil = await story.student({ institute: 'school' });
    const reported_at = story.now;
    const rows = [
      { student_id: pupil.id, question_id: shared, problem_type: 6 as const, message: 'Two are right', reported_at },
      { student_id: student.id, question_id: shared, problem_type: 7 as const, message: 'Of somebody else', reported_at },
      { student_id: pupil.id, question_id: own, problem_type: 2 as const, message: null, reported_at },
      { student_id: pupil.id, question_id: elsewhere, problem_type: 2 as const, message: null, reported_at },
    ];
    await db.insertInto('question_reports').values(rows).execute();
    const teacher = await story.staff('school', 'teacher');
    const { questions } = await teacher.call(getPaperQuestionReports, { id: paper_id });
    const at = story.now.toISOString();
    expect(questions.toSorted((a, b) => a.question_id - b.question_id)).toEqual([
      { question_id: shared, is_own: false, report_count: 1, reports: [{ problem_type: 6, message: 'Two are right', reported_at: at }] },
      { question_id: own, is_own: true, report_count: 1, reports: [{ problem_type: 2, message: null, reported_at: at }] },
    ]);
    const mock = await story.idOf('papers', 'mock');
    await expect(teacher.call(getPaperQuestionReports, { id: mock })).rejects.toMatchObject({ code: 'not_found' });
    await db.deleteFrom('question_reports').execute();
  });

  test('cannot answer reports on the shared bank, and an invigilator cannot answer any', async () => {
    const question = await idOf('motion-001');
    await report(question);
    const teacher = await story.staff('school', 'teacher');
    await expect(teacher.call(answerQuestionReports, { question_id: question, reply: 'No' })).rejects.toMatchObject({ code: 'not_found' });
    const invigilator = await story.staff('school', 'invigilator');
    await expect(invigilator.call(getQuestionReports, {})).rejects.toMatchObject({ code: 'not_allowed', status: 403 });
  });

  test('list and answer reports on the shared bank with the command', async () => {
    await story.database.db.deleteFrom('question_reports').execute();
    await report(await idOf('motion-001'), { problem_type: 10, message: 'Show the drawing.' });
    const operator = ['--reason', 'Reports of the week.'];
    expect(await command('list', ...operator)).toEqual({
      said: 'motion-001 (Motion): 1 open\n    Need a better solution: Show the drawing.',
      exit: 0,
    });
    expect(await command('answer', 'motion-001', '--reply', 'It has one now.', ...operator)).toEqual({
      said: 'Answered; 1 reports are closed.',
      exit: 0,
    });
    expect(await told()).toEqual(['It has one now.']);
    expect(await command('list', ...operator)).toEqual({ said: 'There are no open reports.', exit: 0 });
    expect(await command('answer', 'nothing', '--reply', 'No', ...operator)).toEqual({ said: 'There is no question nothing.', exit: 1 });
    expect(await command('list')).toMatchObject({ exit: 2 });
  });

  test('send their reply only to students who may see the question with its answer', async () => {
    const paper = await addPaper(story, 'reported-test', [fourOptions(24)]);
    const sitting = await story.student({ institute: 'school' });
    await attempt(sitting, paper);
    const question = await idOf('cells-024');
    await report(question, {}, sitting);
    await command('answer', 'cells-024', '--reply', 'Option 2 is right.', '--reason', 'Reports of the week.');
    expect(await told(sitting)).toEqual(['A question that you reported was looked into. You will learn more once its test is over.']);
  });
});

test('a corrected key closes the reports on its question and notifies their students', async () => {
  const { questions } = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'motion-one') });
  const question = await idOf('motion-001');
  expect(questions.length).toBeGreaterThan(0);
  await report(question, { problem_type: 6 });
  expect(await staff(story, 'correct-key', 'motion-001', '--keys', '[2, 3]', '--reason', 'Misprint.')).toMatchObject({ exit: 0 });
  expect(await reported()).toEqual([]);
  expect(await told()).toEqual(['The key of a question that you reported was corrected.']);
});
