import * as contract from '@abhyas/contract/institute/classrooms';
import { getClassOptions } from '@abhyas/contract/classes/class-schedule';
import { getMeetingVideos } from '@abhyas/contract/classes/live-classes';
import { importRoster } from '@abhyas/contract/institute/people';
import { beforeAll, describe, expect, test } from 'vitest';
import { outcomesOf } from '../../../testing/at-once.ts';
import { concurrently, operatorOf, whileUncommitted } from '../../../testing/attempts.ts';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { renameClassroom } from './classroom-staff.ts';

type Person = Visitor & { id: number };
const story = tellStory();
let school: TestSchool;
let teacher: Person;
let owner: Person;
let student: Person;
let other: Person;

beforeAll(async () => {
  school = await makeSchool(story, 2);
  ({ teacher } = school);
  [student, other] = school.students as [Person, Person];
  owner = await story.staff('school', 'owner');
});

/** The date in India, the given number of days from now. */
const day = (days: number) => new Date(story.now.getTime() + 19_800_000 + days * 86_400_000).toISOString().slice(0, 10);
let count = 0;
const makeClassroom = async (members: readonly Person[], from?: string) => {
  count += 1;
  const { id } = await teacher.call(contract.createClassroom, { name: `Batch ${count}` });
  const add = members.map((member) => member.id);
  await teacher.call(contract.changeClassroomMembers, { id, add, remove: [], ...(from === undefined ? {} : { from }) });
  return id;
};
const stayOf = async (id: number, person: Person) => {
  const { members } = await teacher.call(contract.getClassroom, { id });
  const found = members.find(({ user_id }) => user_id === person.id);
  if (!found) throw new Error('The person was never in this classroom');
  return found;
};
const classOf = (classroom_id: number, startsIn: number) =>
  makeClass(story, { ...school, classroom_id }, { startsIn, minutes: 30, status: 'COMPLETED' });
const sees = (person: Person, id: number) =>
  person.call(getMeetingVideos, { id }).then(
    () => true,
    () => false,
  );
const listed = async (id: number) => (await teacher.call(contract.getClassrooms, {})).classrooms.find((each) => each.id === id);

describe('a classroom', () => {
  test('takes only members of the institute, from now on; a member who leaves keeps the classes they attended', async () => {
    const id = await makeClassroom([]);
    const { name } = await teacher.call(contract.getClassroom, { id });
    await expect(teacher.call(contract.createClassroom, { name })).rejects.toMatchObject({ code: 'not_possible' });
    const change = (add: Person[], remove: Person[]) =>
      teacher.call(contract.changeClassroomMembers, { id, add: add.map((one) => one.id), remove: remove.map((one) => one.id) });
    await expect(change([await story.student()], [])).rejects.toMatchObject({ code: 'not_found' });
    expect(await change([student, teacher], [])).toMatchObject({ added: 2, removed: 0 });
    expect(await change([student], [])).toMatchObject({ added: 0 });
    const held = await classOf(id, -5);
    story.pass(7200);
    expect(await change([], [student])).toMatchObject({ removed: 1 });
    expect(await sees(student, held)).toBe(true);
    expect(await sees(student, await classOf(id, 5))).toBe(false);
  });

  test('is listed with its current students and teachers, and can be renamed to a name that no other classroom has', async () => {
    const id = await makeClassroom([student, teacher]);
    const { name: teacher_name } = await stayOf(id, teacher);
    expect(await listed(id)).toMatchObject({ student_count: 1, teacher_names: [teacher_name], is_archived: false });
    await expect(teacher.call(contract.renameClassroom, { id, name: 'Batch A' })).rejects.toMatchObject({ code: 'not_possible' });
    await teacher.call(contract.renameClassroom, { id, name: 'Evening batch' });
    expect(await listed(id)).toMatchObject({ name: 'Evening batch' });
  });

  test(concurrently('keeps its name if another is renamed to the same new name at the same time'), async () => {
    const [first, second] = [await makeClassroom([]), await makeClassroom([])];
    const name = 'Name of one';
    const actor = await operatorOf(story, 'school');
    const outcomes = await whileUncommitted(
      story,
      (within) => renameClassroom({ ...within, actor }, first, name),
      () => outcomesOf([teacher.call(contract.renameClassroom, { id: second, name })]),
    );
    expect(outcomes.refusals).toEqual(['not_possible']);
    expect([(await listed(first))?.name, (await listed(second))?.name === name]).toEqual([name, false]);
  });

  test('lets a member go whom another call has added, although that call began later', async () => {
    const id = await makeClassroom([student]);
    story.pass(-1);
    expect(await teacher.call(contract.changeClassroomMembers, { id, add: [], remove: [student.id] })).toMatchObject({ removed: 1 });
    story.pass(1);
    const { joined_at, left_at } = await stayOf(id, student);
    expect(left_at).toBe(joined_at);
  });

  test('can be archived if it has no future classes, and is offered for new classes only once staff or a roster restores it', async () => {
    const id = await makeClassroom([student]);
    const isOffered = async () => (await teacher.call(getClassOptions, {})).classrooms.some((each) => each.id === id);
    const archive = (is_archived: boolean) => teacher.call(contract.archiveClassroom, { id, is_archived });
    const coming = await makeClass(story, { ...school, classroom_id: id }, { startsIn: 60, status: 'NOT_STARTED' });
    await expect(archive(true)).rejects.toMatchObject({ message: '1 class of this classroom is still to come.' });
    await story.database.db.updateTable('meetings').set({ status: 'CANCELLED' }).where('id', '=', coming).execute();
    await archive(true);
    expect([await isOffered(), (await listed(id))?.is_archived]).toEqual([false, true]);
    await archive(false);
    expect(await isOffered()).toBe(true);
    await archive(true);
    const { name } = await teacher.call(contract.getClassroom, { id });
    await owner.call(importRoster, { text: `Name,Phone,Batch\nNew Student,9811100022,${name}` });
    expect(await listed(id)).toMatchObject({ is_archived: false, student_count: 2 });
  });

  test('is changed only by staff who may manage classes, and read only by staff who may read them', async () => {
    const counsellor = await story.staff('school', 'counsellor');
    await counsellor.call(contract.getClassrooms, {});
    await expect(counsellor.call(contract.createClassroom, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(student.call(contract.getClassrooms, {})).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('dates of a member', () => {
  test('show a student the classes from the first day to the last, as whole days in India', async () => {
    const id = await makeClassroom([student], day(-3));
    const { id: stay, joined_at } = await stayOf(id, student);
    expect(joined_at).toBe(new Date(`${day(-3)}T00:00:00+05:30`).toISOString());
    const midnight = (days: number) => (Date.parse(`${day(days)}T00:00:00+05:30`) - story.now.getTime()) / 60_000;
    const [before, first, last, after] = [
      await classOf(id, midnight(-5) - 40),
      await classOf(id, midnight(-5) + 10),
      await classOf(id, midnight(-1) - 40),
      await classOf(id, midnight(-1) + 10),
    ];
    await teacher.call(contract.setMemberDates, { id: stay, from: day(-5), to: day(-2) });
    const seen = await Promise.all([before, first, last, after].map((meeting) => sees(student, meeting)));
    expect(seen).toEqual([false, true, true, false]);
  });

  test('take effect at once if they end today, and can be undone', async () => {
    const id = await makeClassroom([other], day(-3));
    const { id: stay } = await stayOf(id, other);
    await teacher.call(contract.setMemberDates, { id: stay, from: day(-3), to: day(0) });
    expect((await stayOf(id, other)).left_at).toBe(story.now.toISOString());
    await teacher.call(contract.setMemberDates, { id: stay, from: day(-3), to: null });
    expect(await stayOf(id, other)).toMatchObject({ id: stay, left_at: null });
  });

  test('cannot be reopened for a person who has left the institute', async () => {
    const leaver = await story.student({ institute: 'school' });
    const id = await makeClassroom([leaver], day(-3));
    const { id: stay } = await stayOf(id, leaver);
    await story.database.db.updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', leaver.id).execute();
    await expect(teacher.call(contract.setMemberDates, { id: stay, from: day(-3), to: null })).rejects.toMatchObject({
      code: 'not_possible',
      message: 'This person is no longer at the institute.',
    });
  });

  test.each([
    ['a first day that is still to come', { from: 1, to: null }, 'This day is still to come.'],
    ['a last day that is still to come', { from: -3, to: 1 }, 'This day is still to come.'],
    ['a last day before the first one', { from: -3, to: -4 }, 'The last day is before the first one.'],
  ])('are refused with %s', async (_what, { from, to }, message) => {
    const id = await makeClassroom([student]);
    const stay = await stayOf(id, student);
    const dates = { id: stay.id, from: day(from), to: to === null ? null : day(to) };
    await expect(teacher.call(contract.setMemberDates, dates)).rejects.toMatchObject({ code: 'not_possible', message });
    expect(await stayOf(id, student)).toEqual(stay);
  });

  test('never overlap for one person: a person who returns begins after the day they left', async () => {
    const id = await makeClassroom([student], day(-10));
    const { id: former } = await stayOf(id, student);
    await teacher.call(contract.setMemberDates, { id: former, from: day(-10), to: day(-4) });
    await teacher.call(contract.changeClassroomMembers, { id, add: [student.id], remove: [], from: day(-8) });
    const now = await stayOf(id, student);
    expect(now).toMatchObject({ joined_at: new Date(`${day(-3)}T00:00:00+05:30`).toISOString(), left_at: null });
    await expect(teacher.call(contract.setMemberDates, { id: former, from: day(-10), to: day(-2) })).rejects.toMatchObject({
      code: 'not_possible',
    });
  });
});

test('subjects are added and changed by staff who manage settings, and no two have the same code', async () => {
  await expect(teacher.call(contract.createSubject, { name: 'Algorithms' })).rejects.toMatchObject({ code: 'not_allowed' });
  const { id } = await owner.call(contract.createSubject, { name: 'Algorithms', code: 'CS201' });
  const same = { name: 'Data Structures', code: 'CS201' };
  await expect(owner.call(contract.createSubject, same)).rejects.toMatchObject({ code: 'not_possible' });
  const { id: second } = await owner.call(contract.createSubject, { name: 'Data Structures' });
  await expect(owner.call(contract.changeSubject, { id: second, ...same })).rejects.toMatchObject({ code: 'not_possible' });
  await owner.call(contract.changeSubject, { id, name: 'Design of Algorithms', code: 'CS202' });
  const { subjects } = await teacher.call(contract.getClassrooms, {});
  expect(subjects).toContainEqual({ id, name: 'Design of Algorithms', code: 'CS202' });
});

test('one of several subjects that are given the same name or code at once gets it, and the others keep theirs', async () => {
  const { answers: made } = await outcomesOf(['Optics', 'Waves', 'Heat'].map((name) => owner.call(contract.createSubject, { name })));
  const { answers, refusals } = await outcomesOf([
    ...made.map(({ id }, at) => owner.call(contract.changeSubject, { id, name: `Physics ${at % 2}`, code: 'PH101' })),
    owner.call(contract.createSubject, { name: 'Mechanics', code: 'PH101' }),
  ]);
  expect([answers.length, refusals]).toEqual([1, Array(3).fill('not_possible')]);
  const { subjects } = await teacher.call(contract.getClassrooms, {});
  expect(subjects.filter(({ code }) => code === 'PH101')).toHaveLength(1);
});
