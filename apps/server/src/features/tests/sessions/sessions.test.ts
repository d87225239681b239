import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getMe } from '@abhyas/contract/institute/identity';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response as anyResponse } from '../../../testing/attempts.ts';
import { canary, numericalKey } from '../../../testing/fixture-content.ts';
import { tellStory, Visitor } from '../../../testing/story.ts';

const story = tellStory();
let mock: number;
beforeEach(async () => {
  mock = await story.idOf('papers', 'mock');
});

/** The first version of a response. */
const response = (question_id: number | undefined, fields: Record<string, unknown> = {}) =>
  anyResponse(question_id, { version: 1, ...fields });

test('a mock test is begun after its instructions, answered, resumed, finished and scored', async () => {
  const student = await story.student();
  const { test_info, sections } = await student.call(getTestInstructions, { id: mock });
  expect(test_info).toMatchObject({
    name: 'Paper mock',
    question_count: 9,
    test_duration: 600,
    session_status: null,
    disable_begin: false,
  });
  expect(sections.map(({ name, subject_name, correct, incorrect }) => [name, subject_name, correct, incorrect])).toEqual([
    ['A', 'Physics', 4, -1],
    ['B', 'Physics', 4, -1],
    ['A', 'Maths', 4, -2],
  ]);
  const { upload, questions, opened } = await attempt(student, mock);
  expect(opened.test_info).toMatchObject({ session_status: 'IN_PROGRESS', remaining_duration: 600, time_kind: 'session_time' });
  story.pass(30);
  const stored = await upload([response(questions[0] ?? 0, { responses: [2] }), response(questions[1] ?? 0, { responses: [1] })], {
    session_time_spent: 30,
    current_index: 1,
  });
  expect(stored).toMatchObject({ refused: [], remaining_duration: 570, session_status: 'IN_PROGRESS' });

  const resumed = await student.call(getTestQuestions, { id: mock });
  expect(resumed.test_info).toMatchObject({ session_time_spent: 30, current_index: 1 });
  expect(resumed.question_responses.map(({ question_id, responses, result }) => [question_id, responses, result])).toEqual(
    expect.arrayContaining([
      [questions[0], [2], null],
      [questions[1], [1], null],
    ]),
  );

  // Numerical: three answers in a section with a limit of two. Multiple option: one of two correct options, then both.
  const rest = [
    response(questions[4] ?? 0, { rich_response: numericalKey }),
    response(questions[5] ?? 0, { rich_response: '1' }),
    response(questions[6] ?? 0, { rich_response: numericalKey }),
    response(questions[7] ?? 0, { responses: [1] }),
    response(questions[8] ?? 0, { responses: [1, 3] }),
  ];
  const finished = await upload(rest, { session_time_spent: 31, isFinishTest: true });
  expect(finished.session_status).toBe('COMPLETE');
  expect(finished.report_data).toEqual([
    expect.objectContaining({ subject_name: 'Physics', score: 6, max_score: 24, correct: 2, incorrect: 2, unattempted: 2, not_counted: 1 }),
    expect.objectContaining({ subject_name: 'Maths', score: 5, max_score: 8, unattempted: 0 }),
    expect.objectContaining({ subject_id: null, subject_name: 'Total', score: 11, max_score: 32 }),
  ]);
  expect((await student.call(getReport, { id: mock, is_test: true })).report_data).toEqual(finished.report_data);
});

describe('an exam-exact attempt', () => {
  test('is chosen at the beginning of a self-paced mock, and does not change when the mock is resumed', async () => {
    const student = await story.student();
    expect((await student.call(getTestInstructions, { id: mock })).test_info).toMatchObject({
      allows_exam_exact: true,
      is_exam_exact: false,
    });
    await student.call(findOrCreateSessionItem, { id: mock, is_exam_exact: true });
    await student.call(findOrCreateSessionItem, { id: mock, is_exam_exact: false });
    expect((await student.call(getTestQuestions, { id: mock })).test_info.is_exam_exact).toBe(true);
    expect((await student.call(getTestInstructions, { id: mock })).test_info.is_exam_exact).toBe(true);
    const other = await story.student();
    expect((await attempt(other, mock)).opened.test_info.is_exam_exact).toBe(false);
  });

  test('is not available in a test that runs by the clock of the institute', async () => {
    const id = await addPaper(story, 'institute-clock', [fourOptions(21, 22)]);
    const student = await story.student({ institute: 'school' });
    expect((await student.call(getTestInstructions, { id })).test_info.allows_exam_exact).toBe(false);
    await student.call(findOrCreateSessionItem, { id, is_exam_exact: true });
    expect((await student.call(getTestQuestions, { id })).test_info.is_exam_exact).toBe(false);
  });
});

test('a response is returned exactly as it was sent', async () => {
  const student = await story.student();
  const { upload, questions } = await attempt(student, mock);
  const sent = [
    response(questions[0], { responses: [3], is_marked: true, question_time_spent: 71 }),
    response(questions[1], { is_visited: true, solution_request_time: 12 }),
    response(questions[4], { rich_response: '-0.5' }),
    response(questions[8], { responses: [1, 3, 4], is_visited: false, version: 9 }),
  ];
  await upload(sent);
  const { question_responses } = await student.call(getTestQuestions, { id: mock });
  const byQuestion = new Map(question_responses.map((row) => [row.question_id, row]));
  expect(question_responses).toHaveLength(sent.length);
  for (const row of sent)
    expect(byQuestion.get(row.question_id)).toMatchObject({ ...row, verified: false, verified_at: null, result: null });
  expect(byQuestion.get(questions[8] ?? 0)).toMatchObject({ question_type: 2, position: 8, subject_id: 1 });
});

test('students who open their tests at the same time each get their own, and a student without access gets none', async () => {
  const single = await story.idOf('papers', 'single');
  const begin = async (number: number) => {
    const student = await story.student();
    const paper = number % 3 === 0 ? single : mock;
    const { upload, questions, session_id } = await attempt(student, paper);
    await upload([response(questions[0], { responses: [1 + (number % 4)], question_time_spent: number })]);
    if (number % 4 === 0) await upload([], { isFinishTest: true });
    return { student, paper, session_id, number };
  };
  const attempts = [];
  for (let number = 0; number < 20; number += 1) attempts.push(await begin(number));
  const stranger = story.visitor();
  const idler = await story.student();
  const failures: Promise<unknown>[] = [];
  const opened = attempts.map(({ student, paper, number }, at) => {
    if (at % 5 === 2) failures.push(...[stranger, idler].map((visitor) => visitor.call(getTestQuestions, { id: paper })));
    return student.call(getTestQuestions, { id: paper, is_review: number % 8 === 0 });
  });
  const refused = await Promise.allSettled(failures);
  expect(refused.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code)).toEqual(
    attempts.filter((_, at) => at % 5 === 2).flatMap(() => ['not_signed_in', 'not_an_active_test']),
  );
  for (const [at, { test_info, question_responses }] of (await Promise.all(opened)).entries()) {
    const { paper, session_id, number } = attempts[at] ?? {};
    expect(test_info).toMatchObject({ id: paper, session_id, session_status: (number ?? 0) % 4 === 0 ? 'COMPLETE' : 'IN_PROGRESS' });
    expect(question_responses.map(({ responses, question_time_spent }) => [responses, question_time_spent])).toEqual([
      [[1 + ((number ?? 0) % 4)], number],
    ]);
  }
});

test('begin_test can answer with the questions, in the same form as get_test_questions', async () => {
  const student = await story.student();
  const { success, is_assignment, test_id, session_id, writer, message, ...begun } = await student.call(findOrCreateSessionItem, {
    id: mock,
    with_questions: true,
  });
  expect([success, is_assignment, test_id]).toEqual([true, false, mock]);
  expect(begun.test_info).toMatchObject({ session_id, writer });
  expect(message).toBe('Your test has begun.');
  expect(begun).toEqual(await student.call(getTestQuestions, { id: mock }));
  expect(Object.keys(await student.call(findOrCreateSessionItem, { id: mock }))).not.toContain('questions');
});

test('while a test runs, no response to the student contains a key, a solution or a video', async () => {
  const student = await story.student();
  const { upload, questions } = await attempt(student, mock);
  await upload(questions.map((id) => response(id)));
  await student.call(getTestQuestions, { id: mock });
  await student.call(getTestInstructions, { id: mock });
  for (const type of ['home', 'mock', 'previous_paper', 'institute', 'Physics']) await student.call(getStudentHomeData, { type });
  await expect(student.call(getTestQuestions, { id: mock, is_review: true })).rejects.toThrow();
  expect(student.received.length).toBeGreaterThan(10);
  for (const body of student.received) {
    expect(body).not.toContain(canary);
    expect(body).not.toContain(numericalKey);
    expect(body).not.toMatch(/"(answers|accepted_answers|solution_text|video_solution_uri|numerical_notes)"/);
  }
});

test('after the finish, the review shows answers, solutions and results', async () => {
  const student = await story.student();
  const { upload, questions } = await attempt(student, mock);
  await upload([response(questions[0] ?? 0, { responses: [2] })], { isFinishTest: true });
  const plain = await student.call(getTestQuestions, { id: mock });
  expect(plain).toMatchObject({ redirect_to_report: true });
  expect(JSON.stringify(plain)).not.toContain(canary);
  const review = await student.call(getTestQuestions, { id: mock, is_review: true });
  expect(review.questions[0]).toMatchObject({ answers: [2], accepted_answers: [2] });
  expect(review.questions[0]?.solution_text).toContain(canary);
  expect(review.question_responses[0]).toMatchObject({ result: 1 });
});

test('a retake opens a new session, and hides the first session’s answers until it is finished', async () => {
  const student = await story.student();
  const first = await attempt(student, mock);
  await first.upload([response(first.questions[0] ?? 0, { responses: [2] })], { isFinishTest: true });
  const second = await attempt(student, mock);
  expect(second.session_id).not.toBe(first.session_id);
  expect(second.opened.question_responses).toEqual([]);
  const review = await student.call(getTestQuestions, { id: mock, is_review: true });
  expect(JSON.stringify(review)).not.toContain(canary);
  expect(review.question_responses.map(({ result }) => result)).toEqual([null]);
  await second.upload([], { isFinishTest: true });
  expect(JSON.stringify(await student.call(getTestQuestions, { id: mock, is_review: true }))).toContain(canary);
});

test('a finished test that may not be retaken cannot be resumed', async () => {
  const student = await story.student();
  const single = await story.idOf('papers', 'single');
  const { upload } = await attempt(student, single);
  await upload([], { isFinishTest: true });
  await expect(student.call(findOrCreateSessionItem, { id: single })).rejects.toMatchObject({
    message: 'A finished test cannot be resumed.',
  });
  await expect(upload([])).rejects.toMatchObject({ code: 'session_finished', status: 409 });
});

test('an installation that sells nothing opens every mock to its students', async () => {
  const locked = await story.idOf('papers', 'locked-mock');
  const { token } = await story.student();
  const app = await story.serverWith({ isPremiumOpen: true });
  const student = Object.assign(new Visitor(app), { token });
  await expect(student.call(getTestInstructions, { id: locked })).resolves.toBeDefined();
  await expect(student.call(findOrCreateSessionItem, { id: locked })).resolves.toBeDefined();
  expect(await student.call(getMe, {})).toMatchObject({ user: { has_premium_access: true } });
  await app.close();
});

test('a locked mock needs premium', async () => {
  const locked = await story.idOf('papers', 'locked-mock');
  const student = await story.student();
  await expect(student.call(getTestInstructions, { id: locked })).rejects.toMatchObject({ code: 'premium_needed', status: 410 });
  await expect(student.call(findOrCreateSessionItem, { id: locked })).rejects.toMatchObject({ code: 'premium_needed' });
  const { test_list = [] } = await student.call(getStudentHomeData, { type: 'mock' });
  expect(test_list.map(({ name, is_locked }) => [name, is_locked])).toEqual([
    ['Paper mock', false],
    ['Paper locked-mock', true],
  ]);
  const premium = await story.student({ premium_until: new Date(story.now.getTime() + 1000) });
  await premium.call(findOrCreateSessionItem, { id: locked });
});

test.each(['mock', 'home'])('on the page %s the mock tests are locked as a whole only if none can be begun', async (type) => {
  const isLocked = async (columns: { premium_until?: Date }) =>
    (await (await story.student(columns)).call(getStudentHomeData, { type })).is_mock_test_locked;
  const premium = { premium_until: new Date(story.now.getTime() + 1000) };
  expect([await isLocked({}), await isLocked(premium)]).toEqual([false, false]);
  await story.database.pool.query('update papers set is_free = false, version = version + 1 where id = $1', [mock]);
  expect([await isLocked({}), await isLocked(premium)]).toEqual([true, false]);
  await story.database.pool.query('update papers set is_free = true, version = version + 1 where id = $1', [mock]);
});

test('the lists show begun tests, and finished tests with their scores', async () => {
  const student = await story.student();
  const lists = async () => {
    const { test_list = [], completed_test_list = [] } = await student.call(getStudentHomeData, { type: 'mock' });
    return {
      open: test_list.map(({ id, status }) => [id, status]),
      done: completed_test_list.map(({ id, status, score }) => [id, status, score]),
    };
  };
  const locked = await story.idOf('papers', 'locked-mock');
  expect(await lists()).toEqual({
    open: [
      [mock, 1],
      [locked, 1],
    ],
    done: [],
  });
  const { upload, questions } = await attempt(student, mock);
  expect(await lists()).toEqual({
    open: [
      [mock, 0],
      [locked, 1],
    ],
    done: [],
  });
  await upload([response(questions[0] ?? 0, { responses: [2] })], { isFinishTest: true });
  expect(await lists()).toEqual({ open: [[locked, 1]], done: [[mock, 2, 4]] });
});

test('a listed test shows its subjects, the time left of an attempt in progress, and the best score', async () => {
  const student = await story.student();
  const listed = async () => {
    const { test_list = [], completed_test_list = [] } = await student.call(getStudentHomeData, { type: 'mock' });
    return [...test_list, ...completed_test_list].find(({ id }) => id === mock);
  };
  const nothing = { remaining_duration: null, answered_count: null, best_score: null };
  expect(await listed()).toMatchObject({ exam: 'JEE Main', subjects: ['Physics', 'Maths'], total_marks: 32, ...nothing });
  const first = await attempt(student, mock);
  story.pass(45);
  const [one, two, three] = first.questions;
  const given = [response(one, { responses: [2] }), response(two, { responses: [1] }), response(three, { is_marked: true })];
  await first.upload(given, { session_time_spent: 45 });
  expect(await listed()).toMatchObject({ remaining_duration: 555, answered_count: 2, best_score: null });
  await first.upload([], { isFinishTest: true });
  await (await attempt(student, mock)).upload([], { isFinishTest: true });
  expect(await listed()).toMatchObject({ ...nothing, score: 0, best_score: 3 });
});

describe('an institute test', () => {
  const at = (time: string) => {
    story.now = new Date(`2027-01-10T${time}Z`);
  };

  test('begins in its window, by the wall clock', async () => {
    at('04:00:00');
    const hall = await story.idOf('papers', 'hall');
    const student = await story.student({ institute: 'school' });
    expect((await student.call(getTestInstructions, { id: hall })).test_info.disable_begin).toBe(true);
    await expect(student.call(findOrCreateSessionItem, { id: hall })).rejects.toMatchObject({
      message: 'Test cannot start before 10 Jan 2027 10:00',
    });
    at('04:30:00');
    const { opened } = await attempt(student, hall);
    expect(opened.test_info).toMatchObject({ time_kind: 'wall_clock', remaining_duration: 600, deadline: '2027-01-10T04:40:00.000Z' });
    at('04:35:00');
    expect((await student.call(getTestQuestions, { id: hall })).test_info.remaining_duration).toBe(300);
  });

  test('takes answers until the grace period is over, and is then ended at its deadline', async () => {
    at('05:00:00');
    const hall = await story.idOf('papers', 'hall');
    const student = await story.student({ institute: 'school' });
    const { upload, questions } = await attempt(student, hall);
    at('05:10:59');
    expect((await upload([response(questions[0] ?? 0, { responses: [2] })])).kept).toHaveLength(1);
    at('05:11:01');
    await expect(upload([response(questions[1] ?? 0, { responses: [2] })])).rejects.toMatchObject({ code: 'received_late', status: 409 });
    const report = await student.call(getReport, { id: hall, is_test: true });
    expect(report.report_data.at(-1)).toMatchObject({ score: 4, correct: 1 });
    const { rows } = await story.database.pool.query('select finished_at, finished_by from sessions where student_id = $1', [student.id]);
    expect(rows).toEqual([{ finished_at: new Date('2027-01-10T05:10:00Z'), finished_by: 'clock' }]);
  });

  test('is not found by students of another institute', async () => {
    const hall = await story.idOf('papers', 'hall');
    const student = await story.student();
    await expect(student.call(getTestInstructions, { id: hall })).rejects.toMatchObject({ message: 'This is not an active test.' });
  });
});

test('the list shows the time left and the number of answered questions of a test in progress', async () => {
  const student = await story.student();
  const itemOf = async () => (await student.call(getStudentHomeData, { type: 'mock' })).test_list?.find(({ id }) => id === mock);
  expect(await itemOf()).toMatchObject({ remaining_duration: null, answered_count: null, end_time: null, extension_seconds: 0 });
  const { upload, questions } = await attempt(student, mock);
  story.pass(40);
  const answers = [
    response(questions[0], { responses: [2] }),
    response(questions[1]),
    response(questions[4], { rich_response: '-1.5' }),
    response(questions[5], { rich_response: '-' }),
  ];
  await upload(answers, { session_time_spent: 40 });
  story.pass(3600);
  expect(await itemOf()).toMatchObject({ remaining_duration: 560, answered_count: 2, deadline: null });
});
