import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getFilesSharedWithStudent, getSharedFiles, removeSharedFile, shareFile } from '@abhyas/contract/classes/shared-files';
import { getSignedUrl, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { download, pdfOf, upload } from '../../../testing/files.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let teacher: Visitor & { id: number };
let student: Visitor & { id: number };
let outsider: Visitor & { id: number };
let room: Awaited<ReturnType<typeof makeClassroom>>;
let otherRoom: Awaited<ReturnType<typeof makeClassroom>>;

beforeAll(async () => {
  teacher = await story.staff('school', 'teacher');
  student = await story.student({ institute: 'school' });
  outsider = await story.student({ institute: 'school' });
  room = await makeClassroom(story, 'school', 'A1', [student.id]);
  otherRoom = await makeClassroom(story, 'school', 'B1', []);
});

const filesIn = async (by: Visitor, subject_id: number) => {
  const { subject_files_mapping } = await by.call(getFilesSharedWithStudent, {});
  return subject_files_mapping.find((folder) => folder.subject_id === subject_id)?.files ?? [];
};

const shareOne = async (fields: object = {}) => {
  const file_url = await upload(teacher, getStaffSignedUrl);
  return {
    file_url,
    ...(await teacher.call(shareFile, {
      file_url,
      title: 'Notes',
      subject_id: room.subject_id,
      classroom_ids: [room.classroom_id],
      ...fields,
    })),
  };
};

test('a shared file is listed for students of its classrooms, who are notified and download it; other students do not find it', async () => {
  const { file_url } = await shareOne({ description: 'Read before Monday.', module: 'Kinematics', lecture: 'Lecture 2' });
  expect(await filesIn(student, room.subject_id)).toMatchObject([
    {
      title: 'Notes',
      description: 'Read before Monday.',
      module: 'Kinematics',
      lecture: 'Lecture 2',
      extension: 'pdf',
      teacher_name: 'Asha',
      file_url,
    },
  ]);
  expect((await student.call(getNotifications, {})).notifications[0]).toMatchObject({
    title: 'A new file',
    url: `/institute_files/subject/${room.subject_id}`,
  });
  expect((await download(student, file_url)).rawPayload).toEqual(pdfOf(1));
  expect(await filesIn(outsider, room.subject_id)).toEqual([]);
  expect((await download(outsider, file_url)).statusCode).toBe(404);
  expect((await download(await story.staff('school', 'owner'), file_url)).statusCode).toBe(200);
  expect((await download(await story.staff('school', 'invigilator'), file_url)).statusCode).toBe(404);
});

test('files without a subject are in Common, the last folder; subjects without files are folders too', async () => {
  await shareOne({ title: 'Calendar', subject_id: 0 });
  const { subjects } = await student.call(getFilesSharedWithStudent, {});
  expect(subjects.at(-1)).toEqual({ id: 0, name: 'Common', code: null });
  expect(subjects.map(({ id }) => id)).toContain(otherRoom.subject_id);
  expect((await filesIn(student, 0)).map(({ title }) => title)).toEqual(['Calendar']);
});

test('a student who leaves a classroom loses its files, and one who joins later sees them', async () => {
  const { file_url } = await shareOne({ title: 'Formulas', classroom_ids: [otherRoom.classroom_id] });
  expect((await download(outsider, file_url)).statusCode).toBe(404);
  const { db } = story.database;
  await db
    .insertInto('classroom_members')
    .values({ classroom_id: otherRoom.classroom_id, user_id: outsider.id, role: 'student', joined_at: story.now })
    .execute();
  expect((await download(outsider, file_url)).statusCode).toBe(200);
  await db.updateTable('classroom_members').set({ left_at: story.now }).where('user_id', '=', outsider.id).execute();
  expect((await download(outsider, file_url)).statusCode).toBe(404);
});

test('students no longer see a withdrawn file, and the withdrawal is in the log', async () => {
  const { id, file_url } = await shareOne({ title: 'Wrong file' });
  await teacher.call(removeSharedFile, { id });
  expect((await filesIn(student, room.subject_id)).map(({ title }) => title)).not.toContain('Wrong file');
  expect((await download(student, file_url)).statusCode).toBe(404);
  await expect(teacher.call(removeSharedFile, { id })).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await story.database.pool.query("select what from audit_log where what like 'file.%' and object_id = $1 order by id", [
    id,
  ]);
  expect(rows.map(({ what }) => what)).toEqual(['file.share', 'file.take_back']);
});

describe('refusals:', () => {
  test('a file is not shared with classrooms, subjects or classes of other institutes', async () => {
    const file_url = await upload(teacher, getStaffSignedUrl);
    const foreign = 999_999;
    const good = { file_url, title: 'X', subject_id: 0, classroom_ids: [room.classroom_id] };
    for (const bad of [{ classroom_ids: [room.classroom_id, foreign] }, { subject_id: foreign }, { virtual_meeting_id: foreign }])
      await expect(teacher.call(shareFile, { ...good, ...bad })).rejects.toMatchObject({ code: 'not_found' });
    expect((await teacher.call(getSharedFiles, {})).files.map(({ title }) => title)).not.toContain('X');
  });

  test('a file that another person uploaded is not shared', async () => {
    const file_url = await upload(student, getSignedUrl);
    const shared = teacher.call(shareFile, { file_url, title: 'X', subject_id: 0, classroom_ids: [room.classroom_id] });
    await expect(shared).rejects.toMatchObject({ code: 'not_found' });
  });

  test('students without files in their menu cannot list files, and no student can call as staff', async () => {
    for (const flag of ['is_institute_student', 'has_only_test_board_access']) {
      const other = await story.student({ institute: 'school', [flag]: true });
      await expect(other.call(getFilesSharedWithStudent, {})).rejects.toMatchObject({ code: 'not_allowed' });
    }
    await expect(student.call(getSharedFiles, {})).rejects.toMatchObject({ code: 'not_allowed' });
  });
});
