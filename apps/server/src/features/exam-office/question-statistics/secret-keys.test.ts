import { correctKey, getCorrections, tryCorrection } from '@abhyas/contract/exam-office/key-corrections';
import { acceptLateAnswers } from '@abhyas/contract/exam-office/hall';
import { assignTest, copyPaper, setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import { getPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { getTestKeys } from '@abhyas/contract/exam-office/paper-print';
import { getQuestionStatistics, publishResults } from '@abhyas/contract/exam-office/results';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { composeTest, planOf, planSection, tellQuestionsApart } from '../../../testing/composed-tests.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let teacher: Person;
let student: Person;
const refused = { code: 'not_possible' };
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;
const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();
const setWindow = (by: Person, id: number, opens: number, closes: number | null) =>
  by.call(setUpTest, { id, opens_at: inHours(opens), closes_at: closes === null ? null : inHours(closes) });

/** A test of the owner with four questions of the institute, given to a student, with this window in hours from now. */
async function secretTest(opens: number, closes: number | null) {
  const { id: draft_id, paper_id: id, ids: questions } = await composeTest(owner, planOf(planSection()));
  await setWindow(owner, id, opens, closes);
  await owner.call(assignTest, { id, student_ids: [student.id] });
  await query("update questions set institute_id = (select id from institutes where code = 'school') where id = any($1)", [questions]);
  return { id, draft_id, questions, question_id: questions[0] ?? 0 };
}

const copyOf = async (paper_id: number) => (await teacher.call(copyPaper, { paper_id, name: 'Copy', is_assignment: false })).id;

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  teacher = await story.staff('school', 'teacher');
  await tellQuestionsApart(story);
});

beforeEach(async () => {
  // Tests of the other cases would withhold the questions.
  await query("delete from papers where code like 'composed-%' or code like '%-copy-%'");
  student = await story.student({ institute: 'school' });
});

describe('staff who may not read the keys of a test before its end', () => {
  test('cannot hold a test again once its window is over, as the owner can until its results are published', async () => {
    const { id } = await secretTest(1, 2);
    await setWindow(teacher, id, -2, -1);
    expect((await teacher.call(getTestKeys, { id })).keys).toHaveLength(4);
    await expect(setWindow(teacher, id, 1, 2)).rejects.toMatchObject(refused);
    await expect(setWindow(teacher, id, -1, null)).rejects.toMatchObject(refused);
    await setWindow(owner, id, 1, 2);
    await setWindow(owner, id, -2, -1);
    await owner.call(publishResults, { id, and_paper: true });
    await expect(setWindow(owner, id, -1, 2)).rejects.toMatchObject(refused);
  });

  test('read no keys within the minute of grace after its window', async () => {
    const { id } = await secretTest(-2, 0);
    story.pass(30);
    await expect(teacher.call(getTestKeys, { id })).rejects.toMatchObject(refused);
    story.pass(31);
    expect((await teacher.call(getQuestionStatistics, { id })).questions).toHaveLength(4);
  });

  test('cannot publish it before it opens, and read no keys of a published test while its window is open', async () => {
    const { id } = await secretTest(1, 3);
    await expect(teacher.call(publishResults, { id, and_paper: true, although_sitting: true })).rejects.toMatchObject(refused);
    story.pass(2 * 3600);
    await teacher.call(publishResults, { id, and_paper: true });
    await expect(teacher.call(getTestKeys, { id })).rejects.toMatchObject(refused);
    await expect(teacher.call(getQuestionStatistics, { id })).rejects.toMatchObject(refused);
  });

  test.each([
    ['a coming test', 1, 2],
    ['an open test without an end', -1, null],
  ])('can neither try nor correct a key of %s by a copy of it, nor read its corrections', async (_what, opens, closes) => {
    const { id, question_id } = await secretTest(opens, closes);
    const copy = await copyOf(id);
    await setWindow(teacher, copy, -3, -2);
    const wanted = { id: copy, question_id, keys: [3], reason: 'Misprint' };
    await expect(teacher.call(tryCorrection, { id: copy, question_id, keys: [3] })).rejects.toMatchObject(refused);
    await expect(teacher.call(correctKey, wanted)).rejects.toMatchObject(refused);
    await owner.call(correctKey, wanted);
    const [shown] = (await owner.call(getCorrections, { id })).corrections;
    expect(shown).toMatchObject({ question_id, accepted_answers: [3] });
    const [hidden] = (await teacher.call(getCorrections, { id })).corrections;
    expect(hidden).toMatchObject({ question_id, previous_answers: null, accepted_answers: null });
  });

  test('cannot correct a key of a test without an end before its results are published', async () => {
    const { id, question_id } = await secretTest(-1, null);
    const tryIt = () => teacher.call(tryCorrection, { id, question_id, keys: [3] });
    await expect(tryIt()).rejects.toMatchObject(refused);
    await owner.call(publishResults, { id });
    expect(await tryIt()).toMatchObject({ tells: 0 });
  });

  test('see in the composer no figures of an earlier use of its questions', async () => {
    const { id, draft_id } = await secretTest(1, 2);
    const copy = await copyOf(id);
    await setWindow(teacher, copy, -3, -2);
    await owner.call(assignTest, { id: copy, student_ids: [student.id] });
    const usesBy = async (by: Person) =>
      (await by.call(getPaperDraft, { id: draft_id })).questions.filter(({ last_use }) => last_use !== null).length;
    expect([await usesBy(owner), await usesBy(teacher)]).toEqual([4, 0]);
    story.pass(3 * 3600);
    expect(await usesBy(teacher)).toBe(4);
  });
});

test('late answers are accepted only once nobody may take the test any more', async () => {
  const { id } = await secretTest(-1, 3);
  const { upload, questions, finish } = await attempt(student, id);
  await finish([]);
  await expect(upload([response(questions[0], { responses: [1] })])).rejects.toMatchObject({ code: 'received_late' });
  const invigilator = await story.staff('school', 'invigilator');
  const accept = () => invigilator.call(acceptLateAnswers, { id, student_id: student.id });
  await expect(accept()).rejects.toMatchObject(refused);
  story.pass(3 * 3600 + 61);
  expect(await accept()).toMatchObject({ success: true });
});
