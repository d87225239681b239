import { endpoints } from '@abhyas/contract/endpoints';
import { type Endpoint } from '@abhyas/contract/endpoint';
import { emptyContent } from '@abhyas/contract/bank/bank-content';
import { actOnBankQuestion, createBankQuestion } from '@abhyas/contract/bank/bank-questions';
import { getBookmarkedQuestion, updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getAllFilterCategories, searchQuestions } from '@abhyas/contract/bank/search';
import { getReviseQuestionsForChapters, getTrainQuestions } from '@abhyas/contract/practice/practice';
import { Question, ShownQuestion } from '@abhyas/contract/bank/questions';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Field, fieldsOf, isId, requestOf, smallestValues, type Values } from '../testing/contract-inputs.ts';
import { addPaper, attempt, fourOptions, numerical, phoneOf, response, sealFile, staff } from '../testing/attempts.ts';
import { canary, numericalKey } from '../testing/fixture-content.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../testing/story.ts';

const story = tellStory({ budgets: boundlessBudgets });
const secretFields = Object.keys(Question.properties).filter((name) => !(name in ShownQuestion.properties));
const emptyUpload = { writer: 1, session_time_spent: 0, current_index: 0 };
let student: Visitor & { id: number };
type Begun = Awaited<ReturnType<typeof begin>>;
let running: Begun;
/** Every test in progress: a mock, an institute's test in its window, an assignment. */
let underWay: Begun[];
/** Their questions. */
let runningQuestions: Set<number>;
/** All ids that this student could send: papers begun, finished and locked, topics, chapters, own sessions, questions. */
let ids: number[];

async function begin(code: string) {
  const paper = await story.idOf('papers', code);
  const { session_id, questions, opened } = await attempt(student, paper);
  return { paper, session_id, questions, seal_key: opened.seal_key };
}

/** Questions of the institute: a draft, one in review, and an approved one for papers. Returns the ids in the editor and of students. */
async function writeQuestions(topic_id: number): Promise<number[]> {
  const [writer, reviewer] = [await story.staff('school', 'content_editor'), await story.staff('school', 'teacher')];
  const keyed = { ...emptyContent, topic_id, options: ['a', 'b', 'c', 'd'], keys: [3], solution: canary };
  const write = async (text: string, pool: 'practice' | 'paper') =>
    (await writer.call(createBankQuestion, { content: { ...keyed, text, for: pool } })).id;
  const draft = await write(`A draft of the ${canary}`, 'practice');
  const inReview = await write(`In review: ${canary}`, 'practice');
  const approved = await write('An approved question for papers', 'paper');
  for (const id of [inReview, approved]) await writer.call(actOnBankQuestion, { id, version: 1, act: 'submit' });
  await reviewer.call(actOnBankQuestion, { id: approved, version: 2, act: 'approve' });
  const { rows } = await story.database.pool.query<{ question_id: number }>('select question_id from bank_questions where id = $1', [
    approved,
  ]);
  return [draft, inReview, approved, ...rows.map(({ question_id }) => question_id)];
}

beforeAll(async () => {
  story.now = new Date('2027-01-10T04:31:00Z');
  student = await story.student({ course: 'MED_ENG', premium_until: new Date('2099-01-01'), institute: 'school' });
  const finished = await begin('single');
  await student.call(uploadStudentResponses, { ...emptyUpload, session_id: finished.session_id, responses: '[]', isFinishTest: true });
  running = await begin('mock');
  await addPaper(story, 'homework', [fourOptions(25, 26), numerical(34)], { assignment: true });
  await staff(story, 'assign', 'homework');
  underWay = [running, await begin('hall'), await begin('homework')];
  runningQuestions = new Set(underWay.flatMap(({ questions }) => questions));
  for (const question_id of runningQuestions) {
    await student.call(updateQuestionBookmarkStatus, { question_id, is_bookmarked: true, tag: question_id % 2 ? 'Revise' : 'Doubts' });
  }
  // Notifications about the published test and the corrected key reach the student too.
  await staff(story, 'publish', 'hall', '--anyway');
  await staff(story, 'correct-key', 'motion-021', '--keys', '[2]', '--reason', `Looked at again: ${canary}`);
  expect(running.questions).toEqual(finished.questions);
  const topic = await story.idOf('topics', 'motion-one');
  const written = await writeQuestions(topic);
  const practice = (await student.call(getTrainQuestions, { id: topic })).test_info.session_id ?? 0;
  const papers = [await story.idOf('papers', 'locked-mock'), ...underWay.map(({ paper }) => paper)];
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
      ...written,
    ]),
  ];
});

/**
 * The tried values of each field. No test is ended here, because a finished test may be reviewed. In the end every question is bookmarked.
 */
const tried: Values = {
  type: ['home', 'chapter', 'mock', 'previous_paper', 'institute', 'Physics', 'Maths'],
  sub_type: [undefined, 'assignment', 'Physics'],
  course: ['MED_ENG'],
  isFinishTest: [undefined, false],
  is_bookmarked: [false, true],
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
  return JSON.stringify(underWay.flatMap(({ questions }) => questions).map((question_id) => ({ ...answer, question_id, responses: [2] })));
}

function answerFiles(): string[] {
  const upload = { ...emptyUpload, responses: answersOfEverything() };
  return underWay.map((begun) => JSON.stringify(sealFile(begun, JSON.stringify({ ...upload, session_id: begun.session_id }))));
}

function valuesOf(field: Field): readonly unknown[] {
  if (field.name === 'responses') return ['[]', answersOfEverything()];
  if (field.name === 'file') return answerFiles();
  const known = tried[field.name];
  if (known !== undefined) return known as unknown[];
  const { enum: members, type } = field.schema as { enum?: unknown[]; type?: string };
  const values = isId(field) ? ids : (members ?? (type === 'boolean' ? [true, false] : undefined));
  return values ? (field.isRequired ? values : [undefined, ...values]) : [undefined];
}

/** The courses and subjects of the solutions board. */
const ofBoard: Values = { test_type_id: [undefined, 1, 2], subject_id: [undefined, 1, 2, 3, 4, 5] };

/** The valid values, for a call with many fields. */
const triedOf = new Map<Endpoint, () => Values>([
  [
    getReviseQuestionsForChapters,
    () => ({
      object_type: [undefined, 2, 5],
      session_type: [undefined, 1],
      wrong_of: [undefined, running.session_id, underWay[1]?.session_id],
      subject: [undefined, 'Physics'],
    }),
  ],
  // The response with the Hindi has everything of the response without it.
  [searchQuestions, () => ({ ...ofBoard, language: ['hi'] })],
  [getAllFilterCategories, () => ofBoard],
]);

/** Every combination of the fields' values; for a call of staff, which refuses the student whatever it brings, each value once. */
function inputsOf(endpoint: Endpoint): Values[] {
  const smallestInput = smallestValues(endpoint);
  const fields = fieldsOf(endpoint).map((field) => ({
    name: field.name,
    values: (triedOf.get(endpoint)?.()[field.name] as unknown[] | undefined) ?? valuesOf(field),
  }));
  const withEach = (input: Values, { name, values }: (typeof fields)[number]) =>
    values.map((value) => (value === undefined ? input : { ...input, [name]: value }));
  if (typeof endpoint.access === 'object') return fields.flatMap((field) => withEach(smallestInput, field));
  return fields.reduce((inputs, field) => inputs.flatMap((input) => withEach(input, field)), [smallestInput]);
}

/** Forbidden facts about a question of the running test in a body. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const isOf = (id: unknown) => typeof id === 'number' && runningQuestions.has(id);
  const isQuestion = isOf(fields['id']) && 'question_text' in fields;
  const told = isQuestion ? secretFields.filter((name) => name in fields) : [];
  const marked = isOf(fields['question_id']) ? ['result', 'marks'].filter((name) => (fields[name] ?? null) !== null) : [];
  return [...told, ...marked, ...Object.values(fields).flatMap(secretsIn)];
}

async function bookmarked() {
  const lists = await Promise.all(
    (['Physics', 'Maths', 'Biology'] as const).flatMap((subject) =>
      (['Revise', 'Doubts'] as const).map((tag) => student.call(getBookmarkedQuestion, { subject, tag })),
    ),
  );
  return lists.flatMap(({ questions }) => questions);
}

describe('while a test runs', () => {
  test.each(Object.entries(endpoints))(
    'no response of %s contains a key, a solution, a video or a result of its questions',
    async (_name, endpoint) => {
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
    },
  );

  test('every question of the tests was bookmarked, and its bookmark revealed nothing', async () => {
    student.token = await story.tokenOf(student.id);
    const bookmarks = await bookmarked();
    for (const id of runningQuestions) expect(bookmarks.map((question) => question.id)).toContain(id);
    expect(secretsIn(bookmarks)).toEqual([]);
  });

  test('every test was under way all the time', async () => {
    student.token = await story.tokenOf(student.id);
    for (const begun of underWay) {
      const { test_info, questions } = await student.call(getTestQuestions, { id: begun.paper });
      expect(test_info).toMatchObject({ session_id: begun.session_id, session_status: 'IN_PROGRESS' });
      expect(questions.map(({ id }) => id)).toEqual(begun.questions);
    }
  });
});

test('the review after the tests contains every key, so the walk would have found a revealed one', async () => {
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
  expect(new Set(secretsIn(await bookmarked()))).toEqual(new Set(secretFields));
});

test('a student who has finished a test sees no key while others sit it; one who sits it after the window sees none even after publication', async () => {
  const [early, extended] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
  const hall = await story.idOf('papers', 'hall');
  const [first, last] = [await attempt(early, hall), await attempt(extended, hall)];
  await first.finish(first.questions.map((id) => response(id)));
  expect((await staff(story, 'extend', 'hall', '--minutes', '600', '--phones', await phoneOf(story, extended))).exit).toBe(0);
  await staff(story, 'publish', 'hall', '--anyway');
  await staff(story, 'correct-key', 'cells-021', '--keys', '[2]', '--reason', `It is the ${canary}.`);
  const told = (await early.call(getNotifications, {})).notifications.map(({ type }) => type);
  expect(told).toEqual(['KeyCorrectedNotification', 'DetailedTestReportNotification']);
  await early.call(getReport, { id: hall });
  await expect(early.call(getTestQuestions, { id: hall, is_review: true })).rejects.toMatchObject({ code: 'review_not_allowed' });

  // In the grace period after the window, and then while another student still has an extension.
  for (const moment of ['2027-01-10T10:30:00Z', '2027-01-10T10:31:00Z', '2027-01-10T10:31:01Z', '2027-01-10T14:00:00Z']) {
    story.now = new Date(moment);
    await last.upload();
    for (const student of [early, extended])
      await expect(student.call(getTestQuestions, { id: hall, is_review: true })).rejects.toMatchObject({ code: 'review_not_allowed' });
  }
  for (const body of [...early.received, ...extended.received]) {
    expect(body).not.toContain(canary);
    expect(body).not.toContain(numericalKey);
  }
  await last.finish();
  for (const student of [early, extended])
    expect(JSON.stringify(await student.call(getTestQuestions, { id: hall, is_review: true }))).toContain(canary);
});

test('a future paper without a closing time withholds its questions from students who have finished another paper with them', async () => {
  const finished = await story.student({ institute: 'school', course: 'MED_ENG' });
  await addPaper(story, 'now', [fourOptions(27, 28)], { closes_at: '2027-02-01T10:30:00Z' });
  await staff(story, 'assign', 'now');
  const id = await story.idOf('papers', 'now');
  await (await attempt(finished, id)).finish();
  await addPaper(story, 'to-come', [fourOptions(28)], { opens_at: '2027-02-20T04:30:00Z' });
  story.now = new Date('2027-02-01T11:00:00Z');
  await staff(story, 'publish', 'now');
  const revealed = async () => (await finished.call(getTestQuestions, { id, is_review: true })).questions.map((one) => one.answers);
  // A paper that is not assigned yet withholds nothing.
  expect(await revealed()).toEqual([[2], [2]]);
  await staff(story, 'assign', 'to-come');
  expect(await revealed()).toEqual([[2], undefined]);
  await story.database.pool.query("delete from papers where code = 'to-come'");
  expect(await revealed()).toEqual([[2], [2]]);
});

test('after its window, a Premium mock can be reviewed only with Premium, whether or not the student began it', async () => {
  await story.database.pool.query("update papers set closes_at = '2027-02-01T10:30:00Z', version = version + 1 where code = 'locked-mock'");
  story.now = new Date('2027-02-01T10:32:00Z');
  const id = await story.idOf('papers', 'locked-mock');
  const [free, premium] = [await story.student(), await story.student({ premium_until: new Date('2099-01-01') })];
  await expect(free.call(getTestQuestions, { id, is_review: true })).rejects.toMatchObject({ code: 'premium_needed' });
  await expect(
    free.call(updateQuestionBookmarkStatus, { question_id: running.questions[0] ?? 0, is_bookmarked: true }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(JSON.stringify(free.received)).not.toContain(canary);
  expect(JSON.stringify(await premium.call(getTestQuestions, { id, is_review: true }))).toContain(canary);
});
