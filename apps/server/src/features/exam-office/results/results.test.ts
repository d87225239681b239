import { getPaperReports, publishResults } from '@abhyas/contract/exam-office/results';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { expect, test } from 'vitest';
import { outcomesOf } from '../../../testing/at-once.ts';
import { addPaper, attempt, fourOptions, response } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

test('the printable reports of a test list every ranked attempt with its figures, in total and by subject, best first', async () => {
  const sections = [fourOptions(21, 22), { ...fourOptions(), name: 'B', subject: 'physics' as const, questions: ['motion-021'] }];
  const id = await addPaper(story, 'printed-test', sections);
  const answered = [
    [2, 2, 0],
    [2, 1, 2],
    [2, 2, 0],
  ];
  const students = [];
  for (const options of answered) {
    const student = await story.student({ institute: 'school' });
    const { questions, finish } = await attempt(student, id);
    await finish(options.flatMap((option, at) => (option === 0 ? [] : [response(questions[at], { responses: [option] })])));
    students.push(student.id);
  }
  const teacher = await story.staff('school', 'teacher');
  const { paper, reports, has_more, best_score } = await teacher.call(getPaperReports, { id });
  expect({ appeared: paper.appeared, has_more, best_score }).toEqual({ appeared: 3, has_more: false, best_score: 8 });
  expect(reports.map(({ student_id, rank, score, percentile }) => ({ student_id, rank, score, percentile }))).toEqual([
    { student_id: students[0], rank: 1, score: 8, percentile: null },
    { student_id: students[2], rank: 1, score: 8, percentile: null },
    { student_id: students[1], rank: 3, score: 7, percentile: null },
  ]);
  expect(reports[2]).toMatchObject({ max_score: 12, correct: 2, incorrect: 1, unattempted: 0 });
  expect(new Map(reports[2]?.subjects.map(({ name, ...figures }) => [name, figures]))).toEqual(
    new Map([
      ['Biology', { score: 3, max_score: 8, correct: 1, incorrect: 1, unattempted: 0 }],
      ['Physics', { score: 4, max_score: 4, correct: 1, incorrect: 0, unattempted: 0 }],
    ]),
  );
  expect((await teacher.call(getPaperReports, { id, page: 1 })).reports).toEqual([]);
});

test('the reports of a test are shown only to staff of its institute who may read reports', async () => {
  const id = await addPaper(story, 'kept-test', [fourOptions(23)]);
  await story.database.db.insertInto('institutes').values({ code: 'rival', name: 'Rival' }).execute();
  await expect((await story.staff('rival', 'owner')).call(getPaperReports, { id })).rejects.toMatchObject({ code: 'not_found' });
  for (const role of ['invigilator', 'content_editor'] as const)
    await expect((await story.staff('school', role)).call(getPaperReports, { id })).rejects.toMatchObject({ code: 'not_allowed' });
});

test('results that several members of staff publish at once are published and announced once; the others are refused', async () => {
  const id = await addPaper(story, 'published-at-once', [fourOptions(24)]);
  const student = await story.student({ institute: 'school' });
  await (await attempt(student, id)).finish();
  story.pass(60);
  const owner = await story.staff('school', 'owner');
  const { answers, refusals } = await outcomesOf([1, 2, 3, 4].map(() => owner.call(publishResults, { id })));
  expect(answers).toMatchObject([{ notified_count: 1 }]);
  expect(refusals).toEqual(Array(3).fill('not_possible'));
  const { notifications } = await student.call(getNotifications, {});
  expect(notifications.filter(({ title }) => title === 'Results are out')).toHaveLength(1);
  const entries = await story.database.db
    .selectFrom('audit_log')
    .where('object_id', '=', id)
    .where('what', '=', 'results.publish')
    .execute();
  expect(entries).toHaveLength(1);
});
