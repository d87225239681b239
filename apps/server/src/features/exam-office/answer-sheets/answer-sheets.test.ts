// Contents: loading · judging and mending · entering and taking back · marks of a test on paper · other institutes
import {
  addAnswerSheets,
  enterAnswerSheets,
  getAnswerSheets,
  getSheetCrops,
  giveMarksOfSheets,
  mendAnswerSheet,
  removeAnswerSheet,
  withdrawAnswerSheets,
} from '@abhyas/contract/exam-office/answer-sheets';
import type { Input } from '@abhyas/contract/endpoint';
import { deleteTest } from '@abhyas/contract/exam-office/institute-tests';
import { getTestToPrint, setTestSets } from '@abhyas/contract/exam-office/paper-print';
import { publishResults } from '@abhyas/contract/exam-office/results';
import { getStudentTestReports } from '@abhyas/contract/reports/test-reports';
import { sheetCode } from '@abhyas/exam/exam-office/answer-sheet';
import { orderOfSet, type SetName } from '@abhyas/exam/exam-office/paper-sets';
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeTest, planOf, planSection, tellQuestionsApart } from '../../../testing/composed-tests.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { forgetUnmatched } from './answer-sheets.ts';

const story = tellStory();
type Person = Visitor & { id: number };
type Sheet = Input<typeof addAnswerSheets>['sheets'][number];
let owner: Person;
let paper_id: number;
let draft_id: number;
const query = async (text: string, values: unknown[] = []) => (await story.database.pool.query(text, values)).rows;

const plan = planOf(planSection(), planSection({ name: 'B', question_type: 1, question_count: 2 }));

/** A student of the school with this roll number, to whom staff have given no test. */
async function pupil(roll: string): Promise<Person> {
  const student = await story.student({ institute: 'school' });
  await query('delete from paper_assignments where student_id = $1', [student.id]);
  await query('update memberships set institute_given_id = $2 where user_id = $1', [student.id, roll]);
  return student;
}

/** The answers of a student who has every question of a set right, by printed numbers. */
async function rightAnswers(set: SetName): Promise<Sheet['answers']> {
  const printed = await owner.call(getTestToPrint, { id: paper_id });
  const asked = printed.questions.map((question, at) => ({
    ...question,
    section: at < 4 ? 0 : 1,
    passage_id: null,
    options: at < 4 ? [1, 2, 3, 4] : [],
  }));
  const keys = new Map((await query('select id, accepted_answers from questions')).map((row) => [row.id, row.accepted_answers[0]]));
  return orderOfSet(asked, set, printed.sets_seed, printed.sets_move_options).map(({ id, options }, at) => {
    const key = keys.get(id);
    const isNumber = options.length === 0;
    const option = options.find(({ original }) => original === key)?.printed;
    return {
      question: at + 1,
      options: isNumber ? [] : [option ?? 1],
      text: isNumber ? (typeof key === 'string' ? key : String(key.from ?? key)) : null,
      doubt: null,
    };
  });
}

const sheetOf = (roll_number: string, answers: Sheet['answers'], more: Partial<Sheet> = {}): Sheet => ({
  source: 'photo',
  file_name: `${roll_number}.jpg`,
  fingerprint: createHash('sha256')
    .update(`${roll_number} ${JSON.stringify(more)}`)
    .digest('hex'),
  code: sheetCode({ kind: 'test', id: paper_id, set: 'A', page: 1 }),
  roll_number,
  roll_doubt: null,
  answers,
  ...more,
});

const load = async (...sheets: Sheet[]) => (await owner.call(addAnswerSheets, { id: paper_id, sheets })).sheets;
const sheets = async () => (await owner.call(getAnswerSheets, { id: paper_id })).sheets;

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  await tellQuestionsApart(story);
});

beforeEach(async () => {
  await query("delete from sessions where paper_id in (select id from papers where code like 'composed-%')");
  await query("delete from papers where code like 'composed-%'");
  ({ id: draft_id, paper_id } = await composeTest(owner, plan));
});

describe('loading', () => {
  test('stores a sheet of the test or of its draft, reports a sheet that was loaded before, and refuses sheets of other tests', async () => {
    const answers = await rightAnswers('A');
    const first = sheetOf('101', answers);
    const ofDraft = sheetOf('102', answers, { code: sheetCode({ kind: 'draft', id: draft_id, set: 'A', page: 1 }) });
    const other = sheetOf('103', answers, { code: sheetCode({ kind: 'test', id: paper_id + 1000, set: 'A', page: 1 }) });
    const foreign = sheetOf('104', answers, { code: 'https://example.org' });
    const secondPage = sheetOf('105', answers, { code: sheetCode({ kind: 'test', id: paper_id, set: 'A', page: 2 }) });
    expect(await load(first, ofDraft, other, foreign, secondPage)).toMatchObject([
      { outcome: 'stored' },
      { outcome: 'stored' },
      { outcome: 'refused', message: 'This is the answer sheet of another test.' },
      { outcome: 'refused', message: 'This is not an answer sheet of the institute’s printed papers.' },
      { outcome: 'refused', message: 'The answer sheet of this test has one page.' },
    ]);
    expect(await load(first)).toMatchObject([{ outcome: 'known', message: 'This sheet was loaded before.' }]);
    expect(await sheets()).toHaveLength(2);
  });

  test('refuses answers to questions that the page does not have, and answers of another form than the question', async () => {
    const [one, ...others] = await rightAnswers('A');
    if (!one) throw new Error('The paper is empty');
    const outcomes = await load(
      sheetOf('101', [{ ...one, question: 7 }]),
      sheetOf('102', [one, one]),
      sheetOf('103', [{ ...one, options: [], text: '12' }, ...others]),
    );
    expect(outcomes.map(({ message }) => message)).toEqual([
      'Question 7 is not on this page.',
      'A question has two answers.',
      'Question 1 is of another form.',
    ]);
  });
});

describe('a sheet', () => {
  test('without a known roll number is faulty until staff correct the number', async () => {
    const student = await pupil('00201');
    await load(sheetOf('209', await rightAnswers('A')));
    const [sheet] = await sheets();
    expect(sheet).toMatchObject({
      state: 'faulty',
      student_id: null,
      faults: ['No student of the institute has the roll number 209. The sheet is matched automatically when one joins.'],
    });
    await owner.call(mendAnswerSheet, { id: sheet?.id ?? 0, roll_number: '201' });
    expect(await sheets()).toMatchObject([{ state: 'ready', student_id: student.id, roll_number: '201' }]);
  });

  test('belongs to a student if no other roll number has the same digits, letters aside', async () => {
    const lettered = await pupil('NX-0882');
    await load(sheetOf('882', await rightAnswers('A')));
    expect((await sheets()).map(({ student_id }) => student_id)).toEqual([lettered.id]);
  });

  test('whose digits fit the roll numbers of two students, one of them with letters, waits until staff enter the whole number', async () => {
    const [plain, lettered] = [await pupil('883'), await pupil('NX-883')];
    await load(sheetOf('883', await rightAnswers('A')));
    const [sheet] = await sheets();
    const faults = ['2 students have the digits 883 as their roll number. Enter the whole number, with its letters and zeros.'];
    expect(sheet).toMatchObject({ state: 'faulty', student_id: null, faults });
    for (const [roll_number, student] of [['NX-883', lettered] as const, ['883', plain] as const]) {
      await owner.call(mendAnswerSheet, { id: sheet?.id ?? 0, roll_number });
      expect(await sheets()).toMatchObject([{ state: 'ready', student_id: student.id }]);
    }
  });

  test('of another reader’s file belongs to the student who has its number exactly', async () => {
    const exact = await pupil('884');
    await pupil('NX-884');
    await load(sheetOf('884', await rightAnswers('A'), { source: 'file', code: 'A' }));
    expect(await sheets()).toMatchObject([{ state: 'ready', student_id: exact.id }]);
  });

  test('that was loaded before its student joined is matched afterwards, and entered for this student', async () => {
    await load(sheetOf('885', await rightAnswers('A')));
    expect(await sheets()).toMatchObject([{ state: 'faulty', student_id: null }]);
    const late = await pupil('885');
    expect(await sheets()).toMatchObject([{ state: 'ready', student_id: late.id }]);
    await owner.call(enterAnswerSheets, { id: paper_id });
    expect(await query('select student_id, total_score from sessions where paper_id = $1', [paper_id])).toEqual([
      { student_id: late.id, total_score: 24 },
    ]);
    expect(await sheets()).toMatchObject([{ state: 'entered', student_id: late.id, total_score: 24 }]);
  });

  test('without a known student is deleted ninety days after it was read, and other sheets stay', async () => {
    const student = await pupil('886');
    await load(sheetOf('886', await rightAnswers('A')), sheetOf('999', await rightAnswers('A')));
    const after = (days: number) =>
      forgetUnmatched({ db: story.database.db, now: new Date(story.now.getTime() + days * 86_400_000), random: Math.random });
    await after(89);
    expect(await sheets()).toHaveLength(2);
    await after(91);
    expect(await sheets()).toMatchObject([{ student_id: student.id }]);
  });

  test('with the roll number of another institute’s student has no student', async () => {
    await query("insert into institutes (code, name) values ('other', 'Other') on conflict do nothing");
    const stranger = await story.student({ institute: 'other' });
    await query("update memberships set institute_given_id = '777' where user_id = $1", [stranger.id]);
    await load(sheetOf('777', await rightAnswers('A')));
    expect(await sheets()).toMatchObject([{ state: 'faulty', student_id: null }]);
  });

  test('with two marks waits for a person, and is entered only as the person read it', async () => {
    const student = await pupil('301');
    const answers = (await rightAnswers('A')).map((answer) =>
      answer.question === 2 ? { ...answer, options: [1, 2], doubt: { why: 'two_marks' as const, crop: null } } : answer,
    );
    await load(sheetOf('301', answers));
    const [sheet] = await sheets();
    expect(sheet).toMatchObject({ state: 'doubtful', doubtful: [{ question: 2, options: [1, 2], doubt: { why: 'two_marks' } }] });
    await expect(owner.call(enterAnswerSheets, { id: paper_id })).rejects.toMatchObject({ code: 'not_possible' });
    await owner.call(mendAnswerSheet, { id: sheet?.id ?? 0, answers: [{ question: 2, options: [1, 2], text: null }] });
    await owner.call(enterAnswerSheets, { id: paper_id });
    // Two marks that a person has confirmed count as a wrong answer.
    expect(await sheets()).toMatchObject([{ state: 'entered', student_id: student.id, total_score: 19, max_score: 24 }]);
  });

  test('is listed without the pictures of its doubts, which a call of their own returns', async () => {
    await pupil('302');
    const crop = (name: string) => `/9j/${Buffer.from(`a picture of ${name}`).toString('base64')}`;
    const answers = (await rightAnswers('A')).map((answer) =>
      answer.question === 3 ? answer : { ...answer, doubt: { why: 'faint' as const, crop: answer.question === 2 ? crop('two') : null } },
    );
    await load(sheetOf('302', answers, { roll_doubt: { why: 'gap', crop: crop('roll') } }));
    const listed = await owner.send({ method: 'GET', url: `/api/staff/tests/${paper_id}/sheets` });
    expect(listed.body).not.toContain('/9j/');
    const [sheet] = await sheets();
    expect(sheet).toMatchObject({ state: 'doubtful', roll_doubt: { why: 'gap' }, answered_count: 6 });
    expect(sheet?.doubtful.map(({ question, doubt }) => [question, doubt])).toEqual([1, 2, 4, 5, 6].map((at) => [at, { why: 'faint' }]));
    const own = { roll_number: crop('roll'), answers: [{ question: 2, crop: crop('two') }] };
    expect(await owner.call(getSheetCrops, { id: sheet?.id ?? 0 })).toEqual(own);
  });

  test('of a page that the student has on another sheet is faulty, like the other one, until one of the two is removed', async () => {
    await pupil('401');
    const answers = await rightAnswers('A');
    await load(sheetOf('401', answers), sheetOf('401', answers, { file_name: 'again.jpg' }));
    const both = await sheets();
    expect(both.map(({ state }) => state)).toEqual(['faulty', 'faulty']);
    expect(both[0]?.faults).toEqual(['This student has another sheet of page 1: 401.jpg. Remove one of them.']);
    await owner.call(removeAnswerSheet, { id: both[0]?.id ?? 0 });
    expect(await sheets()).toMatchObject([{ state: 'ready' }]);
  });

  test('keeps its test from being deleted', async () => {
    await pupil('402');
    await load(sheetOf('402', await rightAnswers('A')));
    await expect(owner.call(deleteTest, { id: paper_id })).rejects.toMatchObject({ code: 'not_possible' });
    expect(await sheets()).toHaveLength(1);
  });
});

describe('entered sheets', () => {
  test('of every set give the marks of the same answers on the screen, and a full report once results are published', async () => {
    await owner.call(setTestSets, { id: paper_id, sets_move_options: true });
    const [a, b] = [await pupil('501'), await pupil('502')];
    await load(
      sheetOf('501', await rightAnswers('A')),
      sheetOf('502', await rightAnswers('C'), { code: sheetCode({ kind: 'test', id: paper_id, set: 'C', page: 1 }) }),
    );
    expect(await owner.call(enterAnswerSheets, { id: paper_id })).toEqual({ success: true, entered: 2, left: 0 });
    expect((await sheets()).map(({ state, total_score }) => [state, total_score])).toEqual([
      ['entered', 24],
      ['entered', 24],
    ]);
    await owner.call(publishResults, { id: paper_id, and_paper: true });
    for (const student of [a, b]) {
      const report = await student.call(getStudentTestReports, { id: paper_id });
      const [chapters] = report.data?.chapter_performance ?? [];
      expect(chapters?.strong_chapters).toEqual([{ chapter_name: 'Cells', correct: 6, marks: 24, total: 6 }]);
      expect(report.data).toMatchObject({ answered_count: 6, rushed_answers: [] });
    }
  });

  test('show students their score at once, and ranks only after the results are published', async () => {
    const student = await pupil('503');
    await load(sheetOf('503', await rightAnswers('A')));
    await owner.call(enterAnswerSheets, { id: paper_id });
    const reportOf = async () => (await student.call(getStudentTestReports, { id: paper_id })).data;
    expect(await reportOf()).toMatchObject({ overview: [{ total: 24 }, { total: 24 }], standing: null });
    await owner.call(publishResults, { id: paper_id });
    expect(await reportOf()).toMatchObject({ standing: { rank: 1 } });
  });

  test('can be taken back until the results are published, and leave no attempt and no score', async () => {
    const student = await pupil('601');
    await load(sheetOf('601', await rightAnswers('A')));
    await owner.call(enterAnswerSheets, { id: paper_id });
    const [entered] = await sheets();
    await expect(owner.call(removeAnswerSheet, { id: entered?.id ?? 0 })).rejects.toMatchObject({ code: 'not_possible' });
    expect(await owner.call(withdrawAnswerSheets, { id: paper_id })).toEqual({ success: true, withdrawn: 1, left: 0 });
    expect(await sheets()).toMatchObject([{ state: 'ready', total_score: null }]);
    for (const table of ['sessions', 'session_scores', 'responses'])
      expect(await query(`select 1 from ${table} where student_id = $1`, [student.id])).toEqual([]);
    expect(await query('select count from paper_score_counts where paper_id = $1 and count <> 0', [paper_id])).toEqual([]);
    await owner.call(enterAnswerSheets, { id: paper_id });
    await owner.call(publishResults, { id: paper_id });
    await expect(owner.call(withdrawAnswerSheets, { id: paper_id })).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('give their marks in a test on paper, to its students only', async () => {
    const [inside, outside] = [await pupil('701'), await pupil('702')];
    await load(sheetOf('701', await rightAnswers('A')), sheetOf('702', await rightAnswers('A')));
    await owner.call(enterAnswerSheets, { id: paper_id });
    const offline = await haveOfflineTest(inside.id, 100);
    const small = await haveOfflineTest(inside.id, 20);
    await expect(owner.call(giveMarksOfSheets, { id: paper_id, offline_test_id: small })).rejects.toMatchObject({ code: 'not_possible' });
    expect(await owner.call(giveMarksOfSheets, { id: paper_id, offline_test_id: offline })).toEqual({ success: true, given: 1, others: 1 });
    const marks = await query('select student_id, marks from offline_test_responses where offline_test_id = $1', [offline]);
    expect(marks.map((row) => [row.student_id, Number(row.marks)])).toEqual([[inside.id, 24]]);
    expect(outside.id).not.toBe(inside.id);
  });
});

/** A test on paper that has begun, of a classroom with one student. */
async function haveOfflineTest(student_id: number, total_mark: number): Promise<number> {
  const [{ institute_id }] = await query('select institute_id from memberships where user_id = $1', [owner.id]);
  const [subject] = await query('insert into institute_subjects (institute_id, name, position) values ($1, $2, 90) returning id', [
    institute_id,
    `Papers of ${total_mark}`,
  ]);
  const [classroom] = await query('insert into classrooms (institute_id, name, created_at) values ($1, $2, $3) returning id', [
    institute_id,
    `Room ${total_mark}`,
    story.now,
  ]);
  await query("insert into classroom_members (classroom_id, user_id, role, joined_at) values ($1, $2, 'student', $3)", [
    classroom.id,
    student_id,
    new Date(story.now.getTime() - 86_400_000),
  ]);
  const [offline] = await query(
    `insert into offline_tests (institute_id, subject_id, name, starts_at, duration_seconds, total_mark, created_by, created_at)
     values ($1, $2, 'On paper', $3, 3600, $4, $5, $3) returning id`,
    [institute_id, subject.id, new Date(story.now.getTime() - 7_200_000), total_mark, owner.id],
  );
  await query('insert into offline_test_classrooms (offline_test_id, classroom_id) values ($1, $2)', [offline.id, classroom.id]);
  return offline.id;
}

test('another institute finds neither test nor sheet, and staff without the right and students are refused', async () => {
  await load(sheetOf('801', await rightAnswers('A')));
  const [sheet] = await sheets();
  const calls = (by: Person) => [
    () => by.call(getAnswerSheets, { id: paper_id }),
    () => by.call(addAnswerSheets, { id: paper_id, sheets: [sheetOf('1', [{ question: 1, options: [1], text: null, doubt: null }])] }),
    () => by.call(getSheetCrops, { id: sheet?.id ?? 0 }),
    () => by.call(mendAnswerSheet, { id: sheet?.id ?? 0, roll_number: '1' }),
    () => by.call(removeAnswerSheet, { id: sheet?.id ?? 0 }),
    () => by.call(enterAnswerSheets, { id: paper_id }),
    () => by.call(withdrawAnswerSheets, { id: paper_id }),
  ];
  await query("insert into institutes (code, name) values ('other', 'Other') on conflict do nothing");
  for (const call of calls(await story.staff('other', 'owner'))) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
  for (const by of [await story.staff('school', 'counsellor'), await story.student({ institute: 'school' })])
    for (const call of calls(by)) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await sheets()).toHaveLength(1);
});
