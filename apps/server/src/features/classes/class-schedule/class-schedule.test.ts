import {
  cancelClass,
  endClass,
  extendClass,
  findClashes,
  getClassFeedback,
  getClassSchedule,
  getStaffClass,
  moveClass,
  scheduleClass,
  setRecording,
  startClass,
} from '@abhyas/contract/classes/class-schedule';
import { getLiveClasses, getMeetingVideos, sendMeetingFeedback } from '@abhyas/contract/classes/live-classes';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import type { Input } from '@abhyas/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let school: TestSchool;
let teacher: Visitor & { id: number };
let student: Visitor & { id: number };
beforeAll(async () => {
  school = await makeSchool(story, 3);
  ({ teacher } = school);
  [student] = school.students as [typeof student];
});

const at = (minutes: number) => new Date(story.now.getTime() + minutes * 60_000).toISOString();
let hour = 0;
/** A plan at an hour that no other plan has, so that no two plans overlap. */
function plan(more: Partial<Input<typeof scheduleClass>> = {}): Input<typeof scheduleClass> {
  hour += 1;
  return {
    title: `Class ${hour}`,
    subject_id: school.subject_id,
    teacher_id: teacher.id,
    classroom_ids: [school.classroom_id],
    starts_at: at(24 * 60 + hour * 120),
    duration: 60,
    provider: 'room',
    weeks: 1,
    ...more,
  };
}
const schedule = async (more: Partial<Input<typeof scheduleClass>> = {}) => (await teacher.call(scheduleClass, plan(more))).ids;
const newest = async () => (await student.call(getNotifications, {})).notifications[0];
const audited = async (what: string) =>
  (await story.database.db.selectFrom('audit_log').where('what', '=', what).select('id').execute()).length;

describe('scheduling', () => {
  test('makes one class, or one a week at the same time', async () => {
    const one = plan({ weeks: 3, starts_at: at(60 * 24 * 3) });
    const { ids } = await teacher.call(scheduleClass, one);
    expect(ids.length).toBe(3);
    const { class: second, following_count } = await teacher.call(getStaffClass, { id: ids[1] ?? 0 });
    expect(Date.parse(second.start_time) - Date.parse(one.starts_at)).toBe(7 * 86_400_000);
    expect([second.series_id, following_count]).toEqual([ids[0], 1]);
    const day = new Date(Date.parse(one.starts_at) + 19_800_000).toISOString().slice(0, 10);
    expect((await student.call(getLiveClasses, { date: day })).virtual_meetings.map(({ id }) => id)).toContain(ids[0]);
    expect(await audited('class.schedule')).toBeGreaterThan(0);
  });

  test('shows overlaps of teacher and classroom before anything is saved, and is refused unless the overlap is confirmed', async () => {
    const first = plan({ title: 'Optics' });
    await teacher.call(scheduleClass, first);
    const starts_at = new Date(Date.parse(first.starts_at) + 30 * 60_000).toISOString();
    const other = await story.staff('school', 'teacher');
    const { teacher_id, classroom_ids } = { teacher_id: other.id, classroom_ids: [school.classroom_id] };
    const asked = { teacher_id, classroom_ids, starts_at, duration: 60, weeks: 1 };
    expect((await teacher.call(findClashes, asked)).clashes).toMatchObject([{ title: 'Optics', shares: 'classroom' }]);
    const second = { ...first, ...asked, title: 'Waves' };
    await expect(teacher.call(scheduleClass, second)).rejects.toMatchObject({
      code: 'class_clash',
      message: expect.stringContaining('Optics'),
    });
    expect((await teacher.call(scheduleClass, { ...second, takes_clash: true })).ids.length).toBe(1);
    const right_after = {
      ...asked,
      teacher_id: teacher.id,
      classroom_ids,
      starts_at: new Date(Date.parse(first.starts_at) - 3_600_000).toISOString(),
    };
    expect((await teacher.call(findClashes, right_after)).clashes).toEqual([]);
  });

  test.each([
    ['of 0 minutes', { duration: 0 }, 'invalid_input'],
    ['of 10,000 minutes', { duration: 10_000 }, 'invalid_input'],
    ['in the past', { starts_at: '2020-01-01T10:00:00.000Z' }, 'not_possible'],
    ['in ten years', { starts_at: '2037-01-01T10:00:00.000Z' }, 'not_possible'],
    ['at an impossible date', { starts_at: '2027-02-30T10:00:00.000Z' }, 'invalid_input'],
    ['by link without an address', { provider: 'link' as const }, 'not_possible'],
    ['by an invalid address', { provider: 'link' as const, join_url: 'javascript:alert(1)' }, 'invalid_input'],
    ['at a provider that is not set up', { provider: 'zoom' as const }, 'not_possible'],
    ['for no classroom', { classroom_ids: [] }, 'invalid_input'],
    ['for an unknown classroom', { classroom_ids: [987_654] }, 'not_found'],
    ['by a person who is not a teacher', { teacher_id: 987_654 }, 'not_found'],
  ])('refuses a class %s', async (_what, more, code) => {
    await expect(schedule(more)).rejects.toMatchObject({ code });
  });

  test('is refused to a person without the right', async () => {
    const counsellor = await story.staff('school', 'counsellor');
    await expect(counsellor.call(scheduleClass, plan())).rejects.toMatchObject({ code: 'not_allowed' });
    await counsellor.call(getClassSchedule, {});
    await expect(student.call(getClassSchedule, {})).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('a class', () => {
  test('is moved together with the rest of its series, and its students are notified', async () => {
    const ids = await schedule({ weeks: 3, starts_at: at(60 * 24 * 5 + 600) });
    const before = await teacher.call(getStaffClass, { id: ids[2] ?? 0 });
    const starts_at = at(60 * 24 * 12 + 660);
    const { moved } = await teacher.call(moveClass, { id: ids[1] ?? 0, starts_at, duration: 45, with_following: true });
    const after = await teacher.call(getStaffClass, { id: ids[2] ?? 0 });
    expect([moved, Date.parse(after.class.start_time) - Date.parse(before.class.start_time), after.class.duration]).toEqual([
      2, 3_600_000, 45,
    ]);
    expect(await newest()).toMatchObject({ title: 'A class was moved', url: '/virtual_meeting' });
  });

  test('is cancelled with a reason that its students read, and can then not be joined, moved or started', async () => {
    const [id = 0] = await schedule();
    await teacher.call(cancelClass, { id, reason: 'The teacher is ill.' });
    expect((await newest())?.message).toContain('The teacher is ill.');
    await expect(teacher.call(moveClass, { id, starts_at: at(5000), duration: 60 })).rejects.toMatchObject({ status: 409 });
    await expect(teacher.call(startClass, { id })).rejects.toMatchObject({ status: 409 });
    await expect(teacher.call(cancelClass, { id, reason: 'Again' })).rejects.toMatchObject({ status: 409 });
  });

  test('can be started 10 minutes early, extended and ended; its board serves as the recording', async () => {
    const id = await makeClass(story, school, { status: 'NOT_STARTED', startsIn: 11, minutes: 30 });
    await expect(teacher.call(startClass, { id })).rejects.toMatchObject({ code: 'not_possible' });
    await expect(teacher.call(extendClass, { id, minutes: 10 })).rejects.toMatchObject({ code: 'not_possible' });
    story.pass(60);
    await teacher.call(startClass, { id });
    await teacher.call(startClass, { id });
    expect((await teacher.call(extendClass, { id, minutes: 10 })).duration).toBe(40);
    story.pass(1200);
    expect((await student.call(getMeetingVideos, { id })).meeting).toMatchObject({ status: 'LIVE', board: [{ say: 'Good morning.' }] });
    await teacher.call(endClass, { id });
    await expect(teacher.call(endClass, { id })).rejects.toMatchObject({ code: 'not_possible' });
    expect((await student.call(getMeetingVideos, { id })).meeting).toMatchObject({ status: 'COMPLETED', recording_status: 'READY' });
    expect([await audited('class.start'), await audited('class.extend'), await audited('class.end')]).toEqual([1, 1, 1]);
  });

  test('accepts the address of a recording once it is over, and its students are notified', async () => {
    const id = await makeClass(story, school, { status: 'COMPLETED', startsIn: -120 });
    await teacher.call(setRecording, { id, url: 'https://www.youtube.com/watch?v=abcdefghijk' });
    expect(await newest()).toMatchObject({ title: 'A recording is ready', url: `/view_class/${id}` });
    const coming = await makeClass(story, school, { status: 'NOT_STARTED', startsIn: 120 });
    await expect(teacher.call(setRecording, { id: coming, url: 'https://x.example/a.mp4' })).rejects.toMatchObject({
      code: 'not_possible',
    });
    await expect(teacher.call(setRecording, { id, url: 'ftp://x' })).rejects.toMatchObject({ code: 'invalid_input' });
    for (const url of ['https://www.youtube.com/watch?v=short', 'https://youtu.be/', 'https://www.youtube.com/@channel'])
      await expect(teacher.call(setRecording, { id, url })).rejects.toMatchObject({
        code: 'not_possible',
        message: 'This address names no video of YouTube. Copy the address of the video itself.',
      });
  });

  test('shows feedback without names, and only with three ratings or more', async () => {
    const meeting_id = await makeClass(story, school, { status: 'COMPLETED', startsIn: -120 });
    const [one = student, two = student, three = student] = school.students;
    await one.call(sendMeetingFeedback, { meeting_id, rating: 5, feedback_message: 'Clear.' });
    await two.call(sendMeetingFeedback, { meeting_id, rating: 2 });
    expect(await teacher.call(getClassFeedback, { id: meeting_id })).toEqual({ count: 2, ratings: null, messages: [] });
    await three.call(sendMeetingFeedback, { meeting_id, rating: 5 });
    expect(await teacher.call(getClassFeedback, { id: meeting_id })).toEqual({ count: 3, ratings: [0, 1, 0, 0, 2], messages: ['Clear.'] });
  });
});
