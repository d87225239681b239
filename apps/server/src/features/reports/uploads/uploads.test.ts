import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { acceptTimeSpent } from '@abhyas/exam/tests/clock';
import { mergeResponse } from '@abhyas/exam/tests/merge';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let student: Visitor & { id: number };
let paper: number;
let session_id: number;
let questions: number[];

beforeAll(async () => {
  student = await story.student();
  paper = await story.idOf('papers', 'mock');
  ({ session_id } = await student.call(findOrCreateSessionItem, { id: paper }));
  questions = (await student.call(getTestQuestions, { id: paper })).questions.map(({ id }) => id);
});

const response = (at: number, fields: Record<string, unknown> = {}) => ({
  question_id: questions[at] ?? 0,
  responses: [],
  rich_response: null,
  is_marked: false,
  is_visited: true,
  verified: false,
  version: 1,
  question_time_spent: 0,
  solution_request_time: null,
  ...fields,
});
const upload = (responses: unknown, fields: Record<string, unknown> = {}, by: Visitor = student) =>
  by.call(uploadStudentResponses, {
    session_id,
    writer: 1,
    session_time_spent: 0,
    current_index: 0,
    responses: JSON.stringify(responses),
    ...fields,
  });
const stored = async (at: number) =>
  (await student.call(getTestQuestions, { id: paper })).question_responses.find(({ question_id }) => question_id === questions[at]);

describe('of two answers to a question', () => {
  test('the higher version is kept, whichever arrives last', async () => {
    await upload([response(0, { responses: [3], version: 5 })]);
    const late = await upload([response(0, { responses: [1], version: 4, question_time_spent: 40 })]);
    expect(late.kept).toEqual([{ question_id: questions[0], writer: 1, version: 5 }]);
    expect(await stored(0)).toMatchObject({ responses: [3], version: 5, question_time_spent: 40 });
  });

  test('in one upload, the higher version is kept', async () => {
    await upload([
      response(1, { responses: [3], version: 2 }),
      response(1, { responses: [4], version: 3 }),
      response(1, { responses: [1], version: 1 }),
    ]);
    expect(await stored(1)).toMatchObject({ responses: [4], version: 3 });
  });

  test('the newer writer wins, and a writer number that was not handed out is ignored', async () => {
    await upload([response(2, { responses: [1], version: 9 })], { writer: 99 });
    const { writer } = await student.call(findOrCreateSessionItem, { id: paper });
    expect(writer).toBe(2);
    await upload([response(2, { responses: [2], version: 1 })], { writer });
    expect(await stored(2)).toMatchObject({ responses: [2], version: 1 });
    await upload([response(2, { responses: [3], version: 50 })], { writer: 1 });
    expect(await stored(2)).toMatchObject({ responses: [2], version: 1 });
  });

  test('uploads in any order and number have the result of mergeResponse of packages/exam', async () => {
    const version = fc.record({
      question_id: fc.constant(0),
      responses: fc.subarray([1, 2, 3, 4], { maxLength: 1 }),
      rich_response: fc.constant(null),
      is_marked: fc.boolean(),
      is_visited: fc.constant(true),
      verified: fc.constant(false),
      question_time_spent: fc.integer({ min: 0, max: 500 }),
      solution_request_time: fc.constant(null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(version, { minLength: 1, maxLength: 5 }), fc.infiniteStream(fc.nat()), async (made, order) => {
        const known = await stored(3);
        const from = (known?.version ?? 0) + 1;
        const versions = made.map((each, at) => ({ ...each, question_id: questions[3] ?? 0, version: from + at, writer: 1 }));
        const sent = [...versions, ...versions].toSorted(() => (order.next().value % 2 === 0 ? 1 : -1));
        for (const one of sent) await upload([one]);
        const expected = versions.reduce(mergeResponse);
        expect(await stored(3)).toMatchObject({
          responses: expected.responses,
          is_marked: expected.is_marked,
          version: expected.version,
          question_time_spent: Math.max(known?.question_time_spent ?? 0, expected.question_time_spent),
        });
      }),
      { numRuns: 15 },
    );
  });
});

test('time spent grows by acceptTimeSpent of packages/exam, whatever the device reports', async () => {
  const runner = await story.student();
  const { session_id: own, writer } = await runner.call(findOrCreateSessionItem, { id: paper });
  let spent = 0;
  let reportedAt = story.now.getTime();
  for (const [gap, reported] of [
    [10, 10],
    [10, 5],
    [20, 500],
    [200, 60],
    [200, 90],
    [0, 1000],
    [89, 0],
    [95, 0],
    [90, 0],
    [89.999, 0],
    [90.001, 0],
    [0.4, 3],
    [1, 0],
    [0.9, 0],
    [0.9, 0],
    [0.9, 0],
    [0.4, 0],
  ] as const) {
    story.pass(gap);
    const now = story.now.getTime();
    const time = acceptTimeSpent(spent, reported, reportedAt, now, 600);
    [spent, reportedAt] = [time.session_time_spent, time.time_reported_at];
    const { remaining_duration } = await upload([], { session_id: own, writer, session_time_spent: reported }, runner);
    expect([gap, reported, remaining_duration]).toEqual([gap, reported, Math.max(0, 600 - spent)]);
  }
});

test('a visit is stored once, however often it is sent', async () => {
  const visits = JSON.stringify([
    { number: 1, question_id: questions[0], second: 0, seconds: 12, answer: '3' },
    { number: 2, question_id: questions[1], second: 12, seconds: 5, answer: '', language: 'hi' },
  ]);
  expect(await upload([], { visits })).toMatchObject({ visits_kept: 2 });
  await upload([], { visits });
  const { rows } = await story.database.pool.query(
    'select number, second, seconds, answer, language from visits where session_id = $1 order by number',
    [session_id],
  );
  expect(rows).toEqual([
    { number: 1, second: 0, seconds: 12, answer: '3', language: null },
    { number: 2, second: 12, seconds: 5, answer: '', language: 'hi' },
  ]);
});

test('a visit to a question outside the session is ignored', async () => {
  const { rows: others } = await story.database.pool.query<{ id: number }>(
    'select id from questions where id not in (select question_id from paper_questions where paper_id = $1) order by id limit 1',
    [paper],
  );
  const visit = { second: 0, seconds: 1, answer: '' };
  const visits = [
    { ...visit, number: 30, question_id: others[0]?.id },
    { ...visit, number: 31, question_id: questions[0] },
  ];
  expect(await upload([], { visits: JSON.stringify(visits) })).toMatchObject({ visits_kept: 31 });
  const { rows } = await story.database.pool.query('select number from visits where session_id = $1 and number in (30, 31)', [session_id]);
  expect(rows).toEqual([{ number: 31 }]);
});

test('an invalid visit is ignored, and the rest of the upload is stored', async () => {
  const visit = { number: 50, question_id: questions[0], second: 0, seconds: 1, answer: '' };
  const bad = [
    { answer: '\u0000' },
    { answer: 'forty' },
    { seconds: -1 },
    { second: 1e12 },
    { question_id: 'x' },
    { number: 0 },
    { answer: null },
  ];
  const visits = JSON.stringify([...bad.map((fault, at) => ({ ...visit, number: 51 + at, ...fault })), null, 7, visit]);
  expect(await upload([response(8, { responses: [1], version: 800 })], { visits })).toMatchObject({
    refused: [],
    kept: [{ version: 800 }],
  });
  const { rows } = await story.database.pool.query('select number from visits where session_id = $1 and number >= 50', [session_id]);
  expect(rows).toEqual([{ number: 50 }]);
});

describe('the valid part of an upload is stored, and the rest is refused with messages', () => {
  test.each([
    ['an option out of range', { responses: [5] }],
    ['an option twice', { responses: [1, 1] }],
    ['two options for a question with one', { responses: [1, 2] }],
    ['a number for a question with options', { rich_response: '5' }],
    ['text that is not a number', { rich_response: 'forty' }],
    ['an exponent', { rich_response: '1e5' }],
    ['a version of absurd size', { version: 1e12 }],
    ['negative time', { question_time_spent: -1 }],
    ['enormous time', { question_time_spent: 1e12 }],
    ['a question of another paper', { question_id: 1 }],
    ['an unknown question', { question_id: 999_999_999 }],
    ['no question', { question_id: null }],
  ])('%s', async (_what, fault) => {
    const before = await stored(2);
    const answer = await upload([response(2, fault), response(7, { responses: [1, 3], version: 700 })]);
    expect(answer.refused).toHaveLength(1);
    expect(answer.refused[0]).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/^(That|This|Enter) .+\.$/) });
    expect(answer.kept.map(({ question_id }) => question_id)).toEqual([questions[7]]);
    expect(await stored(2)).toEqual(before);
  });

  test.each([
    ['no JSON text', '{'],
    ['no list', '{}'],
    ['more than a thousand', JSON.stringify(Array(1001).fill({}))],
  ])('%s is refused as a whole', async (_what, responses) => {
    await expect(
      student.call(uploadStudentResponses, { session_id, writer: 1, session_time_spent: 0, current_index: 0, responses }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

test("an upload to somebody else's session is refused and changes nothing", async () => {
  const stranger = await story.student();
  const before = await stored(4);
  await expect(upload([response(4, { rich_response: '1', version: 99 })], {}, stranger)).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  });
  expect(await stored(4)).toEqual(before);
});
