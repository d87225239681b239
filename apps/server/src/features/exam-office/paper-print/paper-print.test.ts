// Contents: the paper · who may read keys · sets · other institutes
import { assignTest, copyPaper, setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import { createPaperDraft, publishPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import {
  getDraftKeys,
  getDraftToPrint,
  getTestKeys,
  getTestToPrint,
  setDraftSets,
  setTestSets,
} from '@abhyas/contract/exam-office/paper-print';
import { getQuestionStatistics } from '@abhyas/contract/exam-office/results';
import { orderOfSet } from '@abhyas/exam/exam-office/paper-sets';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeDraft, composeTest, planOf, planSection, tellQuestionsApart } from '../../../testing/composed-tests.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let teacher: Person;
let colleague: Person;
let editor: Person;
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;
const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();

/** Four questions with options and two with numbers. */
const plan = planOf(planSection(), planSection({ name: 'B', question_type: 1, question_count: 2, attempt_limit: 1, limit_kind: 'block' }));

/** Assigns the test to a student; its window begins in an hour. */
async function give(paper_id: number) {
  const student = await story.student({ institute: 'school' });
  await owner.call(setUpTest, { id: paper_id, opens_at: inHours(1), closes_at: inHours(2) });
  await owner.call(assignTest, { id: paper_id, student_ids: [student.id] });
  return student;
}

const refused = { code: 'not_possible' };

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  teacher = await story.staff('school', 'teacher');
  colleague = await story.staff('school', 'teacher');
  editor = await story.staff('school', 'content_editor');
  await tellQuestionsApart(story);
});
// Tests of the other cases would withhold the questions.
beforeEach(() => query("delete from papers where code like 'composed-%' or code like '%-copy-%'"));

describe('the paper', () => {
  test('is sent for a draft and for its test with sections and questions in order, and without any answer', async () => {
    const { id, paper_id, ids } = await composeTest(teacher, plan);
    for (const printed of [await teacher.call(getDraftToPrint, { id }), await editor.call(getTestToPrint, { id: paper_id })]) {
      expect(printed).toMatchObject({ name: 'Weekly test', exam: 'NEET', test_duration: 3600, sets_move_options: false });
      expect(printed.sections).toMatchObject([
        { name: 'A', subject_name: 'Biology', first_position: 0, question_count: 4, attempt_limit: null },
        { name: 'B', subject_name: 'Biology', first_position: 4, question_count: 2, attempt_limit: 1 },
      ]);
      expect(printed.questions.map((question) => question.id)).toEqual(ids);
      expect(printed.questions.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
      for (const question of printed.questions) expect(question).not.toHaveProperty('accepted_answers');
      for (const question of printed.questions) expect(question).not.toHaveProperty('solution_text');
    }
  });

  test('of an unfilled draft has its sections without questions', async () => {
    const { id } = await teacher.call(createPaperDraft, { name: 'Empty', plan: planOf(planSection()) });
    const printed = await teacher.call(getDraftToPrint, { id });
    expect(printed).toMatchObject({ questions: [], sections: [{ question_count: 0 }] });
  });
});

describe('keys and solutions', () => {
  test('of a draft are open to the owner and to the teacher who began it, not to a colleague', async () => {
    const { id, ids } = await composeDraft(teacher, plan);
    const stored = new Map((await query('select id, accepted_answers from questions')).map((row) => [row.id, row.accepted_answers]));
    for (const by of [owner, teacher]) {
      expect(await by.call(getDraftToPrint, { id })).toMatchObject({ may_read_keys: true });
      const { keys } = await by.call(getDraftKeys, { id });
      expect(keys.map((key) => [key.question_id, key.accepted_answers])).toEqual(ids.map((one) => [one, stored.get(one)]));
    }
    expect(await colleague.call(getDraftToPrint, { id })).toMatchObject({ may_read_keys: false });
    await expect(colleague.call(getDraftKeys, { id })).rejects.toMatchObject(refused);
  });

  test('of a draft are closed to its teacher once another future test contains one of its questions', async () => {
    const { id } = await composeDraft(teacher, plan);
    const other = await composeTest(owner, plan);
    await give(other.paper_id);
    await expect(teacher.call(getDraftKeys, { id })).rejects.toMatchObject(refused);
    expect((await owner.call(getDraftKeys, { id })).keys).toHaveLength(6);
  });

  test('of an assigned test are open to the owner and its teacher, and to other staff once it is over', async () => {
    const { paper_id } = await composeTest(teacher, plan);
    await give(paper_id);
    for (const by of [owner, teacher]) expect((await by.call(getTestKeys, { id: paper_id })).keys).toHaveLength(6);
    for (const by of [colleague, editor]) {
      expect(await by.call(getTestToPrint, { id: paper_id })).toMatchObject({ may_read_keys: false });
      await expect(by.call(getTestKeys, { id: paper_id })).rejects.toMatchObject(refused);
    }
    await query('update papers set opens_at = $2, closes_at = $3 where id = $1', [paper_id, inHours(-3), inHours(-2)]);
    for (const by of [colleague, editor]) expect((await by.call(getTestKeys, { id: paper_id })).keys).toHaveLength(6);
  });

  test('of a copied test are not open to the person who copied it', async () => {
    const { paper_id } = await composeTest(owner, plan);
    await give(paper_id);
    const copy = await colleague.call(copyPaper, { paper_id, name: 'Copy', is_assignment: false });
    await expect(colleague.call(getTestKeys, { id: copy.id })).rejects.toMatchObject(refused);
  });

  test('of a copied test stay closed after the window of the copy, until the test that it was copied from is over', async () => {
    const { paper_id } = await composeTest(owner, plan);
    await give(paper_id);
    const copy = await colleague.call(copyPaper, { paper_id, name: 'Copy', is_assignment: false });
    await colleague.call(setUpTest, { id: copy.id, opens_at: inHours(-3), closes_at: inHours(-2) });
    await expect(colleague.call(getTestKeys, { id: copy.id })).rejects.toMatchObject(refused);
    await expect(colleague.call(getQuestionStatistics, { id: copy.id })).rejects.toMatchObject(refused);
    await query('update papers set opens_at = $2, closes_at = $3 where id = $1', [paper_id, inHours(-3), inHours(-2)]);
    expect((await colleague.call(getTestKeys, { id: copy.id })).keys).toHaveLength(6);
  });
});

describe('the sets', () => {
  test('have the same orders for a draft and for the test that is made from it', async () => {
    const { id, version } = await composeDraft(teacher, plan);
    await teacher.call(setDraftSets, { id, sets_move_options: true });
    const draft = await teacher.call(getDraftToPrint, { id });
    const { paper_id } = await teacher.call(publishPaperDraft, { id, version });
    const paper = await teacher.call(getTestToPrint, { id: paper_id });
    expect(paper).toMatchObject({ sets_seed: draft.sets_seed, sets_move_options: true });
    const orders = [draft, paper].map(({ questions, sets_seed, sets_move_options }) =>
      orderOfSet(
        questions.map((question) => ({ ...question, section: 0, passage_id: null, options: [1, 2, 3, 4] })),
        'B',
        sets_seed,
        sets_move_options,
      ),
    );
    expect(orders[1]).toEqual(orders[0]);
  });

  test('of two papers have different seeds; a choice for a test also applies to its draft, and is logged', async () => {
    const { id, paper_id } = await composeTest(teacher, plan);
    const other = await composeDraft(teacher, plan);
    const seeds = await Promise.all([id, other.id].map(async (one) => (await teacher.call(getDraftToPrint, { id: one })).sets_seed));
    expect(seeds[0]).not.toBe(seeds[1]);
    await teacher.call(setTestSets, { id: paper_id, sets_move_options: true });
    expect(await teacher.call(getDraftToPrint, { id })).toMatchObject({ sets_move_options: true });
    expect(await teacher.call(getTestToPrint, { id: paper_id })).toMatchObject({ sets_move_options: true });
    const [row] = await query("select object_id, after from audit_log where what = 'paper.sets' order by id desc limit 1");
    expect(row).toEqual({ object_id: paper_id, after: { sets_move_options: true } });
  });

  test('keep the options of a question in order if its solution names one of them', async () => {
    const { id, ids } = await composeDraft(teacher, plan);
    const named = ['Nucleus', 'Ribosome', 'Vacuole', 'Plastid'];
    await query('update questions set option_1 = $2, option_2 = $3, option_3 = $4, option_4 = $5 where id = any($1)', [
      ids.slice(0, 2),
      ...named,
    ]);
    await query("update questions set solution_text = 'So option 2 is right.' where id = $1", [ids[0]]);
    await query("update questions set solution_text = 'By the definition of a cell.' where id = $1", [ids[1]]);
    const { questions } = await teacher.call(getDraftToPrint, { id });
    expect(questions.slice(0, 2).map(({ may_move_options }) => may_move_options)).toEqual([false, true]);
  });
});

test('another institute finds neither paper nor key, and people without the right and students are refused', async () => {
  const { id, paper_id } = await composeTest(teacher, plan);
  const student = await give(paper_id);
  await query("insert into institutes (code, name) values ('other', 'Other') on conflict do nothing");
  const foreign = await story.staff('other', 'owner');
  const calls = (by: Person) => [
    () => by.call(getDraftToPrint, { id }),
    () => by.call(getDraftKeys, { id }),
    () => by.call(setDraftSets, { id, sets_move_options: true }),
    () => by.call(getTestToPrint, { id: paper_id }),
    () => by.call(getTestKeys, { id: paper_id }),
    () => by.call(setTestSets, { id: paper_id, sets_move_options: true }),
  ];
  for (const call of calls(foreign)) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
  for (const role of ['invigilator', 'counsellor'] as const)
    for (const call of calls(await story.staff('school', role))) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' });
  for (const call of calls(student)) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await teacher.call(getTestToPrint, { id: paper_id })).toMatchObject({ sets_move_options: false });
});
