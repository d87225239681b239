import {
  contestAttendance,
  correctAttendance,
  getQuizScores,
  getRegister,
  getSubjectWiseAttendance,
  matchGuest,
} from '@abhyas/contract/classes/attendance';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { createCalendarFeed, getTimeTable, revokeCalendarFeed } from '@abhyas/contract/classes/timetable';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

type Person = Visitor & { id: number };

const story = tellStory();
let teacher: Person;
let student: Person;
let room: Awaited<ReturnType<typeof makeClassroom>>;
let rooms = 0;
const hour = 3_600_000;

beforeEach(async () => {
  teacher = await story.staff('school', 'teacher');
  student = await story.student({ institute: 'school' });
  room = await makeClassroom(story, 'school', `Hall ${(rooms += 1)}`, [student.id]);
  story.pass(7200);
});

/** A class of one hour that ended an hour ago; `more` replaces fields. */
async function hold(
  more: { provider?: 'room' | 'link' | 'zoom'; status?: 'COMPLETED' | 'CANCELLED' | 'LIVE'; minutesAgo?: number; isHeld?: boolean } = {},
) {
  const { db } = story.database;
  const starts_at = new Date(story.now.getTime() - (more.minutesAgo ?? 120) * 60_000);
  const { id } = await db
    .insertInto('meetings')
    .values({
      institute_id: room.institute_id,
      subject_id: room.subject_id,
      teacher_id: teacher.id,
      title: 'Electrostatics',
      starts_at,
      duration_seconds: 3600,
      status: more.status ?? 'COMPLETED',
      started_at: more.isHeld === false ? null : starts_at,
      ended_at: more.status === 'LIVE' || more.isHeld === false ? null : new Date(starts_at.getTime() + hour),
      provider: more.provider ?? 'room',
      board: null,
      created_at: starts_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id: id, classroom_id: room.classroom_id }).execute();
  return { id, starts_at };
}

const stay = async ({ id, starts_at }: { id: number; starts_at: Date }, from: number, to: number, source: 'page' | 'provider' = 'page') =>
  story.database.db
    .insertInto('meeting_stays')
    .values({
      student_id: student.id,
      meeting_id: id,
      source,
      stay_key: `${from}`,
      from_at: new Date(starts_at.getTime() + from * 60_000),
      to_at: new Date(starts_at.getTime() + to * 60_000),
    })
    .execute();

const join = async (meeting_id: number) =>
  story.database.db.insertInto('meeting_joins').values({ student_id: student.id, meeting_id, joined_at: story.now }).execute();

const attendance = () => student.call(getSubjectWiseAttendance, {});
const counts = async () => (await attendance()).attendance.map(({ total_classes, attended }) => [total_classes, attended]);

describe('attendance', () => {
  test('judges each class that was held by the time that the student spent there, and gives the reason for an absence', async () => {
    await stay(await hold(), 0, 40);
    const missed = await hold({ minutesAgo: 180 });
    await stay(missed, 0, 10);
    await stay(missed, 5, 14);
    expect(await counts()).toEqual([[2, 1]]);
    expect((await attendance()).entries).toMatchObject([
      {
        virtual_meeting_id: missed.id,
        verdict: 'absent',
        source: 'page',
        minutes: 14,
        minutes_needed: 30,
        minutes_held: 60,
        stays: [
          { from: 0, to: 0.167 },
          { from: 0.083, to: 0.233 },
        ],
      },
    ]);
  });

  test('leaves out classes that were cancelled or not held, and classes before the student joined the classroom', async () => {
    await hold({ status: 'CANCELLED' });
    await hold({ isHeld: false });
    await hold({ minutesAgo: 1000 });
    expect(await attendance()).toMatchObject({ attendance: [], entries: [] });
  });

  test('counts a press on Join as presence until five minutes after the class, or permanently for a class at a link', async () => {
    const live = await hold({ status: 'LIVE', minutesAgo: 30 });
    expect(await counts()).toEqual([]);
    await join(live.id);
    expect(await counts()).toEqual([[1, 1]]);
    story.pass(30 * 60 + 299);
    expect(await counts()).toEqual([[1, 1]]);
    story.pass(1);
    expect(await counts()).toEqual([[1, 0]]);
    await join((await hold({ provider: 'link' })).id);
    expect(await counts()).toEqual([[2, 1]]);
  });

  test('waits for a check while a name in the provider’s list matches no student; staff match the name', async () => {
    const held = await hold({ provider: 'zoom' });
    const at = { from_at: held.starts_at, to_at: new Date(held.starts_at.getTime() + hour) };
    await story.database.db
      .insertInto('meeting_guests')
      .values({ meeting_id: held.id, stay_key: 'g', name: 'iPhone of Asha', ...at })
      .execute();
    expect(await attendance()).toMatchObject({ attendance: [], entries: [{ verdict: 'to_check', unmatched_names: 1 }] });
    const { guests } = await teacher.call(getRegister, { id: held.id });
    expect(guests).toMatchObject([{ name: 'iPhone of Asha', minutes: 60 }]);
    await teacher.call(matchGuest, { id: held.id, guest_id: guests[0]?.id ?? 0, student_id: student.id });
    expect(await counts()).toEqual([[1, 1]]);
    await expect(teacher.call(matchGuest, { id: held.id, guest_id: guests[0]?.id ?? 0, student_id: student.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is contested once, within seven days; staff correct it with a reason that the student reads', async () => {
    const { id } = await hold();
    await student.call(contestAttendance, { id, reason: 'The power was out.' });
    await expect(student.call(contestAttendance, { id, reason: 'Again.' })).rejects.toMatchObject({ code: 'not_possible' });
    expect((await teacher.call(getRegister, { id })).students).toMatchObject([
      { student_id: student.id, verdict: 'absent', contest_reason: 'The power was out.' },
    ]);
    await teacher.call(correctAttendance, { id, student_id: student.id, verdict: 'present', reason: 'Power cut.' });
    expect(await attendance()).toMatchObject({
      attendance: [{ total_classes: 1, attended: 1 }],
      entries: [{ verdict: 'present', source: 'staff', reason: 'Power cut.' }],
    });
    expect((await student.call(getNotifications, {})).notifications[0]).toMatchObject({ title: 'Counted as present' });
    const { rows } = await story.database.pool.query(
      "select before, after, reason from audit_log where what = 'attendance.correct' and object_id = $1",
      [id],
    );
    expect(rows).toMatchObject([{ before: { verdict: 'absent' }, after: { verdict: 'present' }, reason: 'Power cut.' }]);
  });

  test('cannot be contested after seven days, while the class runs, or for a class that the student does not attend', async () => {
    const old = await hold();
    const others = await makeClassroom(story, 'school', `Other ${rooms}`, []);
    story.pass(7 * 86_400 + 1);
    student.token = await story.tokenOf(student.id);
    teacher.token = await story.tokenOf(teacher.id);
    await expect(student.call(contestAttendance, { id: old.id, reason: 'Late.' })).rejects.toMatchObject({ code: 'not_possible' });
    const live = await hold({ status: 'LIVE', minutesAgo: 10 });
    await expect(student.call(contestAttendance, { id: live.id, reason: 'Early.' })).rejects.toMatchObject({
      message: 'This class is not over yet.',
    });
    await story.database.db
      .updateTable('meeting_classrooms')
      .set({ classroom_id: others.classroom_id })
      .where('meeting_id', '=', live.id)
      .execute();
    await expect(student.call(contestAttendance, { id: live.id, reason: 'None.' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      teacher.call(correctAttendance, { id: live.id, student_id: student.id, verdict: 'present', reason: 'No.' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the timetable', () => {
  test("shows a week of classes in India's time; for a week without classes it names the next week with one", async () => {
    const { id } = await hold({ minutesAgo: -60, isHeld: false });
    const week = await student.call(getTimeTable, { weeks_ago: 0 });
    expect(week.time_table_data.map(({ day_name }) => day_name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(week.time_table_data.flatMap(({ live_class_data }) => live_class_data)).toMatchObject([
      { id, title: 'Electrostatics', duration: 60 },
    ]);
    expect(week.zones.length).toBeGreaterThan(0);
    const empty = await student.call(getTimeTable, { weeks_ago: 1 });
    expect([empty.next_weeks_ago, empty.can_go_back]).toEqual([0, true]);
    for (const weeks_ago of [27, -6])
      await expect(student.call(getTimeTable, { weeks_ago })).rejects.toMatchObject({ code: 'not_possible' });
    await expect(student.call(getTimeTable, { weeks_ago: 1000 })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('is available to a calendar at a secret address, until that is revoked', async () => {
    const { id } = await hold({ minutesAgo: -60, isHeld: false });
    await story.database.db.updateTable('meetings').set({ title: 'Optics\rATTENDEE:x\r\n\nX' }).where('id', '=', id).execute();
    const { feed_url } = await student.call(createCalendarFeed, {});
    const calendar = await story.visitor().send({ method: 'GET', url: feed_url });
    expect(calendar.headers['content-type']).toContain('text/calendar');
    expect(calendar.body).toContain(`UID:class-${id}@`);
    // A title must not add lines to the calendar.
    expect(calendar.body).toContain(String.raw`SUMMARY:Optics\nATTENDEE:x\n\nX`);
    expect(calendar.body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(Math.max(...calendar.body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    const second = await student.call(createCalendarFeed, {});
    expect((await story.visitor().send({ method: 'GET', url: feed_url })).statusCode).toBe(404);
    await student.call(revokeCalendarFeed, {});
    expect((await story.visitor().send({ method: 'GET', url: second.feed_url })).statusCode).toBe(404);
  });

  test('is read by calendars 120 times an hour at most, because its address needs no sign-in', async () => {
    const { feed_url } = await student.call(createCalendarFeed, {});
    const read = async () => (await story.visitor().send({ method: 'GET', url: feed_url })).statusCode;
    for (let time = 0; time < 120; time += 1) expect(await read()).toBe(200);
    expect(await read()).toBe(429);
    story.pass(3600);
    expect(await read()).toBe(200);
  });

  test('is closed to the calendar of a person who may not open the timetable', async () => {
    const { db } = story.database;
    const { feed_url } = await student.call(createCalendarFeed, {});
    const read = async () => (await story.visitor().send({ method: 'GET', url: feed_url })).statusCode;
    const ofPerson = (columns: { adult_from: Date | null; age: number | null }) =>
      db.updateTable('users').set(columns).where('id', '=', student.id).execute();
    const ofMembership = (columns: { has_only_test_board_access?: boolean; is_institute_student?: boolean; ended_at?: Date | null }) =>
      db.updateTable('memberships').set(columns).where('user_id', '=', student.id).execute();
    expect(await read()).toBe(200);
    await ofPerson({ adult_from: new Date(story.now.getTime() + 86_400_000), age: 17 });
    await expect(student.call(getTimeTable, { weeks_ago: 0 })).rejects.toMatchObject({ code: 'consent_needed' });
    expect(await read()).toBe(404);
    await ofPerson({ adult_from: null, age: null });
    for (const [closed, open] of [
      [{ has_only_test_board_access: true }, { has_only_test_board_access: false }],
      [{ is_institute_student: true }, { is_institute_student: false }],
      [{ ended_at: story.now }, { ended_at: null }],
    ]) {
      await ofMembership(closed ?? {});
      expect(await read()).toBe(404);
      await ofMembership(open ?? {});
      expect(await read()).toBe(200);
    }
    await student.call(revokeCalendarFeed, {});
  });
});

test('quiz scores count answers by subject, except late answers that were not accepted', async () => {
  const { db } = story.database;
  const { id: meeting_id } = await hold();
  const { institute_id } = room;
  const quiz = await db
    .insertInto('live_quizzes')
    .values({ institute_id, meeting_id, created_at: story.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, [result, is_late]] of (
    [
      [1, false],
      [-1, false],
      [1, true],
    ] as const
  ).entries()) {
    const text = { question_text: 'Which?', option_1: 'a', option_2: 'b', option_3: 'c', option_4: 'd', answer: 1 };
    const question = await db
      .insertInto('live_quiz_questions')
      .values({ quiz_id: quiz.id, position, ...text, shown_at: story.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answer = {
      student_id: student.id,
      quiz_question_id: question.id,
      quiz_id: quiz.id,
      selected_option: 1,
      duration: 3,
      answered_at: story.now,
    };
    await db
      .insertInto('live_quiz_answers')
      .values({ ...answer, result, is_late })
      .execute();
  }
  expect((await student.call(getQuizScores, {})).quiz_scores).toMatchObject([{ total_attempted: 2, correct: 1 }]);
});
