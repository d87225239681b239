import {
  addConcept,
  getRecording,
  getRecordings,
  getVideoRecordings,
  removeConcept,
  updateVirtualMeetingConcepts,
} from '@abhyas/contract/classes/video-library';
import { beforeAll, expect, test } from 'vitest';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

type Person = Visitor & { id: number };

const story = tellStory();
let teacher: Person;
let student: Person;
let outsider: Person;
let room: Awaited<ReturnType<typeof makeClassroom>>;
let meeting_id: number;
let topic_id: number;
const at = (minutes: number) => ({ hours: 0, minutes, seconds: 0 });

beforeAll(async () => {
  const { db } = story.database;
  teacher = await story.staff('school', 'teacher');
  student = await story.student({ institute: 'school' });
  outsider = await story.student({ institute: 'school' });
  room = await makeClassroom(story, 'school', 'A1', [student.id]);
  topic_id = await story.idOf('topics', 'motion-two');
  const { subject_id } = await db
    .selectFrom('chapters')
    .innerJoin('topics', 'topics.chapter_id', 'chapters.id')
    .where('topics.id', '=', topic_id)
    .select('subject_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('institute_subjects').set({ subject_id }).where('id', '=', room.subject_id).execute();
  const { institute_id } = room;
  ({ id: meeting_id } = await db
    .insertInto('meetings')
    .values({
      institute_id,
      subject_id: room.subject_id,
      teacher_id: teacher.id,
      title: 'Motion',
      starts_at: story.now,
      duration_seconds: 3600,
      status: 'COMPLETED',
      started_at: story.now,
      provider: 'room',
      board: null,
      created_at: story.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  await db.insertInto('meeting_classrooms').values({ meeting_id, classroom_id: room.classroom_id }).execute();
  await db
    .insertInto('meeting_recordings')
    .values({ meeting_id, status: 'READY', url: '/clips/area-of-a-graph.webm', seconds: 1800, created_at: story.now })
    .execute();
});

const level = (by: Person, fields: object, id: number) => by.call(getVideoRecordings, { ...fields, id });

test('a clip is found by subject, chapter and topic, and plays between its times; the whole class is listed beside it', async () => {
  const { id } = await teacher.call(addConcept, { id: meeting_id, title: 'Slope of a graph', topic_id, start_at: at(2), ends_at: at(5) });
  expect((await level(student, { is_subject: true }, 0)).virtual_meetings).toMatchObject([{ subject_id: room.subject_id, file_count: 2 }]);
  const chapters = await level(student, { is_chapter: true }, room.subject_id);
  expect(chapters.virtual_meetings).toMatchObject([
    { file_count: 1 },
    { chapter_id: -room.subject_id, chapter_name: 'Whole classes', file_count: 1 },
  ]);
  const topics = await level(student, { is_checkpoint: true }, chapters.virtual_meetings[0]?.chapter_id ?? 0);
  expect(topics).toMatchObject({ parent_id: room.subject_id, virtual_meetings: [{ checkpoint_id: topic_id, file_count: 1 }] });
  expect((await level(student, { is_data: true }, topic_id)).virtual_meetings).toMatchObject([
    { concept_id: id, title: 'Slope of a graph', starts_at: at(2), ends_at: at(5), recording_url: '/clips/area-of-a-graph.webm' },
  ]);
  expect((await level(student, { is_data: true }, -room.subject_id)).virtual_meetings).toMatchObject([
    { concept_id: null, title: 'Motion' },
  ]);
});

test('a student who was not in the class sees none of its recordings, and students cannot make clips', async () => {
  expect((await level(outsider, { is_subject: true }, 0)).virtual_meetings).toEqual([]);
  for (const [fields, id] of [
    [{ is_data: true }, topic_id],
    [{ is_data: true }, -room.subject_id],
    [{ is_chapter: true }, 999_999],
  ] as const)
    await expect(level(outsider, fields, id)).rejects.toMatchObject({ code: 'not_found' });
  const cut = student.call(updateVirtualMeetingConcepts, { id: 1, start_at: at(0), ends_at: at(1) });
  await expect(cut).rejects.toMatchObject({ code: 'not_allowed' });
});

test('a clip ends after its start and within the recording, and has a topic of its subject', async () => {
  const { id } = await teacher.call(addConcept, { id: meeting_id, title: 'Area', start_at: at(6), ends_at: at(7) });
  const move = (start: number, end: number) => teacher.call(updateVirtualMeetingConcepts, { id, start_at: at(start), ends_at: at(end) });
  await expect(move(7, 7)).rejects.toMatchObject({ message: 'A clip ends after it starts.' });
  await expect(move(7, 31)).rejects.toMatchObject({ message: 'A clip ends within the recording.' });
  await move(7, 30);
  const { concepts } = await teacher.call(getRecording, { id: meeting_id });
  expect(concepts.find((clip) => clip.id === id)).toMatchObject({ starts_at: 420, ends_at: 1800 });
  const foreign = teacher.call(addConcept, { id: meeting_id, title: 'X', topic_id: 999_999, start_at: at(0), ends_at: at(1) });
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  await teacher.call(removeConcept, { id });
  await expect(move(1, 2)).rejects.toMatchObject({ code: 'not_found' });
  expect((await teacher.call(getRecordings, {})).recordings).toMatchObject([{ title: 'Motion', clip_count: 1 }]);
});
