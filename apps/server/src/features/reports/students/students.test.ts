import { getPeople } from '@abhyas/contract/institute/people';
import { getPracticeSharing, getStudentForStaff, sharePractice } from '@abhyas/contract/reports/students';
import { getStaffToday } from '@abhyas/contract/site/today';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import { expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response } from '../../../testing/attempts.ts';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();

/** Answers of one day of practice, or of a test. */
async function answered(student_id: number, day: number, counts: { correct: number; incorrect: number }, paper_id: number | null = null) {
  const { db } = story.database;
  const { id: session_id } = await db
    .insertInto('sessions')
    .values({
      student_id,
      object_type: paper_id === null ? 0 : 1,
      session_type: 0,
      topic_id: paper_id === null ? await story.idOf('topics', 'motion-one') : null,
      paper_id,
      began_at: story.now,
      status: 'COMPLETE',
      finished_at: story.now,
      finished_by: 'student',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('session_days')
    .values({ student_id, session_id, day, subject_id: 2, seconds: 60, ...counts })
    .execute();
}

test('staff see practice since joining, without tests, while the student shows it to their institute', async () => {
  const student = await story.student({ institute: 'school' });
  const teacher = await story.staff('school', 'teacher');
  const today = indianDay(story.now);
  await answered(student.id, today - 1, { correct: 9, incorrect: 0 });
  await answered(student.id, today, { correct: 3, incorrect: 1 });
  await answered(student.id, today, { correct: 5, incorrect: 5 }, await story.idOf('papers', 'mock'));
  await story.database.db.updateTable('memberships').set({ joined_at: story.now }).where('user_id', '=', student.id).execute();
  const practice = async () => (await teacher.call(getStudentForStaff, { id: student.id })).practice;
  expect(await practice()).toBe(null);
  const { institutes } = await student.call(getPracticeSharing, {});
  expect(institutes).toEqual([{ membership_id: expect.any(Number), institute_name: expect.any(String), is_shared: false }]);
  const membership_id = institutes[0]?.membership_id ?? 0;
  await student.call(sharePractice, { membership_id, is_shared: true });
  expect(await practice()).toEqual({
    answered: 4,
    correct: 3,
    days_of_14: 1,
    last_day: new Date(today * 86_400_000).toISOString().slice(0, 10),
    subjects: [{ name: 'Physics', answered: 4, percent: 75 }],
  });
  await student.call(sharePractice, { membership_id, is_shared: false });
  expect(await practice()).toBe(null);
});

test('practice that is shown to one institute is not shown to another, and only the student decides', async () => {
  const student = await story.student({ institute: 'school' });
  const { id: institute_id } = await story.database.db
    .insertInto('institutes')
    .values({ code: 'rival', name: 'Rival' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await story.join(student.id, 'rival', 'student');
  const { institutes } = await student.call(getPracticeSharing, {});
  const { id: ofRival } = await story.database.db
    .selectFrom('memberships')
    .where('user_id', '=', student.id)
    .where('institute_id', '=', institute_id)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(institutes).toHaveLength(2);
  await student.call(sharePractice, { membership_id: ofRival, is_shared: true });
  const [own, other] = [await story.staff('school', 'owner'), await story.staff('rival', 'owner')];
  expect((await own.call(getStudentForStaff, { id: student.id })).practice).toBe(null);
  expect((await other.call(getStudentForStaff, { id: student.id })).practice).toMatchObject({ answered: 0, last_day: null });
  const stranger = await story.student({ institute: 'school' });
  await expect(stranger.call(sharePractice, { membership_id: ofRival, is_shared: false })).rejects.toMatchObject({ code: 'not_found' });
});

test('a result is shown beside the mean of the batch, in the list of people, and in the figures of the institute', async () => {
  const students = [];
  for (let at = 0; at < 3; at += 1) students.push(await story.student({ institute: 'school' }));
  const [first, second] = students;
  const teacher = await story.staff('school', 'teacher');
  const { classroom_id } = await makeClassroom(
    story,
    'school',
    'Compared',
    students.map(({ id }) => id),
  );
  const id = await addPaper(story, 'compared', [fourOptions(21)]);
  await story.database.db
    .insertInto('paper_assignments')
    .values(students.map((student) => ({ paper_id: id, student_id: student.id })))
    .execute();
  const seenOf = async (student_id: number) =>
    (await teacher.call(getStudentForStaff, { id: student_id })).tests.find((test) => test.id === id);
  for (const [at, student] of students.entries()) {
    if (at === 2) expect(await seenOf(first?.id ?? 0)).toMatchObject({ score: 4, batch_percent: null });
    const { questions, finish } = await attempt(student, id);
    await finish(at < 2 ? [response(questions[0], { responses: [2] })] : []);
  }
  expect(await seenOf(first?.id ?? 0)).toMatchObject({ score: 4, max_score: 4, batch_percent: 67 });
  const { people } = await teacher.call(getPeople, { kind: 'students', classroom_id });
  expect(people.find(({ user_id }) => user_id === second?.id)?.last_result).toEqual({ name: 'Paper compared', percent: 100 });
  const invigilator = await story.staff('school', 'invigilator');
  const { figures } = await teacher.call(getStaffToday, {});
  expect(figures).toContainEqual(expect.objectContaining({ name: 'Mean result, 7 days', value: '67%', detail: '3 attempts at 1 test' }));
  expect((await invigilator.call(getStaffToday, {})).figures.map(({ name }) => name)).not.toContain('Mean result, 7 days');
});
