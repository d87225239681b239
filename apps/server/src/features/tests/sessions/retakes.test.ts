import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getAssignmentReport, getReport } from '@abhyas/contract/reports/session-reports';
import { expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response, staff } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

test('a retake reveals no key: without review or results, no list, report or page has a score of any attempt but the first', async () => {
  const id = await addPaper(story, 'retaken', [fourOptions(27, 28)], { retakable: true });
  const student = await story.student({ institute: 'school' });
  const listed = async () => {
    const { test_list = [], completed_test_list = [] } = await student.call(getStudentHomeData, { type: 'institute' });
    const item = [...test_list, ...completed_test_list].find((one) => one.id === id);
    return [item?.score, item?.best_score];
  };
  const scores: unknown[] = [];
  for (const option of [1, 2, 3]) {
    const { finish, questions } = await attempt(student, id);
    const { report_data } = await finish([response(questions[0], { responses: [option] })]);
    scores.push([report_data?.at(-1)?.score, (await student.call(getReport, { id })).report_data.at(-1)?.score, ...(await listed())]);
  }
  const hidden = [undefined, undefined, -1, -1];
  expect(scores).toEqual([[-1, -1, -1, -1], hidden, hidden]);
  expect((await staff(story, 'publish', 'retaken')).exit).toBe(0);
  expect((await student.call(getReport, { id })).report_data.at(-1)?.score).toBe(-1);
  expect(await listed()).toEqual([-1, 4]);
});

test('a retake of a paper in review reveals no key while another test withholds one of its questions', async () => {
  const student = await story.student({ institute: 'school' });
  const mock = await story.idOf('papers', 'mock');
  await story.database.pool.query(
    `update paper_questions set question_id = (select question_id from paper_questions where paper_id = $1 order by position limit 1)
     where paper_id = (select id from papers where code = 'hall') and position = 0`,
    [mock],
  );
  const score = async () => (await student.call(getReport, { id: mock })).report_data.at(-1)?.score;
  await (await attempt(student, mock)).finish();
  expect(await score()).toBe(0);
  await (await attempt(student, mock)).finish();
  expect(await score()).toBeUndefined();
});

test('the report of a retake of an assignment waits until answers may be seen', async () => {
  const id = await addPaper(story, 'retaken-homework', [fourOptions(29)], { retakable: true, assignment: true });
  const student = await story.student({ institute: 'school' });
  const report = () => student.call(getAssignmentReport, { id, object_type: 6, session_type: 0 });
  await (await attempt(student, id)).finish();
  expect((await report()).report_data).toMatchObject({ unattempted: 1 });
  await (await attempt(student, id)).finish();
  await expect(report()).rejects.toMatchObject({ code: 'not_found' });
});
