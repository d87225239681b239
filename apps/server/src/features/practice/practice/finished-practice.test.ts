import { getTrainQuestions, restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPractice, response, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let topic: number;
beforeAll(async () => {
  topic = await story.idOf('topics', 'motion-one');
});

const open = (student: Visitor) => openPractice(student, topic);
const reportOf = (student: Visitor) => student.call(getAssignmentReport, { id: topic, object_type: 0, session_type: 0 });

describe('restart', () => {
  test('is refused before the first answer', async () => {
    const student = await story.student();
    await expect(student.call(restartTrainSessionItem, { id: topic })).rejects.toMatchObject({ code: 'not_found' });
    const { questions, upload } = await open(student);
    await expect(student.call(restartTrainSessionItem, { id: topic })).rejects.toMatchObject({ code: 'not_restartable', status: 409 });
    await upload(questions.map((question) => response(question, {})));
    await expect(student.call(restartTrainSessionItem, { id: topic })).rejects.toMatchObject({ code: 'not_restartable' });
  });

  test.each([
    ['an answer that is not verified', { responses: [1] }],
    ['an opened solution', { solution_request_time: 3 }],
  ])('after %s opens a new session without answers', async (_what, fields) => {
    const student = await story.student();
    const { test_info, questions, upload } = await open(student);
    const question = questions.find(({ question_type }) => question_type === 0);
    if (!question) throw new Error('No four-option question was served');
    await upload([response(question, fields)]);
    expect(await student.call(restartTrainSessionItem, { id: topic })).toEqual({ is_previous_paper: false, object_id: topic });
    const next = await open(student);
    expect(next.test_info.session_id).not.toBe(test_info.session_id);
    expect(next.question_responses).toEqual([]);
    await expect(upload([response(question, { version: 2 })])).rejects.toMatchObject({ code: 'session_finished' });
  });

  test('keeps the figures of earlier verified answers', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([verified(question, wrong)]);
    await student.call(restartTrainSessionItem, { id: topic });
    const { rows } = await story.database.pool.query('select result, verified from responses where student_id = $1', [student.id]);
    expect(rows).toEqual([{ result: -1, verified: true }]);
  });
});

test('a finished practice can be reviewed with results and solutions, which makes no new session', async () => {
  const student = await story.student();
  const review = () => student.call(getTrainQuestions, { id: topic, is_review: true });
  await expect(review()).rejects.toMatchObject({ code: 'not_begun', status: 404 });
  const { questions, upload, test_info } = await open(student);
  const [question] = questions;
  if (!question) throw new Error('The topic has no questions');
  await upload([verified(question, wrong)], { isFinishTest: true });
  const read = await review();
  expect(read.test_info).toMatchObject({ session_id: test_info.session_id, session_status: 'COMPLETE' });
  expect(read.question_responses).toMatchObject([{ question_id: question.id, result: -1 }]);
  expect(read.questions.every(({ solution_text }) => solution_text?.includes('explanation'))).toBe(true);
  expect((await review()).test_info.session_id).toBe(test_info.session_id);
});

describe('the report of a practice session', () => {
  test('counts right, wrong, left out and Key_Used, speed and topics', async () => {
    const student = await story.student();
    await expect(reportOf(student)).rejects.toMatchObject({ code: 'not_begun', message: 'You have not practised this topic yet.' });
    const { questions, upload } = await open(student);
    const [a, b, c, d, e] = questions;
    if (!a || !b || !c || !d || !e) throw new Error('The topic has too few questions');
    await upload([
      verified(a, right, { question_time_spent: 20 }),
      verified(b, wrong, { question_time_spent: 41 }),
      verified(c, right, { question_time_spent: 30 }),
      response(d, { ...right[d.question_type], question_time_spent: 500 }),
      response(e, { solution_request_time: 7, question_time_spent: 700 }),
    ]);
    const { subjects, test_info, report_data, topic_progress } = await reportOf(student);
    expect(subjects).toEqual(['Motion']);
    expect(test_info).toMatchObject({ name: 'Motion one', question_count: 10, session_status: 'IN_PROGRESS' });
    expect(report_data).toEqual({
      accuracy: 67,
      correct: 2,
      incorrect: 1,
      unattempted: 6,
      key_used: 1,
      avg_speed: 30,
      score: null,
      max_score: null,
    });
    expect(topic_progress).toEqual([{ id: topic, name: 'Motion one', correct: 2, total: 10 }]);
  });

  test('stays after the session is finished, which takes no further answer', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    const finished = await upload([verified(question, right)], { isFinishTest: true });
    expect(finished.session_status).toBe('COMPLETE');
    await expect(upload([verified(question, wrong, { version: 2 })])).rejects.toMatchObject({ code: 'session_finished', status: 409 });
    const { test_info, report_data } = await reportOf(student);
    expect([test_info.session_status, report_data.correct, report_data.unattempted]).toEqual(['COMPLETE', 1, 9]);
    expect((await open(student)).test_info.session_id).not.toBe(test_info.session_id);
  });
});
