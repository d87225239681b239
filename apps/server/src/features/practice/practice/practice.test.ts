import { getStudentHomeData } from '@abhyas/contract/site/home';
import { checkOfflinePractice, getOfflinePractice, getTrainQuestions, restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { type PracticePool, placesOf } from '@abhyas/exam/practice/adaptive';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { practiceKey } from '../../../testing/fixture-content.ts';
import { openPractice, response, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let topic: number;
let locked: number;
beforeAll(async () => {
  topic = await story.idOf('topics', 'motion-one');
  locked = await story.idOf('topics', 'motion-two');
});

const open = (student: Visitor, id = topic) => openPractice(student, id);
const reportOf = (student: Visitor, id = topic) => student.call(getAssignmentReport, { id, object_type: 0, session_type: 0 });
const resultOf = async (student: Visitor, question_id: number) =>
  (await student.call(getTrainQuestions, { id: topic })).question_responses.find((row) => row.question_id === question_id);

describe('a practice session', () => {
  test('has the ten questions nearest to a chance of 0.7 at the student’s level', async () => {
    const beginner = await open(await story.student());
    expect(beginner.questions.map(({ complexity }) => complexity)).toEqual([2, 2, 2, 1, 5, 1, 3, 3, 3, 4]);
    expect(beginner.questions.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(beginner.questions.map(({ id }) => id)).size).toBe(10);
    expect(beginner.test_info).toMatchObject({
      session_status: 'IN_PROGRESS',
      question_count: 10,
      test_duration: null,
      remaining_duration: null,
    });
    const strong = await story.student();
    await story.database.db
      .insertInto('student_ratings')
      .values({ student_id: strong.id, subject_id: 2, rating: 1700, answered: 9 })
      .execute();
    expect((await open(strong)).questions.slice(0, 4).map(({ complexity }) => complexity)).toEqual([5, 1, 5, 4]);
  });

  test('carries answers, solutions and passages, so that Verify works offline', async () => {
    const { questions, comprehension_questions } = await open(await story.student());
    for (const question of questions) {
      expect(question.solution_text).toContain('explanation');
      expect(question.answers).toEqual({ 0: [2], 1: practiceKey, 2: [1, 3], 3: [2] }[question.question_type]);
    }
    const passages = questions.map((question) => question.comprehension_question_id).filter((id) => id !== null);
    expect(comprehension_questions.map(({ question_id }) => question_id)).toEqual([...new Set(passages)]);
  });

  test('is resumed when the topic is opened again, even in another tab', async () => {
    const student = await story.student();
    const [first, second] = await Promise.all([open(student), open(student)]);
    expect(second.test_info.session_id).toBe(first.test_info.session_id);
    expect(second.questions).toEqual(first.questions);
    expect(new Set([first.test_info.writer, second.test_info.writer]).size).toBe(2);
  });

  test('shows earlier answers on whichever page is opened next', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [first, second] = questions;
    if (!first || !second) throw new Error('The topic has too few questions');
    await upload([response(first, wrong[first.question_type]), verified(second, right)], { current_index: 1 });
    const again = await open(student);
    expect(again.test_info.current_index).toBe(1);
    expect(again.question_responses.find(({ question_id }) => question_id === first.id)).toMatchObject({
      verified: false,
      result: null,
      position: 0,
    });
    expect(again.question_responses.find(({ question_id }) => question_id === second.id)).toMatchObject({
      verified: true,
      result: 1,
      position: 1,
    });
  });

  test('serves unseen questions first, then missed ones, if its topic was completed before', async () => {
    const student = await story.student();
    const first = await open(student);
    await first.upload(first.questions.map((question, at) => verified(question, at < 3 ? wrong : right)));
    await student.call(restartTrainSessionItem, { id: topic });
    const second = (await open(student)).questions.map(({ id }) => id);
    const seen = first.questions.map(({ id }) => id);
    expect(second.slice(0, 2).filter((id) => seen.includes(id))).toEqual([]);
    expect(new Set(second.slice(2, 5))).toEqual(new Set(seen.slice(0, 3)));
  });
});

describe('places of a session', () => {
  /** Works through a session like a device without a network, and returns the visited questions in order. */
  const workThrough = (practice: Awaited<ReturnType<typeof open>>, isRight: (at: number) => boolean) => {
    const byId = new Map([...practice.questions, ...(practice.further_questions ?? [])].map((question) => [question.id, question]));
    const results = new Map<number, 1 | -1>();
    const visited: number[] = [];
    const sent: unknown[] = [];
    const pool = practice.adaptive as PracticePool;
    for (let at = 0; at < 10; at += 1) {
      const id = placesOf(pool, visited, (question) => results.get(question) ?? null)[at] ?? 0;
      const question = byId.get(id);
      if (!question) throw new Error(`Place ${at} holds no question of the pool`);
      visited.push(id);
      results.set(id, isRight(at) ? 1 : -1);
      sent.push(verified(question, isRight(at) ? right : wrong));
    }
    return { visited, sent };
  };

  test('are the same whether the server or a device without a network chooses them', async () => {
    const student = await story.student();
    const practice = await open(student);
    expect(practice.adaptive).toMatchObject({ rating: 1200, answered: 0, count: 10 });
    const { visited, sent } = workThrough(practice, (at) => at % 3 === 0);
    await practice.upload(sent.slice(0, 4), { places: visited.slice(0, 5) });
    const halfway = await open(student);
    expect(halfway.questions.map(({ id }) => id).slice(0, 5)).toEqual(visited.slice(0, 5));
    await halfway.upload(sent.slice(4), { places: visited });
    expect((await open(student)).questions.map(({ id }) => id)).toEqual(visited);
    expect((await reportOf(student)).report_data).toMatchObject({ correct: 4, incorrect: 6, unattempted: 0 });
  });

  test('are chosen again after each verified answer: easier questions after wrong answers, harder ones after right answers', async () => {
    const complexityAfter = async (answers: typeof right | typeof wrong) => {
      const student = await story.student();
      const { questions, upload } = await open(student);
      const first = questions.slice(0, 3);
      await upload(
        first.map((question) => verified(question, answers)),
        { places: first.map(({ id }) => id) },
      );
      const later = (await open(student)).questions.slice(3, 6);
      return later.reduce((sum, { complexity }) => sum + complexity, 0);
    };
    expect(await complexityAfter(right)).toBeGreaterThan(await complexityAfter(wrong));
  });

  test('keep the visited questions of two devices without a network in one session', async () => {
    const student = await story.student();
    const one = await open(student);
    const two = await open(student);
    const byOne = workThrough(one, () => true);
    const byTwo = workThrough(two, () => false);
    await two.upload(byTwo.sent, { places: byTwo.visited });
    await one.upload(byOne.sent, { places: byOne.visited });
    const { questions, question_responses } = await open(student);
    const union = [...new Set([...byTwo.visited, ...byOne.visited])];
    expect(questions.map(({ id }) => id)).toEqual(union);
    expect(question_responses.filter((row) => row.verified)).toHaveLength(union.length);
  });

  test('refuse an answer to a question outside the session with a message, and accept the others', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    const other = { ...question, id: await story.idOf('questions', 'cells-029') };
    const answer = await upload([verified(question, right), verified(other, right)], { places: [other.id, question.id] });
    expect(answer.refused).toMatchObject([{ question_id: other.id, message: 'This is not an answer to a question of this session.' }]);
    expect((await open(student)).questions[0]?.id).toBe(question.id);
  });
});

test('practice records no absences, because it cannot be locked', async () => {
  const student = await story.student();
  const { upload, test_info } = await open(student);
  await upload([], { absences: [0, 1] });
  const events = story.database.db.selectFrom('session_events').where('session_id', '=', test_info.session_id).selectAll();
  expect(await events.execute()).toEqual([]);
});

describe('practice kept on a device', () => {
  const keep = (student: Visitor, id = topic) => student.call(getOfflinePractice, { id });
  const check = (student: Visitor, ...topic_ids: number[]) => student.call(checkOfflinePractice, { topic_ids });

  test('is the session that a later opening resumes; keeping it changes no writer and begins no chapter', async () => {
    const student = await story.student();
    const kept = await keep(student);
    expect(kept.adaptive?.candidates.length).toBe(kept.questions.length + (kept.further_questions?.length ?? 0));
    expect((await student.call(getStudentHomeData, { type: 'home' })).recent_chapters).toEqual([]);
    const opened = await open(student);
    expect(opened.test_info.session_id).toBe(kept.test_info.session_id);
    const again = await keep(student);
    expect(again.test_info.writer).toBe(opened.test_info.writer);
    expect(again.version).toBe(kept.version);
  });

  test('must delete questions that were added to a test, and topics that need Premium once the student has none', async () => {
    const student = await story.student({
      course: 'MED_ENG',
      institute: 'school',
      premium_until: new Date(story.now.getTime() + 1000),
    });
    const cells = await story.idOf('topics', 'cells-one');
    const kept = await keep(student, cells);
    await keep(student, locked);
    expect((await check(student, cells, locked)).topics).toEqual([
      { topic_id: cells, is_allowed: true, remove_question_ids: [] },
      { topic_id: locked, is_allowed: true, remove_question_ids: [] },
    ]);
    const taken = kept.questions[3]?.id ?? 0;
    await story.database.db
      .insertInto('paper_questions')
      .values({ paper_id: await story.idOf('papers', 'hall'), position: 91, section_position: 0, question_id: taken })
      .execute();
    story.pass(2);
    expect((await check(student, cells, locked)).topics).toEqual([
      { topic_id: cells, is_allowed: true, remove_question_ids: [taken] },
      { topic_id: locked, is_allowed: false, remove_question_ids: [] },
    ]);
    await expect(keep(student, locked)).rejects.toMatchObject({ code: 'premium_needed' });
    const opened = await open(student, cells);
    await opened.upload(opened.questions.map((question) => verified(question, right)));
    await student.call(restartTrainSessionItem, { id: cells });
    expect((await keep(student, cells)).questions.map(({ id }) => id)).not.toContain(taken);
    // Another device may still have the first session.
    expect((await check(student, cells)).topics).toEqual([{ topic_id: cells, is_allowed: true, remove_question_ids: [taken] }]);
  });

  test('is checked for 200 topics with no more statements than for one', async () => {
    const student = await story.student();
    await keep(student);
    const others = await story.database.db.selectFrom('topics').select('id').where('id', '<>', topic).limit(199).execute();
    const many = [topic, ...others.map(({ id }) => id), ...Array.from({ length: 199 - others.length }, (_none, at) => 900_000 + at)];
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const count = async (...ids: number[]) => {
      query.mockClear();
      await check(student, ...ids);
      return query.mock.calls.map(([config]) => JSON.stringify(config)).filter((text) => !text.includes('spent_budgets')).length;
    };
    await check(student, ...many);
    const [one, all] = [await count(topic), await count(...many)];
    query.mockRestore();
    expect(all).toBe(one);
  });

  test('must delete questions of an institute that the student has left', async () => {
    const { db } = story.database;
    const student = await story.student({ course: 'MED_ENG', institute: 'school' });
    const cells = await story.idOf('topics', 'cells-one');
    const { questions } = await keep(student, cells);
    const own = questions[2]?.id ?? 0;
    const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
    await db.updateTable('questions').set({ institute_id }).where('id', '=', own).execute();
    expect((await check(student, cells)).topics).toEqual([{ topic_id: cells, is_allowed: true, remove_question_ids: [] }]);
    await db.updateTable('memberships').set({ ended_at: story.now }).where('user_id', '=', student.id).execute();
    expect((await check(student, cells)).topics).toEqual([{ topic_id: cells, is_allowed: true, remove_question_ids: [own] }]);
  });
});

describe('a question', () => {
  test.each([0, 1, 2, 3] as const)('of type %i is marked by the server, whatever the device claims', async (type) => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [first, second] = questions.filter(({ question_type }) => question_type === type);
    if (!first) throw new Error(`No question of type ${type} was served`);
    await upload([
      verified(first, wrong, { result: 1, is_correct: true, marks: 100 }),
      ...(second ? [verified(second, right, { result: -1 })] : []),
    ]);
    expect(await resultOf(student, first.id)).toMatchObject({ verified: true, result: -1 });
    if (second) expect(await resultOf(student, second.id)).toMatchObject({ verified: true, result: 1 });
  });

  test('cannot be answered again after its answer was verified, by a later upload or a newer writer', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([verified(question, wrong)]);
    const settled = await resultOf(student, question.id);
    await upload([verified(question, right, { version: 2 })]);
    await upload([response(question, { ...right[question.question_type], version: 3 })]);
    await (await open(student)).upload([verified(question, right, { version: 4 })]);
    const { responses, rich_response, verified_at, result } = (await resultOf(student, question.id)) ?? {};
    expect({ responses, rich_response, verified_at, result }).toEqual({
      responses: settled?.responses,
      rich_response: settled?.rich_response,
      verified_at: settled?.verified_at,
      result: -1,
    });
  });

  test('is Key_Used, neither right nor wrong, if its solution was opened first', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [used, correct, missed] = questions;
    if (!used || !correct || !missed) throw new Error('The topic has too few questions');
    await upload([response(used, { solution_request_time: 4 }), verified(correct, right), verified(missed, wrong)]);
    expect((await reportOf(student)).report_data).toMatchObject({ key_used: 1, correct: 1, incorrect: 1, unattempted: 7, accuracy: 50 });
  });

  test('stays Key_Used once its solution was opened, whatever is verified afterwards', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([response(question, { solution_request_time: 4 })]);
    await upload([verified(question, right, { version: 2, solution_request_time: 4 })]);
    expect((await reportOf(student)).report_data).toMatchObject({ key_used: 1, correct: 0 });
  });

  test('counts as verified if its solution was opened after Verify', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([verified(question, right)]);
    await upload([verified(question, right, { version: 2, solution_request_time: 40 })]);
    expect((await reportOf(student)).report_data).toMatchObject({ key_used: 0, correct: 1 });
  });

  test('is never served if it is in a paper, whether it was written for papers or added to one later', async () => {
    const { db } = story.database;
    const student = await story.student({ course: 'MED_ENG', institute: 'school' });
    const cells = await story.idOf('topics', 'cells-one');
    const before = await open(student, cells);
    const paper = await story.idOf('papers', 'hall');
    const taken = before.questions[0]?.id ?? 0;
    await db.insertInto('paper_questions').values({ paper_id: paper, position: 90, section_position: 0, question_id: taken }).execute();

    const again = await open(student, cells);
    expect(again.test_info.session_id).toBe(before.test_info.session_id);
    expect(again.questions.slice(0, 9).map(({ id }) => id)).toEqual(before.questions.slice(1).map(({ id }) => id));
    expect([...again.questions, ...(again.further_questions ?? [])].map(({ id }) => id)).not.toContain(taken);
    const other = await open(await story.student({ course: 'MED_ENG', institute: 'school' }), cells);
    const served = [...before.questions.slice(1), ...other.questions].map(({ id }) => id);
    const inPapers = await db.selectFrom('paper_questions').where('question_id', 'in', served).select('question_id').execute();
    expect(inPapers).toEqual([]);
    expect(served).not.toContain(taken);
    const meantForPapers = await db
      .selectFrom('questions')
      .where('id', 'in', served)
      .where('is_for_practice', '=', false)
      .select('id')
      .execute();
    expect(meantForPapers).toEqual([]);
  });
});

describe('a topic', () => {
  test('needs Premium unless it is the first of its chapter', async () => {
    const student = await story.student();
    await expect(open(student, locked)).rejects.toMatchObject({ code: 'premium_needed', status: 410 });
    await expect(reportOf(student, locked)).rejects.toMatchObject({ code: 'premium_needed' });
    const premium = await story.student({ premium_until: new Date(story.now.getTime() + 1000) });
    expect((await open(premium, locked)).questions).toHaveLength(6);
    story.pass(1);
    await expect(open(premium, locked)).rejects.toMatchObject({ code: 'premium_needed' });
  });

  test('is not found outside the student’s course', async () => {
    const cells = await story.idOf('topics', 'cells-one');
    await expect(open(await story.student({ course: 'ENG' }), cells)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect((await open(await story.student({ course: 'MED' }), cells)).questions).toHaveLength(10);
  });
});
