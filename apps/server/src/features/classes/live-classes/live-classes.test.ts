import {
  getLiveClasses,
  getLiveVideo,
  getMeetingVideos,
  getNextClass,
  markStudentAttendance,
  sendMeetingFeedback,
} from '@abhyas/contract/classes/live-classes';
import { getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let school: TestSchool;
let student: Visitor & { id: number };
beforeAll(async () => {
  school = await makeSchool(story, 2);
  [student] = school.students as [Visitor & { id: number }];
});

const titlesOn = async (date: string, by: Visitor = student) =>
  (await by.call(getLiveClasses, { date })).virtual_meetings.map(({ title }) => title);
const dateAt = (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().slice(0, 10);

describe('the day view', () => {
  test('lists the classes of one day in Asia/Kolkata, in order of time', async () => {
    // Midnight in India is 18:30 UTC.
    const minutesTo = (moment: string) => (Date.parse(moment) - story.now.getTime()) / 60_000;
    await makeClass(story, school, { title: 'last', startsIn: minutesTo('2027-01-12T18:29:00Z'), status: 'NOT_STARTED' });
    await makeClass(story, school, { title: 'next day', startsIn: minutesTo('2027-01-12T18:30:00Z'), status: 'NOT_STARTED' });
    await makeClass(story, school, { title: 'first', startsIn: minutesTo('2027-01-11T18:30:00Z'), status: 'NOT_STARTED' });
    await makeClass(story, school, { title: 'before', startsIn: minutesTo('2027-01-11T18:29:00Z'), status: 'NOT_STARTED' });
    expect(await titlesOn('2027-01-12')).toEqual(['first', 'last']);
  });

  test('begins today with a class that began before midnight and still runs', async () => {
    const before = story.now;
    story.now = new Date('2027-01-20T18:00:00Z');
    await makeClass(story, school, { title: 'over midnight', startsIn: 0, minutes: 60 });
    await makeClass(story, school, { title: 'morning', startsIn: 600, status: 'NOT_STARTED' });
    story.pass(45 * 60);
    expect(await titlesOn('2027-01-21')).toEqual(['over midnight', 'morning']);
    expect(await titlesOn('2027-01-22')).toEqual([]);
    story.pass(15 * 60);
    expect(await titlesOn('2027-01-21')).toEqual(['morning']);
    story.now = before;
  });

  test('reaches 180 days back and 30 ahead, returns both bounds, and shows the nearer bound for a day outside them', async () => {
    const day = (count: number) => dateAt(new Date(story.now.getTime() + count * 86_400_000));
    const today = await student.call(getLiveClasses, {});
    expect([today.date, today.first_date, today.last_date]).toEqual([day(0), day(-180), day(30)]);
    await student.call(getLiveClasses, { date: day(-180) });
    await student.call(getLiveClasses, { date: day(30) });
    expect((await student.call(getLiveClasses, { date: '2020-01-01' })).date).toBe(day(-180));
    expect((await student.call(getLiveClasses, { date: day(31) })).date).toBe(day(30));
    await expect(student.call(getLiveClasses, { date: '2027-02-30' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('names the next day with a class if the requested day has none', async () => {
    const answer = await student.call(getLiveClasses, { date: '2027-01-09' });
    expect([answer.virtual_meetings, answer.next_date]).toEqual([[], '2027-01-11']);
  });

  test('lists classes of the classrooms that the student was in at the time of the class', async () => {
    const [, other] = school.students as [Visitor, Visitor & { id: number }];
    const id = await makeClass(story, school, { title: 'early', startsIn: -600 });
    await story.database.db
      .updateTable('classroom_members')
      .set({ joined_at: new Date(story.now.getTime() - 60_000) })
      .where('user_id', '=', other.id)
      .execute();
    expect(await titlesOn(dateAt(new Date(story.now.getTime() - 36_000_000)))).toContain('early');
    expect(await titlesOn(dateAt(new Date(story.now.getTime() - 36_000_000)), other)).not.toContain('early');
    await expect(other.call(getMeetingVideos, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([{ has_only_test_board_access: true }, { is_institute_student: true }])(
    'is refused, like every call of classes, to students without classes in their menu: %o',
    async (flags) => {
      const outsider = await story.student({ institute: 'school', ...flags });
      for (const endpoint of [getLiveClasses, getLiveVideo, getNextClass])
        await expect(outsider.call(endpoint, {})).rejects.toMatchObject({ code: 'not_allowed' });
      await expect(outsider.call(getQuizQuestionData, { id: 1 })).rejects.toMatchObject({ code: 'not_allowed' });
    },
  );
});

describe('joining', () => {
  test('opens 10 minutes before the start and closes at the end, by the server’s clock', async () => {
    const id = await makeClass(story, school, { startsIn: 20, minutes: 30, status: 'NOT_STARTED' });
    const join = () => student.call(markStudentAttendance, { id });
    await expect(join()).rejects.toMatchObject({ code: 'class_not_open' });
    story.pass(600);
    expect(await join()).toEqual({ success: true, opens: 'page', join_url: `/view_class/${id}`, password: null });
    story.pass(40 * 60 - 1);
    await join();
    story.pass(1);
    await expect(join()).rejects.toMatchObject({ code: 'class_over' });
  });

  test('is refused for a cancelled class, and to a student who is in none of its classrooms', async () => {
    const id = await makeClass(story, school, { status: 'CANCELLED' });
    await expect(student.call(markStudentAttendance, { id })).rejects.toMatchObject({ code: 'class_cancelled' });
    const stranger = await story.student({ institute: 'school' });
    await expect(stranger.call(markStudentAttendance, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('marks a class as live, and as completed past its end', async () => {
    const id = await makeClass(story, school, { startsIn: -5, minutes: 10, title: 'Live now' });
    expect((await student.call(getLiveVideo, {})).data).toMatchObject({ has_live_video: true, video_title: 'Live now', meeting_id: id });
    expect((await student.call(getNextClass, {})).next_class).toMatchObject({ id, status: 'LIVE' });
    const other = await makeClass(story, school, { startsIn: -4, minutes: 9, title: 'Live too' });
    expect((await student.call(getLiveVideo, {})).data).toMatchObject({
      meeting_id: other,
      meetings: [{ id: other }, { id, title: 'Live now' }],
    });
    story.pass(300);
    expect((await student.call(getLiveVideo, {})).data).toMatchObject({ has_live_video: false, meetings: [] });
    expect((await student.call(getMeetingVideos, { id })).meeting).toMatchObject({ status: 'COMPLETED', recording_url: null, board: null });
  });
});

test('feedback on a class needs a rating from 1 to 5; a second one replaces the first', async () => {
  const meeting_id = await makeClass(story, school, {});
  const send = (rating: number) => student.call(sendMeetingFeedback, { meeting_id, rating, feedback_message: ' Clear. ' });
  await expect(send(0)).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await send(3)).message).toBe('Thank you for your feedback.');
  await send(5);
  const kept = await story.database.db.selectFrom('meeting_feedback').where('meeting_id', '=', meeting_id).selectAll().execute();
  expect(kept).toMatchObject([{ rating: 5, feedback_message: 'Clear.' }]);
});
