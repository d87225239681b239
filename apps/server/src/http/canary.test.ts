import { endpoints } from '@abhyas/contract/endpoints';
import { type Endpoint } from '@abhyas/contract/endpoint';
import {
  findOrCreateSessionItem,
  getTestQuestions,
  getTrainQuestions,
  Question,
  ShownQuestion,
  uploadStudentResponses,
} from '@abhyas/contract/sessions';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Field, fieldsOf, isId, requestOf, smallestValues, type Values } from '../testing/contract-inputs.ts';
import { canary, numericalKey } from '../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../testing/story.ts';

const story = tellStory();
const secretFields = Object.keys(Question.properties).filter((name) => !(name in ShownQuestion.properties));
const emptyUpload = { writer: 1, session_time_spent: 0, current_index: 0 };
let student: Visitor & { id: number };
let running: { session_id: number; paper: number; questions: number[] };
/** Everything this student could name: papers begun, finished and locked, topics, chapters, own sessions, questions. */
let ids: number[];

async function begin(code: string) {
  const paper = await story.idOf('papers', code);
  const { session_id } = await student.call(findOrCreateSessionItem, { id: paper });
  const questions = (await student.call(getTestQuestions, { id: paper })).questions.map(({ id }) => id);
  return { paper, session_id, questions };
}

beforeAll(async () => {
  student = await story.student({ course: 'MED_ENG', premium_until: new Date('2099-01-01'), institute: 'school' });
  const finished = await begin('single');
  await student.call(uploadStudentResponses, { ...emptyUpload, session_id: finished.session_id, responses: '[]', isFinishTest: true });
  running = await begin('mock');
  expect(running.questions).toEqual(finished.questions);
  const topic = await story.idOf('topics', 'motion-one');
  const practice = (await student.call(getTrainQuestions, { id: topic })).test_info.session_id ?? 0;
  const papers = await Promise.all(['locked-mock', 'hall'].map((code) => story.idOf('papers', code)));
  const chapter = await story.idOf('chapters', 'motion');
  ids = [
    ...new Set([
      running.paper,
      finished.paper,
      ...papers,
      topic,
      chapter,
      running.session_id,
      finished.session_id,
      practice,
      ...running.questions.slice(0, 2),
    ]),
  ];
});

/** What each field is tried with. A test is not ended here: a finished one may be reviewed. */
const tried: Values = {
  type: ['home', 'chapter', 'mock', 'previous_paper', 'institute', 'Physics', 'Maths'],
  sub_type: [undefined, 'assignment', 'Physics'],
  course: ['MED_ENG'],
  isFinishTest: [undefined, false],
  session_time_spent: [0],
};

function answersOfEverything(): string {
  const answer = {
    rich_response: null,
    is_marked: true,
    is_visited: true,
    verified: true,
    version: 7,
    question_time_spent: 5,
    solution_request_time: 3,
  };
  return JSON.stringify(running.questions.map((question_id) => ({ ...answer, question_id, responses: [2] })));
}

function valuesOf(field: Field): readonly unknown[] {
  if (field.name === 'responses') return ['[]', answersOfEverything()];
  const known = tried[field.name];
  if (known !== undefined) return known as unknown[];
  const { enum: members, type } = field.schema as { enum?: unknown[]; type?: string };
  const values = isId(field) ? ids : (members ?? (type === 'boolean' ? [true, false] : undefined));
  return values ? (field.isRequired ? values : [undefined, ...values]) : [undefined];
}

/** Every combination of what the fields are tried with. */
function inputsOf(endpoint: Endpoint): Values[] {
  let inputs: Values[] = [smallestValues(endpoint)];
  for (const field of fieldsOf(endpoint)) {
    const values = valuesOf(field);
    inputs = inputs.flatMap((input) => values.map((value) => (value === undefined ? input : { ...input, [field.name]: value })));
  }
  return inputs;
}

/** What a body says of a question of the running test that it may not say. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const isOf = (id: unknown) => typeof id === 'number' && running.questions.includes(id);
  const isQuestion = isOf(fields['id']) && 'question_text' in fields;
  const told = isQuestion ? secretFields.filter((name) => name in fields) : [];
  const marked = isOf(fields['question_id']) ? ['result', 'marks'].filter((name) => (fields[name] ?? null) !== null) : [];
  return [...told, ...marked, ...Object.values(fields).flatMap(secretsIn)];
}

describe('while a test runs', () => {
  test.each(Object.entries(endpoints))('no answer of %s holds a key, a solution, a video or a result of it', async (_name, endpoint) => {
    // Logging out is one call like any other.
    student.token = await story.tokenOf(student.id);
    const received = [];
    for (const values of inputsOf(endpoint)) {
      const options = requestOf(endpoint, values);
      received.push({ options, response: await student.send(options) });
    }
    expect(received.length).toBeGreaterThan(0);
    for (const { options, response } of received) {
      const what = `${options.method} ${options.url} ${JSON.stringify(options.payload)}`;
      expect(response.statusCode, what).toBeLessThan(500);
      expect(response.body, what).not.toContain(canary);
      expect(response.body, what).not.toContain(numericalKey);
      expect(secretsIn(response.json()), what).toEqual([]);
    }
  });

  test('the test was running all the time', async () => {
    student.token = await story.tokenOf(student.id);
    const { test_info, questions } = await student.call(getTestQuestions, { id: running.paper });
    expect(test_info).toMatchObject({ session_id: running.session_id, session_status: 'IN_PROGRESS' });
    expect(questions.map(({ id }) => id)).toEqual(running.questions);
  });
});

test('after it the review tells them all, so that the walk above would have seen them', async () => {
  const { rows } = await story.database.pool.query<{ id: number }>(
    "select id from sessions where student_id = $1 and paper_id is not null and status = 'IN_PROGRESS'",
    [student.id],
  );
  expect(rows.map(({ id }) => id)).toContain(running.session_id);
  for (const { id } of rows)
    await student.call(uploadStudentResponses, { ...emptyUpload, session_id: id, responses: '[]', isFinishTest: true });
  const review = await student.call(getTestQuestions, { id: running.paper, is_review: true });
  const body = JSON.stringify(review);
  expect(body).toContain(canary);
  expect(body).toContain(numericalKey);
  expect(new Set(secretsIn(review))).toEqual(new Set([...secretFields, 'result']));
});
