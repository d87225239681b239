import { budgets } from '../../../budgets/budgets.ts';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, numerical, response, severalOptions } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';

const story = tellStory();
let student: Visitor & { id: number };
let paper: number;
let begun: Awaited<ReturnType<typeof attempt>>;

beforeAll(async () => {
  paper = await addPaper(story, 'tried', [fourOptions(21, 22), numerical(31, 32), severalOptions(35, 36)]);
  student = await story.student({ institute: 'school' });
  begun = await attempt(student, paper);
  await begun.upload([
    response(begun.questions[0], { responses: [2] }),
    response(begun.questions[2], { rich_response: '4.5' }),
    response(begun.questions[4], { responses: [1, 3] }),
  ]);
});

/** Every row of all tables, without the session's clock, which every accepted upload changes. */
const digest = () => digestOfTables(story.database, ['time_reported_at', 'session_time_spent', 'updated_at']);

type Fault = [what: string, at: number, fields: Record<string, unknown>];
const [options, number, several] = [0, 2, 4];
const each = (at: number, field: string, ...values: unknown[]): Fault[] =>
  values.map((value) => [`${field} ${JSON.stringify(value)}`, at, { [field]: value }]);

describe('an invalid response is refused with a message, and stored responses stay:', () => {
  test.each<Fault>([
    ...each(options, 'responses', [0], [-1], [5], [1.5], [1e300], ['2'], [null], [[1]], '2', null, {}, { 0: 1, length: 1 }, [1, 2]),
    ...each(several, 'responses', [3, 3], [1, 2, 3, 4, 5]),
    ...each(several, 'rich_response', '1'),
    ...each(number, 'responses', [1]),
    ...each(number, 'rich_response', 'NaN', 'Infinity', '1e5', '0x10', '--5', '5-', '1.2.3', '1,5', ' 5', '+5', '\u0665', '5\u0000'),
    ...each(number, 'rich_response', '1234567890123', 'drop table', 5, true, ['5'], { toString: '5' }),
    ...each(options, 'version', -1, 1.5, 1_000_001, 2 ** 31, 2 ** 63, 1e300, '7', null),
    ...each(options, 'question_time_spent', -1, 0.5, 2_592_001, 2 ** 31, 1e300, '7', null),
    ...each(options, 'solution_request_time', -1, 2 ** 31, 1e300, '7'),
    ...each(options, 'question_id', 0, -1, 1.5, 2 ** 62, 1e300, '21', null, 999_999_999),
    ...each(options, 'is_marked', 'yes', null),
  ])('%s', async (_what, at, fault) => {
    const before = await digest();
    const { kept, refused, session_status } = await begun.upload([response(begun.questions[at], { version: 900, ...fault })]);
    expect([kept, session_status]).toEqual([[], 'IN_PROGRESS']);
    expect(refused).toEqual([
      { question_id: refused[0]?.question_id, code: 'invalid_input', message: expect.stringMatching(/^(That|This|Enter) .+\.$/) },
    ]);
    expect(await digest()).toEqual(before);
  });

  test.each([[null], [7], ['answer'], [[]], [[[]]]])('%j', async (item) => {
    const before = await digest();
    expect((await begun.upload([item])).refused).toMatchObject([
      { question_id: null, message: expect.stringMatching(/^(That|This|Enter) .+\.$/) },
    ]);
    expect(await digest()).toEqual(before);
  });
});

test('the newest of a thousand responses to one question is stored; more than a thousand are refused, and stored ones stay', async () => {
  const question = begun.questions[1];
  const many = Array.from({ length: 1000 }, (_, at) => response(question, { version: ((at * 7) % 1000) + 1, responses: [(at % 4) + 1] }));
  const newest = many.find(({ version }) => version === 1000);
  expect((await begun.upload(many)).kept).toEqual([{ question_id: question, writer: begun.writer, version: 1000 }]);
  const { rows } = await story.database.pool.query('select version, responses from responses where question_id = $1', [question]);
  expect(rows).toEqual([{ version: 1000, responses: newest && 'responses' in newest ? newest.responses : null }]);

  const before = await digest();
  await expect(begun.upload([...many, response(question, { version: 1001 })])).rejects.toMatchObject({
    status: 400,
    message: 'That request was not understood: responses must be a list of at most 1,000.',
  });
  expect(await digest()).toEqual(before);
});

test.each<[string, Record<string, unknown>]>([
  ['a negative time', { session_time_spent: -1 }],
  ['an enormous time', { session_time_spent: 1e12 }],
  ['half a second', { session_time_spent: 0.5 }],
  ['an index beyond the questions', { current_index: 1e9 }],
  ['an absurd writer number', { writer: 1e300 }],
  ['a negative writer number', { writer: -1 }],
  ['an absence without a time', { absences: [-1] }],
  ['more absences than a test has', { absences: Array(201).fill(1) }],
])('an upload with %s is refused as a whole, with a message', async (_what, fields) => {
  const before = await digestOfTables(story.database);
  await expect(begun.upload([response(begun.questions[0], { responses: [4], version: 99 })], fields)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^That request was not understood/),
  });
  expect(await digestOfTables(story.database)).toEqual(before);
});

test('results, marks and writer numbers in an uploaded response are ignored', async () => {
  const boast = { result: 1, marks: 400, outcome: 1, writer: 99, student_id: 1, session_id: 1, verified: true, verified_at: story.now };
  await begun.upload([response(begun.questions[3], { rich_response: '1', version: 5, ...boast })]);
  const { rows } = await story.database.pool.query(
    'select student_id, session_id, result, marks, writer, verified from responses where question_id = $1',
    [begun.questions[3]],
  );
  expect(rows).toEqual([{ student_id: student.id, session_id: begun.session_id, result: null, marks: null, writer: 1, verified: false }]);
});

describe('an upload to the session of somebody else', () => {
  test.each<[string, Record<string, unknown>]>([
    ['with answers', {}],
    ['with the finish flag', { isFinishTest: true }],
    ['with absences', { absences: [5] }],
  ])('%s is refused as a whole, and changes nothing', async (_what, fields) => {
    const stranger = await story.student({ institute: 'school' });
    const own = await attempt(stranger, paper);
    const before = await digestOfTables(story.database);
    const answers = [response(begun.questions[0], { responses: [4], version: 999 })];
    await expect(own.upload(answers, { session_id: begun.session_id, ...fields })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expect(own.upload(answers, { session_id: 999_999_999, ...fields })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await digestOfTables(story.database)).toEqual(before);
  });
});

test('five hundred simultaneous calls to begin a test create one session, and calls beyond the budget are refused', async () => {
  const many = await story.student({ institute: 'school' });
  const begins = await Promise.allSettled(Array.from({ length: 500 }, () => many.call(findOrCreateSessionItem, { id: paper })));
  const begun = begins.flatMap((begin) => (begin.status === 'fulfilled' ? [begin.value] : []));
  expect(begun).toHaveLength(budgets.begins.most);
  expect(new Set(begun.map(({ session_id }) => session_id)).size).toBe(1);
  expect(begun.map(({ writer }) => writer).toSorted((a, b) => a - b)).toEqual(begun.map((_begin, at) => at + 1));
  expect(begins.filter((begin) => begin.status === 'rejected' && begin.reason.code === 'too_many_requests')).toHaveLength(380);
  const { rows } = await story.database.pool.query('select count(*)::int as count from sessions where student_id = $1', [many.id]);
  expect(rows).toEqual([{ count: 1 }]);
});

test('a session stores as many visits as a person can make; an upload with more still stores its answers', async () => {
  const visitor = await story.student({ institute: 'school' });
  const own = await attempt(visitor, paper);
  const question_id = own.questions[0] ?? 0;
  const visit = (number: number) => ({ number, question_id, second: 0, seconds: 1, answer: '' });
  const thousand = (from: number) => JSON.stringify(Array.from({ length: 1000 }, (_, at) => visit(from + at)));
  for (let at = 0; at <= 20; at += 1) {
    const answer = response(question_id, { responses: [(at % 4) + 1], version: at + 2 });
    expect((await own.upload([answer], { visits: thousand(at * 1000 + 1) })).kept).toMatchObject([{ version: at + 2 }]);
  }
  const { rows } = await story.database.pool.query('select count(*)::int as count from visits where session_id = $1', [own.session_id]);
  expect(rows).toEqual([{ count: budgets.visits.most }]);
});

test('ten devices that begin at the same time share one session, each has its own writer number, and the highest wins', async () => {
  const many = await story.student({ institute: 'school' });
  const begins = await Promise.all(Array.from({ length: 10 }, () => many.call(findOrCreateSessionItem, { id: paper })));
  expect(new Set(begins.map(({ session_id }) => session_id)).size).toBe(1);
  expect(begins.map(({ writer }) => writer).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
