import { getStudentHomeData } from '@abhyas/contract/site/home';
import type { Input } from '@abhyas/contract/endpoint';
import { getDueMistakes, getMistakes, setMistakeReason } from '@abhyas/contract/practice/mistakes';
import { getReviseQuestionsForChapters, restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response as testResponse, staff } from '../../../testing/attempts.ts';
import { openPractice, response, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const morning = new Date('2027-01-10T04:00:00Z');
const day = 24 * 3600;
const slow = { question_time_spent: 60 };
let student: Visitor & { id: number };
beforeEach(async () => {
  story.now = morning;
  student = await story.student({ course: 'MED_ENG', institute: 'school', premium_until: new Date('2028-01-01T00:00:00Z') });
});

const book = (asked: Input<typeof getMistakes> = {}, by: Visitor = student) => by.call(getMistakes, asked);
const idsIn = async (asked: Input<typeof getMistakes> = {}) => (await book(asked)).mistakes.map(({ question }) => question.id);
const dueNow = async () => (await student.call(getDueMistakes, {})).due_count;
const practise = async (topic = 'motion-one') => openPractice(student, await story.idOf('topics', topic));
/** Practises a topic again, with the first `count` questions wrong. Returns their ids. */
const miss = async (count: number, topic = 'motion-one') => {
  const { questions, upload } = await practise(topic);
  const missed = questions.slice(0, count);
  await upload(
    missed.map((question) => verified(question, wrong, slow)),
    { isFinishTest: true },
  );
  return missed.map(({ id }) => id);
};
/** Opens the session that revises a chapter, or the due questions of the whole book. */
const revise = async (chapter?: string) => {
  const asked = chapter ? { id: await story.idOf('chapters', chapter) } : { id: student.id, object_type: 2 as const };
  const opened = await student.call(getReviseQuestionsForChapters, asked);
  const { session_id, writer } = opened.test_info;
  const upload = (responses: unknown[], fields: Partial<Input<typeof uploadStudentResponses>> = {}) =>
    student.call(uploadStudentResponses, {
      session_id: session_id ?? 0,
      writer,
      session_time_spent: 0,
      current_index: 0,
      responses: JSON.stringify(responses),
      ...fields,
    });
  return { ...opened, upload };
};

describe('a question', () => {
  test('is added to the book with the kind of miss if it was missed in practice, but not if it was right', async () => {
    const { questions, upload } = await practise();
    const [incorrect, rushed, solutionSeen, correct] = questions;
    if (!incorrect || !rushed || !solutionSeen || !correct) throw new Error('The topic has too few questions');
    await upload([
      verified(incorrect, wrong, slow),
      verified(rushed, wrong, { question_time_spent: 24 }),
      response(solutionSeen, { solution_request_time: 4 }),
      verified(correct, right),
    ]);
    const { mistakes, total, kinds } = await book();
    expect(new Map(mistakes.map(({ question, kind }) => [question.id, kind]))).toEqual(
      new Map([
        [incorrect.id, 'incorrect'],
        [rushed.id, 'rushed'],
        [solutionSeen.id, 'solution_seen'],
      ]),
    );
    expect(total).toBe(3);
    expect(kinds).toEqual([
      { kind: 'incorrect', count: 1 },
      { kind: 'rushed', count: 1 },
      { kind: 'late_skip', count: 0 },
      { kind: 'solution_seen', count: 1 },
    ]);
  });

  test('counts as missed once, however often its answer is sent, and again in another session', async () => {
    const { questions, upload } = await practise();
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    for (const _time of [1, 2]) await upload([verified(question, wrong, slow)]);
    await upload([response(question, { solution_request_time: 9, version: 2 })], { isFinishTest: true });
    expect((await book()).mistakes).toMatchObject([{ times_missed: 1, is_due: false }]);
    story.pass(day);
    const again = await revise();
    await again.upload([verified(question, wrong, slow)]);
    expect((await book()).mistakes).toMatchObject([{ times_missed: 2, right_days: 0 }]);
  });

  test('is added to the book when the practice is restarted, if its solution was opened without an answer', async () => {
    const { questions, upload } = await practise();
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([response(question, { solution_request_time: 4 })]);
    await student.call(restartTrainSessionItem, { id: await story.idOf('topics', 'motion-one') });
    expect((await book()).mistakes).toMatchObject([{ kind: 'solution_seen' }]);
  });

  test('leaves the book after right answers on two different days', async () => {
    // The topic has six questions, so each session serves all of them.
    const [missed = 0] = await miss(1, 'motion-two');
    for (const rightDays of [1, 2]) {
      story.pass(14 * day);
      expect(await dueNow()).toBe(1);
      const { questions, upload } = await revise();
      expect(questions.map(({ id }) => id)).toEqual([missed]);
      await upload(
        questions.map((question) => verified(question, right)),
        { isFinishTest: true },
      );
      expect(await dueNow()).toBe(0);
      expect((await book()).mistakes.map(({ right_days }) => right_days)).toEqual(rightDays === 1 ? [1] : []);
    }
    expect(await book()).toMatchObject({ total: 0, fixed_count: 1, mistakes: [] });
    await miss(6, 'motion-two');
    expect(await idsIn()).toContain(missed);
  });

  test("is not listed if it is in another student's book", async () => {
    await miss(2);
    expect((await book({}, await story.student())).total).toBe(0);
  });
});

describe('a test', () => {
  test('adds its misses and late skips as soon as it is finished, if it shows its answers then', async () => {
    const { questions, finish } = await attempt(student, await story.idOf('papers', 'single'));
    const [missed = 0, skipped = 0] = questions;
    await finish([
      testResponse(missed, { responses: [1], question_time_spent: 60 }),
      ...(skipped ? [testResponse(skipped, { question_time_spent: 121 })] : []),
    ]);
    const kinds = new Map((await book()).mistakes.map(({ question, kind }) => [question.id, kind]));
    expect(kinds.get(missed)).toBe('incorrect');
    if (skipped) expect(kinds.get(skipped)).toBe('late_skip');
  });

  test('adds its misses, if an institute gave it, when the window is over and the results are published', async () => {
    story.now = new Date('2027-01-10T04:31:00Z');
    const paper = await addPaper(story, 'booked', [fourOptions(29, 30)], {
      opens_at: '2027-01-10T04:30:00Z',
      closes_at: '2027-01-10T10:30:00Z',
    });
    await staff(story, 'assign', 'booked');
    const { questions, finish } = await attempt(student, paper);
    await finish(questions.map((id) => testResponse(id, { responses: [1], question_time_spent: 60 })));
    expect((await book()).total).toBe(0);
    story.now = new Date('2027-01-10T10:32:00Z');
    expect((await book()).total).toBe(0);
    await staff(story, 'publish', 'booked');
    expect((await idsIn()).toSorted((a, b) => a - b)).toEqual(questions.toSorted((a, b) => a - b));
    expect((await book()).mistakes).toMatchObject([{ times_missed: 1 }, { times_missed: 1 }]);
    // With the corrected key the answer is right.
    await staff(story, 'correct-key', 'cells-029', '--reason', 'The key was wrong.', '--keys', '[1]');
    expect(await idsIn()).toEqual([await story.idOf('questions', 'cells-030')]);
  });

  test('that may never be reviewed does not prevent a newer test from being added to the book', async () => {
    story.now = new Date('2027-01-11T04:31:00Z');
    for (let number = 0; number < 21; number += 1) {
      const code = `closed-${number}`;
      const more = { opens_at: '2027-01-11T04:30:00Z', closes_at: '2027-01-11T10:30:00Z', allows_review: false };
      const paper = await addPaper(story, code, [fourOptions(25, 26)], more);
      await staff(story, 'assign', code);
      const { questions, finish } = await attempt(student, paper);
      await finish([testResponse(questions[0], { responses: [1], question_time_spent: 60 })]);
    }
    expect((await book()).total).toBe(0);
    const { questions, finish } = await attempt(student, await story.idOf('papers', 'mock'));
    await finish([testResponse(questions[0], { responses: [1], question_time_spent: 60 })]);
    expect(await idsIn()).toEqual([questions[0]]);
  });

  test('removes its questions from the due ones while it is under way', async () => {
    const paper = await story.idOf('papers', 'mock');
    const first = await attempt(student, paper);
    await first.finish([testResponse(first.questions[0], { responses: [1], question_time_spent: 60 })]);
    story.pass(2 * day);
    expect(await dueNow()).toBe(1);
    const again = await attempt(student, paper);
    expect(await dueNow()).toBe(0);
    expect((await book()).due_count).toBe(0);
    await again.finish();
    expect(await dueNow()).toBe(1);
  });

  test('hides the answers of its questions from the book and from revision while it is retaken', async () => {
    const paper = await story.idOf('papers', 'mock');
    const first = await attempt(student, paper);
    await first.finish([testResponse(first.questions[0], { responses: [1], question_time_spent: 60 })]);
    story.pass(2 * day);
    expect((await revise()).questions[0]).toHaveProperty('solution_text');
    const again = await attempt(student, paper);
    expect((await revise()).questions).toEqual([]);
    for (const { question } of (await book()).mistakes) {
      expect(question).not.toHaveProperty('accepted_answers');
      expect(question).not.toHaveProperty('solution_text');
    }
    await again.finish();
    expect((await book()).mistakes[0]?.question).toHaveProperty('accepted_answers');
  });
});

describe('revising', () => {
  test('has ten of the questions due today, can be resumed, and ends with a report', async () => {
    const motion = await miss(10);
    await miss(4, 'cells-one');
    expect(await dueNow()).toBe(0);
    await expect(revise()).rejects.toMatchObject({ code: 'not_found', message: 'Nothing is due today.' });
    story.pass(14 * day);
    expect(await dueNow()).toBe(14);
    const { questions, test_info, upload } = await revise();
    expect(questions).toHaveLength(10);
    expect(test_info).toMatchObject({ name: 'Mistake Book', is_revise: true, object_type: 2, session_type: 1, chapter_id: null });
    expect(motion).toEqual(expect.arrayContaining(questions.map(({ id }) => id)));
    expect((await revise()).test_info.session_id).toBe(test_info.session_id);
    await upload(
      questions.map((question, at) => verified(question, at < 7 ? right : wrong, slow)),
      { isFinishTest: true },
    );
    const report = await student.call(getAssignmentReport, { id: student.id, object_type: 2, session_type: 1 });
    expect(report.report_data).toMatchObject({ correct: 7, incorrect: 3, accuracy: 70 });
    expect((await revise()).questions).toHaveLength(4);
  });

  test('has all missed questions of a chapter, due or not, and is offered by the page of the chapter', async () => {
    const page = async () => student.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', 'motion') });
    expect((await page()).chapter_data?.show_revise_misses).toBe(false);
    await expect(revise('motion')).rejects.toMatchObject({ code: 'not_found', message: 'There is nothing to revise in this chapter.' });
    const missed = await miss(3);
    await miss(2, 'cells-one');
    expect(await page()).toMatchObject({ chapter_data: { show_revise_misses: true }, due_count: 0 });
    const { questions, test_info } = await revise('motion');
    expect(questions.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(missed.toSorted((a, b) => a - b));
    expect(test_info).toMatchObject({
      name: 'Motion',
      object_type: 5,
      session_type: 1,
      chapter_id: await story.idOf('chapters', 'motion'),
    });
    story.pass(14 * day);
    expect((await page()).due_count).toBe(3);
    expect((await student.call(getStudentHomeData, { type: 'home' })).due_count).toBe(5);
  });

  test("is refused for another student's book and a chapter of another course", async () => {
    const other = await story.student({ course: 'ENG' });
    const opened = other.call(getReviseQuestionsForChapters, { id: student.id, object_type: 2 });
    await expect(opened).rejects.toMatchObject({ code: 'not_found' });
    const cells = other.call(getReviseQuestionsForChapters, { id: await story.idOf('chapters', 'cells') });
    await expect(cells).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list', () => {
  test('counts a question that was moved to another topic in its new chapter', async () => {
    const [moved = 0] = await miss(2);
    const { db } = story.database;
    const { topic_id } = await db.selectFrom('questions').where('id', '=', moved).select('topic_id').executeTakeFirstOrThrow();
    const moveTo = (to: number) => db.updateTable('questions').set({ topic_id: to }).where('id', '=', moved).execute();
    await moveTo(await story.idOf('topics', 'cells-one'));
    const { chapters } = await book();
    await moveTo(topic_id);
    expect(chapters.map(({ name, count }) => [name, count])).toEqual([
      ['Motion', 1],
      ['Cells', 1],
    ]);
  });

  test('is filtered by subject, chapter and kind, with counts of the whole book and seven days ahead', async () => {
    const motion = await miss(3);
    const cells = await miss(2, 'cells-one');
    const all = await book();
    expect(all.subjects).toEqual([
      { name: 'Physics', count: 3 },
      { name: 'Biology', count: 2 },
    ]);
    expect(all.chapters.map(({ name, count }) => [name, count])).toEqual([
      ['Motion', 3],
      ['Cells', 2],
    ]);
    expect(new Set(await idsIn({ subject: 'Biology' }))).toEqual(new Set(cells));
    expect(new Set(await idsIn({ chapter_id: await story.idOf('chapters', 'motion') }))).toEqual(new Set(motion));
    expect(await idsIn({ kind: 'rushed' })).toEqual([]);
    expect(await book({ kind: 'rushed' })).toMatchObject({ total: 5, subjects: all.subjects });
    expect(all.forecast).toHaveLength(7);
    expect(all.forecast[0]).toEqual({ date: '2027-01-10', count: 0 });
    expect(all.forecast.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect(all.next_due_at).not.toBeNull();
    story.pass(14 * day);
    expect(await book()).toMatchObject({
      due_count: 5,
      due_seconds: 300,
      next_due_at: null,
      forecast: [{ count: 5 }, { count: 0 }, {}, {}, {}, {}, {}],
    });
  });

  test('counts overdue entries as today’s, each coming day of India apart, and what is due later only in all', async () => {
    const ids = await miss(6);
    const dueTimes = [
      '2027-01-08T10:00Z',
      '2027-01-10T18:29:59Z',
      '2027-01-10T18:30Z',
      '2027-01-16T18:29:59Z',
      '2027-01-16T18:30Z',
      '2027-02-20Z',
    ];
    for (const [at, question_id] of ids.entries())
      await story.database.db
        .updateTable('mistakes')
        .set({ due_at: new Date(dueTimes[at] ?? '') })
        .where('question_id', '=', question_id)
        .execute();
    expect(await book()).toMatchObject({
      total: 6,
      due_count: 2,
      next_due_at: '2027-01-10T18:30:00.000Z',
      forecast: [2, 1, 0, 0, 0, 0, 1].map((count, ahead) => ({ date: `2027-01-${10 + ahead}`, count })),
    });
  });

  test('is refused for a chapter without any miss, and empty if all misses are fixed', async () => {
    const chapter_id = await story.idOf('chapters', 'motion');
    await expect(book({ chapter_id })).rejects.toMatchObject({ code: 'not_found' });
    await miss(1, 'motion-two');
    for (let rightDays = 0; rightDays < 2; rightDays += 1) {
      story.pass(14 * day);
      const { questions, upload } = await revise();
      await upload(
        questions.map((question) => verified(question, right)),
        { isFinishTest: true },
      );
    }
    expect(await book({ chapter_id })).toMatchObject({ fixed_count: 1, mistakes: [] });
  });

  test('is refused to students with test-board-only access', async () => {
    const tester = await story.student({ institute: 'school', has_only_test_board_access: true });
    await expect(book({}, tester)).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('the reason for a wrong answer', () => {
  const reasonOf = async (id: number) => (await book()).mistakes.find(({ question }) => question.id === id)?.reason;

  test('can be noted and changed by the student, is also in the session’s report, and is requested again after another miss', async () => {
    const topic = await story.idOf('topics', 'motion-one');
    const [missed = 0] = await miss(1);
    expect(await reasonOf(missed)).toBeNull();
    await student.call(setMistakeReason, { question_id: missed, reason: 'concept' });
    await student.call(setMistakeReason, { question_id: missed, reason: 'misread' });
    expect(await reasonOf(missed)).toBe('misread');
    const { wrong_questions } = await student.call(getAssignmentReport, { id: topic, object_type: 0, session_type: 0 });
    expect(wrong_questions).toMatchObject([{ reason: 'misread', is_in_mistake_book: true }]);
    story.pass(day);
    const { questions, upload } = await revise('motion');
    await upload(questions.filter(({ id }) => id === missed).map((question) => verified(question, wrong, slow)));
    expect(await reasonOf(missed)).toBeNull();
  });

  test('can be removed, and can be noted only by a student who has missed the question', async () => {
    const [missed = 0] = await miss(1);
    await student.call(setMistakeReason, { question_id: missed, reason: 'guess' });
    await student.call(setMistakeReason, { question_id: missed, reason: null });
    expect(await reasonOf(missed)).toBeNull();
    const other = await story.student({ course: 'MED_ENG' });
    await expect(other.call(setMistakeReason, { question_id: missed, reason: 'guess' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the book comes with the Hindi of its questions only if it is asked for', async () => {
  const missed = await miss(3);
  expect((await book()).translated).toBeUndefined();
  const { translated } = await book({ language: 'hi' });
  expect(translated?.questions.map(({ id }) => id)).toEqual(missed.toSorted((one, other) => one - other));
  expect(translated?.questions.every(({ solution_text }) => solution_text?.includes('हल'))).toBe(true);
});
