import {
  addAnswerSheets,
  enterAnswerSheets,
  getAnswerSheets,
  giveMarksOfSheets,
  withdrawAnswerSheets,
} from '@abhyas/contract/exam-office/answer-sheets';
import { assignTest, copyPaper, setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let teacher: Person;
let pupils: Person[];
/** A test without a window that is given to nobody, as a test on paper is. */
let paper_id: number;
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;
const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();

const copyOf = async (id: number, name = 'Weekly test') => (await owner.call(copyPaper, { paper_id: id, name, is_assignment: false })).id;

/** Loads a sheet of one question for each of these roll numbers, each with another option. */
const load = (by: Person, id: number, ...rolls: string[]) =>
  by.call(addAnswerSheets, {
    id,
    sheets: rolls.map((roll_number, at) => ({
      source: 'file' as const,
      file_name: 'answers.csv',
      fingerprint: createHash('sha256').update(`${id} ${roll_number}`).digest('hex'),
      code: 'A',
      roll_number,
      roll_doubt: null,
      answers: [{ question: 1, options: [(at % 4) + 1], text: null, doubt: null }],
    })),
  });
const scores = async (by: Person, id: number) => (await by.call(getAnswerSheets, { id })).sheets.map(({ total_score }) => total_score);
const assigned = (id: number) => query('select student_id from paper_assignments where paper_id = $1', [id]);
const refusal = { code: 'not_possible' };

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  teacher = await story.staff('school', 'teacher');
  pupils = await Promise.all(['101', '102', '103'].map(() => story.student({ institute: 'school' })));
  for (const [at, { id }] of pupils.entries())
    await query('update memberships set institute_given_id = $2 where user_id = $1', [id, String(101 + at)]);
});

beforeEach(async () => {
  const own = "select id from papers where name = 'Weekly test'";
  for (const table of ['sessions', 'paper_assignments', 'answer_sheets']) await query(`delete from ${table} where paper_id in (${own})`);
  await query("delete from papers where name = 'Weekly test'");
  paper_id = await copyOf(await story.idOf('papers', 'single'));
});

describe('marks of sheets are kept from staff who may not read keys', () => {
  const states: [string, (id: number) => Promise<unknown>][] = [
    ['that is to open', (id) => owner.call(setUpTest, { id, opens_at: inHours(1), closes_at: inHours(2) })],
    ['that opens without closing', (id) => owner.call(setUpTest, { id, opens_at: inHours(-1) })],
    ['that is to close', (id) => owner.call(setUpTest, { id, closes_at: inHours(1) })],
    ['that has just closed', (id) => owner.call(setUpTest, { id, opens_at: inHours(-1), closes_at: inHours(-0.016) })],
    ['that staff gave to a student', (id) => owner.call(assignTest, { id, student_ids: [pupils[2]?.id ?? 0] })],
  ];
  test.each(states)('in a test %s', async (_state, hold) => {
    await load(teacher, paper_id, '101', '102');
    await hold(paper_id);
    await expect(teacher.call(enterAnswerSheets, { id: paper_id })).rejects.toMatchObject(refusal);
    await owner.call(enterAnswerSheets, { id: paper_id });
    expect(await scores(teacher, paper_id)).toEqual([null, null]);
    expect(await scores(owner, paper_id)).toEqual([4, -1]);
  });

  test('in a copy of a test that is to open', async () => {
    const copy = await copyOf(paper_id);
    await owner.call(setUpTest, { id: paper_id, opens_at: inHours(1), closes_at: inHours(2) });
    await load(teacher, copy, '101', '102');
    await expect(teacher.call(enterAnswerSheets, { id: copy })).rejects.toMatchObject(refusal);
    await owner.call(enterAnswerSheets, { id: copy });
    expect(await scores(teacher, copy)).toEqual([null, null]);
  });

  test('while a student still takes a test that has closed', async () => {
    await owner.call(setUpTest, { id: paper_id, opens_at: inHours(-2), closes_at: inHours(-1) });
    await load(teacher, paper_id, '101');
    await query('insert into sessions (student_id, object_type, session_type, paper_id, began_at) values ($1, 1, 0, $2, $3)', [
      pupils[2]?.id,
      paper_id,
      story.now,
    ]);
    await expect(teacher.call(enterAnswerSheets, { id: paper_id })).rejects.toMatchObject(refusal);
  });

  test('and are shown once the test is over', async () => {
    await owner.call(setUpTest, { id: paper_id, opens_at: inHours(-2), closes_at: inHours(-1) });
    await load(teacher, paper_id, '101', '102');
    await teacher.call(enterAnswerSheets, { id: paper_id });
    expect(await scores(teacher, paper_id)).toEqual([4, -1]);
  });
});

test('a teacher enters sheets of a test on paper in several parts, and takes them back', async () => {
  await load(teacher, paper_id, '101');
  expect(await teacher.call(enterAnswerSheets, { id: paper_id })).toMatchObject({ entered: 1 });
  await load(teacher, paper_id, '102');
  expect(await teacher.call(enterAnswerSheets, { id: paper_id })).toMatchObject({ entered: 1 });
  expect((await scores(teacher, paper_id)).every((score) => score !== null)).toBe(true);
  expect(await teacher.call(withdrawAnswerSheets, { id: paper_id })).toMatchObject({ withdrawn: 2 });
});

test('nobody gives marks of sheets in a test on paper while the test is not over on the screen', async () => {
  await load(owner, paper_id, '101');
  await owner.call(enterAnswerSheets, { id: paper_id });
  await owner.call(setUpTest, { id: paper_id, opens_at: inHours(-1), closes_at: inHours(1) });
  await expect(owner.call(giveMarksOfSheets, { id: paper_id, offline_test_id: 1 })).rejects.toMatchObject({
    ...refusal,
    message: 'Students would see marks of a test that is not over. Give them after its end.',
  });
});

describe('taking sheets back', () => {
  test('takes the test from students who got it by their sheets, so that they cannot begin it', async () => {
    await load(owner, paper_id, '101', '102');
    await owner.call(enterAnswerSheets, { id: paper_id });
    expect(await assigned(paper_id)).toHaveLength(2);
    await owner.call(withdrawAnswerSheets, { id: paper_id });
    expect(await assigned(paper_id)).toEqual([]);
  });

  test('leaves the test with students to whom staff gave it, before or after entering', async () => {
    const [first, second] = pupils.map(({ id }) => id);
    await owner.call(assignTest, { id: paper_id, student_ids: [first ?? 0] });
    await load(owner, paper_id, '101', '102', '103');
    await owner.call(enterAnswerSheets, { id: paper_id });
    await owner.call(assignTest, { id: paper_id, student_ids: [second ?? 0] });
    await owner.call(withdrawAnswerSheets, { id: paper_id });
    expect(new Set((await assigned(paper_id)).map(({ student_id }) => student_id))).toEqual(new Set([first, second]));
  });
});
