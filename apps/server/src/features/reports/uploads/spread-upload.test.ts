import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { beforeAll, expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { type Story, tellStory, type Visitor } from '../../../testing/story.ts';
import { storeSpread } from './spread-upload.store.ts';
import { type SentResponse, type SentUpload, statementOf, type StoredRow } from './upload-statement.store.ts';

// The statements of a spread database run on every database, so their result is compared here with that of the single statement.
const story = tellStory();
let paper: number;
let topic: number;
beforeAll(async () => {
  paper = await story.idOf('papers', 'mock');
  topic = await story.idOf('topics', 'motion-one');
});

interface Held {
  student: Visitor & { id: number };
  session_id: number;
  questions: readonly number[];
  token_hash: Buffer;
}

const hashOf = async ({ database }: Story, id: number) =>
  (await database.pool.query<{ token_hash: Buffer }>('select token_hash from sign_ins where user_id = $1', [id])).rows[0]?.token_hash;

async function inTest(): Promise<Held & { finish: () => Promise<unknown> }> {
  const student = await story.student();
  const { session_id, questions, finish } = await attempt(student, paper);
  return { student, session_id, questions, finish, token_hash: (await hashOf(story, student.id)) ?? Buffer.alloc(0) };
}
async function inPractice(): Promise<Held> {
  const student = await story.student();
  const { test_info, questions } = await student.call(getTrainQuestions, { id: topic });
  const ids = questions.filter(({ question_type }) => question_type === 0).map(({ id }) => id);
  return {
    student,
    session_id: test_info.session_id ?? 0,
    questions: ids,
    token_hash: (await hashOf(story, student.id)) ?? Buffer.alloc(0),
  };
}

const columns = {
  responses: `question_id, responses, rich_response, is_marked, is_visited, verified, verified_at, writer, version, question_time_spent,
    solution_request_time, updated_at`,
  visits: 'writer, number, question_id, second, seconds, answer, language',
  sessions: 'session_time_spent, time_reported_at, unclaimed_seconds, current_index, writer, status',
};
async function rowsOf({ student, session_id, questions }: Held) {
  const found = Object.entries(columns).map(async ([table, names]) => {
    const key = table === 'sessions' ? 'id' : 'session_id';
    const text = `select ${names} from ${table} where student_id = $1 and ${key} = $2 order by ${names}`;
    const { rows } = await story.database.pool.query<{ question_id?: number }>(text, [student.id, session_id]);
    return [table, rows.map((row) => ({ ...row, question_id: questions.indexOf(row.question_id ?? 0) }))] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Record<keyof typeof columns, object[]>;
}

interface Made {
  responses?: SentResponse[];
  visits?: SentUpload['visits'];
  writer?: number;
  token_hash?: Buffer;
  session_id?: number;
}
const uploadOf = (held: Held, { responses = [], visits = [], writer = 1, ...more }: Made): SentUpload => ({
  user_id: held.student.id,
  token_hash: held.token_hash,
  at: story.now,
  session_id: held.session_id,
  writer,
  session_time_spent: 5,
  current_index: 1,
  responses,
  visits,
  ...more,
});

/** The row without ids, which differ between the two students: a question is named by its place, and the parts of a list have no order. */
const comparable = (row: StoredRow | undefined, { questions }: Held) => {
  if (!row) return undefined;
  const placeOf = (id: number) => questions.indexOf(id);
  const accepted = (JSON.parse(`[${row.accepted ?? ''}]`) as number[]).map(placeOf).toSorted((a, b) => a - b);
  const changes = JSON.parse(`[${row.changed ?? ''}]`) as [question_id: number, writer: number, version: number][];
  const changed = changes.map(([id, writer, version]) => [placeOf(id), writer, version].join(' ')).toSorted();
  const { deadline, session_id, ...same } = { ...row, accepted, changed };
  return { ...same, number: 1, student_id: 0, hasSession: session_id !== null, deadline: String(deadline) };
};

/** Stores the same upload of two students in both ways, and expects the same answer and rows. */
async function compare(one: Held, other: Held, made: (held: Held) => Made) {
  const { db } = story.database;
  const { rows } = await db.executeQuery(statementOf([uploadOf(one, made(one))]));
  const spread = await storeSpread(db, uploadOf(other, made(other)));
  expect(comparable(spread, other)).toEqual(comparable(rows[0], one));
  const [expected, found] = [await rowsOf(one), await rowsOf(other)];
  expect(found).toEqual(expected);
  return { outcome: spread, rows: found };
}

const answered = (question: number | undefined, fields: object = {}) =>
  response(question, { responses: [2], version: 2, ...fields }) as unknown as SentResponse;

test('answers and visits of a test are stored as by one statement: new, repeated, older, foreign, and of a former writer', async () => {
  const [one, other] = [await inTest(), await inTest()];
  const seen = (questions: readonly number[], count: number) =>
    Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      question_id: questions[at % 3] ?? 0,
      second: at,
      seconds: 1,
      answer: 'B',
    }));
  const outside = 999_999_999;
  story.pass(20);
  const first = await compare(one, other, ({ questions }) => ({
    responses: [answered(questions[0]), answered(questions[1], { is_marked: true, verified: true }), answered(outside)],
    visits: [...seen(questions, 75), { number: 76, question_id: outside, second: 1, seconds: 1, answer: '' }],
  }));
  expect([first.rows.responses.length, first.rows.visits.length]).toEqual([2, 75]);
  story.pass(20);
  const again = await compare(one, other, ({ questions }) => ({
    responses: [answered(questions[0], { responses: [3], version: 5 }), answered(questions[1], { is_marked: true, verified: true })],
    visits: seen(questions, 2),
  }));
  expect(again.outcome?.changed?.match(/\[/g)).toHaveLength(1);
  const older = await compare(one, other, ({ questions }) => ({ responses: [answered(questions[0], { version: 3 })], writer: 0 }));
  expect(older.outcome?.changed).toMatch(/^\[\d+,1,5\]$/);
  const all = await compare(one, other, ({ questions }) => ({
    responses: questions.slice(0, 3).map((id) => answered(id, { version: 9 })),
  }));
  expect(all.rows.responses).toHaveLength(3);
});

test('a verified answer of practice is stored as by one statement', async () => {
  const [one, other] = [await inPractice(), await inPractice()];
  const { rows } = await compare(one, other, ({ questions }) => ({
    responses: [answered(questions[0], { responses: [1], verified: true })],
  }));
  expect(rows.responses).toMatchObject([{ verified: true, verified_at: story.now }]);
});

test('without a sign-in, to a foreign session, or after the end nothing is stored', async () => {
  const [one, other] = [await inTest(), await inTest()];
  const sent = ({ questions }: Held) => ({ responses: [answered(questions[0])] });
  const stranger = await compare(one, other, (held) => ({ ...sent(held), token_hash: Buffer.from('nobody') }));
  expect(stranger.outcome).toBeUndefined();
  const foreign = await compare(one, other, (held) => ({ ...sent(held), session_id: 999_999_999 }));
  expect(foreign.outcome).toMatchObject({ session_id: null, accepted: null });
  for (const { finish } of [one, other]) await finish();
  const { outcome, rows } = await compare(one, other, sent);
  expect([outcome?.status, rows.responses]).toEqual(['COMPLETE', []]);
});
