import * as contract from '@abhyas/contract/reports/guardians';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import { beforeAll, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, response, staff } from '../../../testing/attempts.ts';
import { makeClassroom } from '../../../testing/classrooms.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

type Person = Visitor & { id: number };
const story = tellStory();
let student: Person;
let rival: Person;
let parent: Person;
let id: number;
let papers = 0;

beforeAll(async () => {
  student = await story.student({ institute: 'school' });
  rival = await story.student({ institute: 'school' });
  parent = await story.student();
  const guardian = { phone: await phoneOf(story, parent), name: 'Sunita Rao', relation: 'mother' as const };
  id = (await student.call(contract.nameGuardian, guardian)).guardians[0]?.id ?? 0;
  await parent.call(contract.answerGuardianRequest, { id, is_accepted: true });
  // The tests that the fixture gives to every student of the school.
  await story.database.db.deleteFrom('paper_assignments').where('student_id', '=', student.id).execute();
});

const seen = async () => (await parent.call(contract.getChildren, {})).children[0];
const phones = async () => (await Promise.all([student, rival].map((person) => phoneOf(story, person)))).join(',');

async function given(...words: string[]) {
  papers += 1;
  const code = `seen-${papers}`;
  const paper = await addPaper(story, code, [fourOptions(21, 22)]);
  expect(await staff(story, 'assign', code, '--phones', await phones(), ...words)).toMatchObject({ exit: 0 });
  return { paper, code };
}

/** Both students take the test: the child answers `right` of two questions right, the other student all. */
async function taken(right: number) {
  const { paper, code } = await given();
  for (const [person, count] of [
    [student, right],
    [rival, 2],
  ] as const) {
    const { questions, finish } = await attempt(person, paper);
    await finish(questions.map((question, at) => response(question, { responses: [at < count ? 2 : 1] })));
  }
  story.pass(3600);
  return { paper, code };
}

test('a guardian sees a result once the institute has published it, with the earlier results', async () => {
  const { code } = await taken(2);
  expect(await seen()).toMatchObject({ last_result: null, usual_percent: null, weak_subject: null });
  await staff(story, 'publish', code);
  const result = { name: `Paper ${code}`, score: 8, max_score: 8, rank: 1, appeared: 2 };
  expect(await seen()).toMatchObject({ last_result: result, usual_percent: null, weak_subject: null });
  const later = await taken(1);
  expect(await seen()).toMatchObject({ last_result: result });
  await staff(story, 'publish', later.code);
  expect(await seen()).toMatchObject({ last_result: { score: 3, rank: 2 }, usual_percent: 100 });
  const last = await taken(0);
  await staff(story, 'publish', last.code);
  expect(await seen()).toMatchObject({
    last_result: { score: -2, rank: 2 },
    usual_percent: 69,
    weak_subject: { name: 'Biology', percent: 38 },
  });
  const { results, subjects } = await parent.call(contract.getChild, { id });
  expect(results.map(({ score }) => score)).toEqual([-2, 3, 8]);
  expect(subjects).toEqual([{ name: 'Biology', percent: 38 }]);
});

test('a guardian sees the next test and missed tests, and no assignment', async () => {
  expect(await seen()).toMatchObject({ next_test: null, missed: [] });
  const day = 86_400_000;
  const at = (ms: number) => new Date(story.now.getTime() + ms).toISOString();
  const next = await given('--opens', at(3 * day), '--closes', at(4 * day));
  const soon = await given('--opens', at(day), '--closes', at(2 * day));
  await story.database.db
    .updateTable('papers')
    .set({ is_assignment: true })
    .where('id', '=', (await given('--closes', at(day))).paper)
    .execute();
  expect(await seen()).toMatchObject({ next_test: { name: `Paper ${soon.code}`, opens_at: at(day), closes_at: at(2 * day) }, missed: [] });
  story.pass(2 * 86_400 + 1);
  parent.token = await story.tokenOf(parent.id);
  expect(await seen()).toMatchObject({ next_test: { name: `Paper ${next.code}` }, missed: [{ name: `Paper ${soon.code}` }] });
});

test('a guardian sees total attendance and subjects at risk of a child with classes', async () => {
  expect(await seen()).toMatchObject({ attendance: null });
  const { db } = story.database;
  const room = await makeClassroom(story, 'school', 'Hall', [student.id]);
  const starts_at = story.now;
  const { id: meeting_id } = await db
    .insertInto('meetings')
    .values({
      institute_id: room.institute_id,
      subject_id: room.subject_id,
      teacher_id: (await story.staff('school', 'teacher')).id,
      title: 'Electrostatics',
      starts_at,
      duration_seconds: 3600,
      status: 'COMPLETED',
      started_at: starts_at,
      ended_at: new Date(starts_at.getTime() + 3_600_000),
      provider: 'room',
      board: null,
      created_at: starts_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id, classroom_id: room.classroom_id }).execute();
  story.pass(7200);
  parent.token = await story.tokenOf(parent.id);
  const at_risk = [{ subject_name: 'Subject of Hall', total_classes: 1, attended: 0, classes_needed: 3 }];
  expect(await seen()).toMatchObject({ attendance: { total_classes: 1, attended: 0, at_risk } });
  await db.updateTable('memberships').set({ is_institute_student: true }).where('user_id', '=', student.id).execute();
  expect(await seen()).toMatchObject({ attendance: null });
});

test('practice totals are shown only to a guardian with whom the student shares them', async () => {
  const practice = async () => (await parent.call(contract.getChild, { id })).practice;
  student.token = await story.tokenOf(student.id);
  const { db } = story.database;
  const { id: session_id } = await db
    .insertInto('sessions')
    .values({
      student_id: student.id,
      object_type: 0,
      session_type: 0,
      topic_id: await story.idOf('topics', 'motion-one'),
      began_at: story.now,
      status: 'COMPLETE',
      finished_at: story.now,
      finished_by: 'student',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const today = { student_id: student.id, session_id, day: indianDay(story.now), subject_id: 2, seconds: 60, correct: 3, incorrect: 1 };
  await db.insertInto('session_days').values(today).execute();
  expect(await practice()).toBe(null);
  await student.call(contract.showPracticeToGuardian, { id, is_shown: true });
  expect(await practice()).toMatchObject({ answered: 4, correct: 3, days_of_14: 1, subjects: [{ name: 'Physics', percent: 75 }] });
  await student.call(contract.showPracticeToGuardian, { id, is_shown: false });
  expect(await practice()).toBe(null);
});
