import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { beforeEach, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, numerical, response, staff } from '../../../testing/attempts.ts';
import { numericalKey } from '../../../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let homework: number;
let student: Visitor & { id: number };
beforeEach(async () => {
  homework = await addPaper(
    story,
    'homework',
    [fourOptions(25, 26, 27), { ...numerical(32, 33, 34), attempt_limit: 2, limit_kind: 'first_n' }],
    {
      assignment: true,
    },
  );
  student = await story.student({ institute: 'school' });
});

const report = (by: Visitor = student, id = homework) =>
  by.call(getAssignmentReport, { id, object_type: objectTypes.assignment, session_type: 0 });
const lists = async () => {
  const { test_list = [], completed_test_list = [] } = await student.call(getStudentHomeData, {
    type: 'institute',
    sub_type: 'assignment',
  });
  return {
    open: test_list.map(({ id, status, object_type }) => [id, status, object_type]),
    done: completed_test_list.map(({ id, score }) => [id, score]),
  };
};

test('an assignment is listed apart from tests, can be begun, left, resumed and finished, and its time counts while it is open', async () => {
  const { test_list = [] } = await student.call(getStudentHomeData, { type: 'institute', sub_type: 'test' });
  expect(test_list.map(({ id }) => id)).not.toContain(homework);
  expect(await lists()).toEqual({ open: [[homework, 1, objectTypes.assignment]], done: [] });
  expect(await student.call(findOrCreateSessionItem, { id: homework })).toMatchObject({ is_assignment: true, test_id: homework });
  const { upload, questions, opened } = await attempt(student, homework);
  expect(opened.test_info).toMatchObject({
    object_type: objectTypes.assignment,
    time_kind: 'session_time',
    deadline: null,
    remaining_duration: 600,
  });
  story.pass(60);
  await upload([response(questions[0], { responses: [2] })], { session_time_spent: 60 });
  story.pass(2 * 24 * 3600);
  expect((await student.call(getTestInstructions, { id: homework })).test_info).toMatchObject({
    session_status: 'IN_PROGRESS',
    remaining_duration: 540,
  });
  expect((await lists()).open).toEqual([[homework, 0, objectTypes.assignment]]);

  const resumed = await attempt(student, homework);
  expect(resumed.opened.question_responses).toMatchObject([{ responses: [2], result: null }]);
  expect((await resumed.finish()).session_status).toBe('COMPLETE');
  expect(await lists()).toEqual({ open: [], done: [[homework, 4]] });
});

test('the report of an assignment has accuracy and speed at once, and topics when its answers are published; answers that do not count are shown as unattempted', async () => {
  const { finish, questions } = await attempt(student, homework);
  const number = (at: number, rich_response: string) => response(questions[at], { rich_response, question_time_spent: 40 });
  await finish([
    response(questions[0], { responses: [2], question_time_spent: 20 }),
    response(questions[1], { responses: [1], question_time_spent: 60 }),
    response(questions[2], { question_time_spent: 90 }),
    number(3, numericalKey),
    number(4, '1'),
    number(5, numericalKey),
  ]);
  expect(await report()).toMatchObject({
    subjects: ['Cells'],
    test_info: { id: homework, session_status: 'COMPLETE', question_count: 6, object_type: objectTypes.assignment },
    report_data: { correct: 2, incorrect: 2, unattempted: 2, accuracy: 50, key_used: 0, avg_speed: 40, score: 6, max_score: 20 },
    topic_progress: [],
  });
  await staff(story, 'publish', 'homework');
  expect(await report()).toMatchObject({ topic_progress: [{ name: 'Cells one', correct: 2, total: 6 }] });
  await story.database.pool.query('update papers set allows_review = false, results_published_at = null where id = $1', [homework]);
});

test('the report of an assignment is available at once, its review when the institute publishes it', async () => {
  const { finish, questions } = await attempt(student, homework);
  await finish([response(questions[0], { responses: [2] })]);
  expect(await report()).toMatchObject({ report_data: { correct: 1 }, can_review: false });
  const review = () => student.call(getTestQuestions, { id: homework, is_review: true });
  await expect(review()).rejects.toMatchObject({ code: 'review_not_allowed' });
  await staff(story, 'publish', 'homework');
  expect((await review()).questions[0]).toMatchObject({ answers: [2] });
  expect(await report()).toMatchObject({ can_review: true });
});

test('the report of an assignment is refused before its end, for a test, or for a student without the assignment', async () => {
  await expect(report()).rejects.toMatchObject({ code: 'not_begun', status: 404 });
  await attempt(student, homework);
  await expect(report()).rejects.toMatchObject({ status: 404, message: 'There is no finished attempt at this assignment yet.' });
  const test_id = await addPaper(story, 'no-homework', [fourOptions(25)]);
  await staff(story, 'assign', 'no-homework');
  await (await attempt(student, test_id)).finish();
  await expect(report(student, test_id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(report(await story.student())).rejects.toMatchObject({ code: 'not_an_active_test' });
});
