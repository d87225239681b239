import { getMemberHome } from '@abhyas/contract/site/home';
import { createOfflineTest, getSubjectsOfflineTest, updateAnswerSheetUrl } from '@abhyas/contract/exam-office/offline-tests';
import { shareFile } from '@abhyas/contract/classes/shared-files';
import { getSignedUrl, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import { beforeEach, expect, test } from 'vitest';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { upload } from '../../../testing/files.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let school: TestSchool;
let student: Visitor & { id: number };
let count = 0;

beforeEach(async () => {
  count += 1;
  school = await makeSchool(story, 1, `Batch ${count}`);
  [student] = school.students as [typeof student];
});

const home = () => student.call(getMemberHome, {});
const shared = () => ({ subject_id: school.subject_id, classroom_ids: [school.classroom_id] });

test('the home page of a member without a task shows no line of tasks', async () => {
  expect(await home()).toEqual({ due_sheets: [], new_files: { count: 0, newest_title: null }, attendance_at_risk: [] });
});

test('a sheet is due from the start of its test until it is handed in or the time is over', async () => {
  const plan = { duration: 60, upload_minutes: 30, total_mark: 100, ...shared() };
  const starts = (minutes: number) => new Date(story.now.getTime() + minutes * 60_000).toISOString();
  const { teacher } = school;
  await teacher.call(createOfflineTest, { ...plan, name: 'Kinematics', start_date: starts(10) });
  await teacher.call(createOfflineTest, { ...plan, name: 'Waves', start_date: starts(5) });
  expect((await home()).due_sheets).toEqual([]);
  story.pass(15 * 60);
  const names = async () => (await home()).due_sheets.map(({ name }) => name);
  expect((await home()).due_sheets[0]).toMatchObject({ name: 'Waves', subject_id: school.subject_id, submit_until: starts(80) });
  expect(await names()).toEqual(['Waves', 'Kinematics']);
  const { subject_offline_test_list } = await student.call(getSubjectsOfflineTest, { subject_id: school.subject_id });
  const waves = subject_offline_test_list.find(({ name }) => name === 'Waves');
  await student.call(updateAnswerSheetUrl, {
    offline_test_student_response_id: waves?.offline_test_student_response_id ?? 0,
    file_url: await upload(student, getSignedUrl),
  });
  expect(await names()).toEqual(['Kinematics']);
  story.pass(90 * 60);
  expect(await names()).toEqual([]);
});

test('a file is new for three days, for the students of its classrooms', async () => {
  const share = async (title: string) => {
    const file_url = await upload(school.teacher, getStaffSignedUrl);
    await school.teacher.call(shareFile, { file_url, title, ...shared() });
  };
  await share('Notes');
  story.pass(3600);
  await share('Exercises');
  expect((await home()).new_files).toEqual({ count: 2, newest_title: 'Exercises' });
  const stranger = await story.student({ institute: 'school' });
  expect((await stranger.call(getMemberHome, {})).new_files.count).toBe(0);
  const later = Object.assign(story.visitor(), { token: student.token });
  story.pass(3 * 86_400 - 1800);
  later.token = await story.tokenOf(student.id);
  expect((await later.call(getMemberHome, {})).new_files).toEqual({ count: 1, newest_title: 'Exercises' });
});

test('attendance is at risk below 75 percent, and its line has the number of classes that would lift it', async () => {
  for (const [at, startsIn] of [-400, -300, -200, -100].entries()) {
    const id = await makeClass(story, school, { startsIn, minutes: 60, status: 'COMPLETED' });
    if (at >= 2) continue;
    const from_at = new Date(story.now.getTime() + startsIn * 60_000);
    const stay = { student_id: student.id, meeting_id: id, source: 'page' as const, stay_key: 'test' };
    const to_at = new Date(from_at.getTime() + 3_600_000);
    await story.database.db
      .insertInto('meeting_stays')
      .values({ ...stay, from_at, to_at })
      .execute();
  }
  const [risk] = (await home()).attendance_at_risk;
  expect(risk).toEqual({ subject_name: `Physics of Batch ${count}`, total_classes: 4, attended: 2, classes_needed: 4 });
  await story.database.db.updateTable('meetings').set({ status: 'CANCELLED' }).where('subject_id', '=', school.subject_id).execute();
  expect((await home()).attendance_at_risk).toEqual([]);
});

test.each([{ has_only_test_board_access: true }, { is_institute_student: true }])(
  'the lines of tasks are refused to students without classes in their menu: %o',
  async (flags) => {
    const outsider = await story.student({ institute: 'school', ...flags });
    await expect(outsider.call(getMemberHome, {})).rejects.toMatchObject({ code: 'not_allowed' });
  },
);
