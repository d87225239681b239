// Contents: a copy of a shared paper · withholding from members · withholding from others · deleting a test without students
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { assignTest, copyPaper, deleteTest, getInstituteTest, setUpTest, takeBackTest } from '@abhyas/contract/exam-office/institute-tests';
import { getSolution } from '@abhyas/contract/bank/search';
import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { GRACE_SECONDS } from '@abhyas/exam/tests/clock';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attempt, response, workOffJobs } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let member: Person;
let foreign: Person;
let single: number;
let copy: number;
const inMinutes = (minutes: number) => new Date(story.now.getTime() + minutes * 60_000).toISOString();

/** Answers in the student's review of the previous paper. */
async function reviewed(student: Visitor): Promise<number> {
  const { questions } = await student.call(getTestQuestions, { id: single, is_review: true });
  return questions.filter(({ answers }) => answers !== undefined).length;
}

/** A student of the school to whom nothing was given. */
async function memberOfSchool(): Promise<Person> {
  const student = await story.student();
  await story.join(student.id, 'school', 'student');
  return student;
}

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  single = await story.idOf('papers', 'single');
});
beforeEach(async () => {
  await story.database.pool.query('delete from paper_assignments');
  [member, foreign] = [await memberOfSchool(), await story.student()];
  await story.database.pool.query(
    "delete from paper_questions where paper_id in (select id from papers where code in ('mock', 'locked-mock'))",
  );
  for (const student of [member, foreign]) await (await attempt(student, single)).finish();
  copy = (await owner.call(copyPaper, { paper_id: single, name: 'Our own', is_assignment: false })).id;
});

test('copies of a shared paper that are assigned to nobody withhold no answer, whatever their window', async () => {
  const all = await reviewed(foreign);
  expect(all).toBe(9);
  for (let count = 0; count < 22; count += 1) {
    const { id } = await owner.call(copyPaper, { paper_id: single, name: `Copy ${count}`, is_assignment: false });
    if (count % 2 === 0) await owner.call(setUpTest, { id, opens_at: inMinutes(60), closes_at: inMinutes(120) });
  }
  expect([await reviewed(foreign), await reviewed(member)]).toEqual([all, all]);
});

test('a copy of a shared paper withholds its questions from members only, from assignment with opening time until its end', async () => {
  await owner.call(assignTest, { id: copy, student_ids: [member.id] });
  expect(await reviewed(member)).toBe(9);
  await owner.call(setUpTest, { id: copy, opens_at: inMinutes(60), closes_at: inMinutes(120) });
  expect([await reviewed(member), await reviewed(foreign)]).toEqual([0, 9]);
  story.pass(120 * 60 + GRACE_SECONDS);
  expect([await reviewed(member), await reviewed(foreign)]).toEqual([0, 9]);
  story.pass(1);
  expect([await reviewed(member), await reviewed(foreign)]).toEqual([9, 9]);
});

test('a member without the copy also sees its answers only once it is over', async () => {
  const other = await memberOfSchool();
  await (await attempt(other, single)).finish();
  await owner.call(setUpTest, { id: copy, opens_at: inMinutes(60), closes_at: inMinutes(120) });
  await owner.call(assignTest, { id: copy, student_ids: [member.id] });
  expect(await reviewed(other)).toBe(0);
});

test('visitors still see the page of a shared question that a copy contains', async () => {
  const { rows } = await story.database.pool.query<{ question_id: number }>(
    'select question_id from paper_questions where paper_id = $1 order by position limit 1',
    [single],
  );
  const id = rows[0]?.question_id ?? 0;
  await owner.call(assignTest, { id: copy, everybody: true });
  await owner.call(setUpTest, { id: copy, opens_at: inMinutes(60), closes_at: inMinutes(120) });
  expect((await story.visitor().call(getSolution, { id })).question.id).toBe(id);
});

test('a student who is taking the copy sees its answers nowhere, even after leaving the institute', async () => {
  await owner.call(assignTest, { id: copy, student_ids: [member.id] });
  await attempt(member, copy);
  await story.database.db.updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', member.id).execute();
  expect(await reviewed(member)).toBe(0);
});

test('a report shows how many questions another test withholds, and until when', async () => {
  await owner.call(assignTest, { id: copy, student_ids: [member.id] });
  const closes_at = inMinutes(120);
  await owner.call(setUpTest, { id: copy, opens_at: inMinutes(60), closes_at });
  await workOffJobs(story);
  const until = new Date(Date.parse(closes_at) + GRACE_SECONDS * 1000).toISOString();
  expect((await member.call(getStudentTestReports, { id: single })).data).toMatchObject({ withheld_count: 9, withheld_until: until });
  await owner.call(setUpTest, { id: copy, closes_at: null });
  expect((await member.call(getStudentTestReports, { id: single })).data).toMatchObject({ withheld_count: 9, withheld_until: null });
  expect((await foreign.call(getStudentTestReports, { id: single })).data).toMatchObject({ withheld_count: 0, withheld_until: null });
});

test('a report shows no time of release once the withholding test is over but its results are unpublished', async () => {
  await owner.call(assignTest, { id: copy, student_ids: [member.id] });
  await owner.call(setUpTest, { id: copy, opens_at: inMinutes(1), closes_at: inMinutes(120) });
  story.pass(60);
  await (await attempt(member, copy)).finish();
  story.pass(120 * 60 + GRACE_SECONDS);
  await workOffJobs(story);
  expect((await member.call(getStudentTestReports, { id: single })).data).toMatchObject({ withheld_count: 9, withheld_until: null });
});

test('a test without students can be deleted, with an entry in the audit log; a test that was assigned or begun cannot', async () => {
  await owner.call(assignTest, { id: copy, student_ids: [member.id, (await memberOfSchool()).id] });
  await expect(owner.call(deleteTest, { id: copy })).rejects.toMatchObject({ code: 'not_possible' });
  const { finish, questions } = await attempt(member, copy);
  await finish([response(questions[0], { responses: [2] })]);
  await expect(owner.call(deleteTest, { id: copy })).rejects.toMatchObject({ code: 'not_possible' });
  const { id } = await owner.call(copyPaper, { paper_id: single, name: 'Given and taken back', is_assignment: false });
  await owner.call(assignTest, { id, student_ids: [member.id] });
  await owner.call(takeBackTest, { id, student_ids: [member.id] });
  await owner.call(deleteTest, { id });
  await expect(owner.call(getInstituteTest, { id })).rejects.toMatchObject({ code: 'not_found' });
  const log = await story.database.db
    .selectFrom('audit_log')
    .where('object_id', '=', id)
    .where('what', '=', 'paper.delete')
    .selectAll()
    .execute();
  expect(log).toEqual([expect.objectContaining({ user_id: owner.id, before: { name: 'Given and taken back' } })]);
});
