import { getMyProgressData } from '@abhyas/contract/practice/progress';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import { countByDay, type ProgressAnswer } from '@abhyas/exam/practice/progress';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempt, response as testResponse } from '../../../testing/attempts.ts';
import { openPractice, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { rebuildProgress } from './progress.ts';

const story = tellStory();
const premium = { premium_until: new Date('2099-01-01') };
let student: Visitor & { id: number };
beforeEach(async () => {
  // A Monday in India, ten minutes before midnight.
  story.now = new Date('2027-01-11T18:20:00Z');
  student = await story.student(premium);
});

const progress = (by: Visitor = student) => by.call(getMyProgressData, {});

/** Verifies a number of questions of a topic, the first `wrongCount` of them wrong. */
async function practise(by: Visitor, topic: string, count: number, wrongCount: number, seconds = 20) {
  const { questions, upload } = await openPractice(by, await story.idOf('topics', topic));
  const answered = questions.slice(0, count);
  await upload(answered.map((question, at) => verified(question, at < wrongCount ? wrong : right, { question_time_spent: seconds })));
}

/** Answers the first questions of physics in a test, some right and some wrong, and finishes it. */
async function takeTest(by: Visitor, paper: string, rightCount: number, wrongCount: number) {
  const { questions, finish } = await attempt(by, await story.idOf('papers', paper));
  const answers = questions.slice(0, rightCount + wrongCount);
  await finish(answers.map((id, at) => testResponse(id, { responses: [at < rightCount ? 2 : 1], question_time_spent: 30 })));
}

describe('my progress', () => {
  test('is empty for a student without practice', async () => {
    const empty = { total_attempted: 0, accuracy: null, avg_speed: null };
    expect(await progress()).toMatchObject({
      subjects: [{ name: 'Physics' }, { name: 'Chemistry' }, { name: 'Maths' }],
      overall_data: { total_attempted: 0, correct: 0, incorrect: 0, total_time_spent: 0 },
      current_week_data: empty,
      previous_week_data: empty,
      practised_days: [],
      streak_days: 0,
    });
  });

  test('sums verified answers by subject and day, with midnight in Asia/Kolkata', async () => {
    await practise(student, 'motion-one', 4, 1);
    story.pass(20 * 60);
    await practise(student, 'numbers-one', 2, 2, 50);
    const figures = await progress();
    expect(figures.overall_data).toEqual({ total_attempted: 6, correct: 3, incorrect: 3, total_time_spent: 180 });
    expect(figures.current_week_data).toEqual({ total_attempted: 6, accuracy: 50, avg_speed: 30 });
    expect(figures.by_subject.find(({ subject }) => subject === 'Maths')?.overall_data).toMatchObject({ total_attempted: 2, correct: 0 });
    expect(figures.practised_days).toEqual([
      { date: '2027-01-11', total_attempted: 4 },
      { date: '2027-01-12', total_attempted: 2 },
    ]);
    expect([figures.today, figures.streak_days]).toEqual(['2027-01-12', 2]);
    const daily = figures.graph_data.find(({ period, subject }) => period === 'daily' && subject === 'Physics');
    expect(daily?.points.map(({ total_attempted }) => total_attempted)).toEqual([0, 0, 0, 0, 0, 4, 0]);
  });

  test('counts an answer once, however often it is uploaded, and moves to last week on Monday', async () => {
    const { questions, upload } = await openPractice(student, await story.idOf('topics', 'motion-one'));
    const [first, second] = questions;
    if (!first || !second) throw new Error('Practice is empty');
    await upload([verified(first, right)]);
    await upload([verified(first, right), verified(second, wrong)]);
    expect((await progress()).overall_data).toMatchObject({ total_attempted: 2, correct: 1 });
    story.pass(7 * 86_400);
    const { current_week_data, previous_week_data } = await progress();
    expect([current_week_data.total_attempted, previous_week_data.total_attempted]).toEqual([0, 2]);
  });

  test('counts a finished test on the day it ended, but neither a test in progress nor another student’s', async () => {
    const other = await story.student(premium);
    await takeTest(other, 'mock', 3, 1);
    await attempt(student, await story.idOf('papers', 'single'));
    expect((await progress()).overall_data.total_attempted).toBe(0);
    await takeTest(student, 'mock', 1, 2);
    story.pass(3600);
    const { overall_data, practised_days } = await progress();
    expect(overall_data).toEqual({ total_attempted: 3, correct: 1, incorrect: 2, total_time_spent: 90 });
    expect(practised_days).toEqual([{ date: '2027-01-11', total_attempted: 3 }]);
    expect((await progress()).overall_data.total_attempted).toBe(3);
  });

  test('does not count a retake whose score is hidden', async () => {
    await takeTest(student, 'mock', 2, 0);
    await takeTest(student, 'mock', 1, 3);
    const { db } = story.database;
    const id = await story.idOf('papers', 'mock');
    await db.updateTable('papers').set({ allows_review: false }).where('id', '=', id).execute();
    expect((await progress()).overall_data).toMatchObject({ total_attempted: 2, correct: 2 });
    await db.updateTable('papers').set({ allows_review: true }).where('id', '=', id).execute();
    expect((await progress()).overall_data).toMatchObject({ total_attempted: 6, correct: 3 });
  });

  test('counts days before the calendar in the totals and in the streak', async () => {
    await practise(student, 'motion-one', 4, 1);
    const { db } = story.database;
    const today = indianDay(story.now);
    const { id: session_id } = await db.selectFrom('sessions').where('student_id', '=', student.id).select('id').executeTakeFirstOrThrow();
    const before = Array.from({ length: 99 }, (_none, at) => today - 1 - at);
    const days = [...before, today - 300].flatMap((day) =>
      [1, 2].map((subject_id) => ({ student_id: student.id, session_id, day, subject_id, correct: 1, incorrect: 1, seconds: 30 })),
    );
    await db.insertInto('session_days').values(days).execute();
    const { overall_data, practised_days, streak_days, by_subject } = await progress();
    expect(overall_data).toEqual({ total_attempted: 404, correct: 203, incorrect: 201, total_time_spent: 80 + 200 * 30 });
    expect(by_subject.map(({ overall_data: { total_attempted } }) => total_attempted)).toEqual([204, 0, 200]);
    expect(streak_days).toBe(100);
    expect(practised_days).toHaveLength(11 * 7 + 1);
    expect(practised_days[0]).toEqual({ date: '2026-10-26', total_attempted: 4 });
  });

  test('equals a simple recomputation from the responses', async () => {
    for (const [topic, count, wrongCount] of [
      ['motion-one', 7, 3],
      ['motion-two', 5, 1],
      ['numbers-one', 6, 6],
    ] as const) {
      await practise(student, topic, count, wrongCount, 17);
      story.pass(30 * 3600);
    }
    await takeTest(student, 'mock', 2, 1);
    const counted = await progress();
    await rebuildProgress({ db: story.database.db, now: story.now, random: Math.random });
    expect(await progress()).toEqual(counted);
    const rows = await story.database.db
      .selectFrom('responses as r')
      .innerJoin('sessions as s', (on) => on.onRef('s.student_id', '=', 'r.student_id').onRef('s.id', '=', 'r.session_id'))
      .innerJoin('questions as q', 'q.id', 'r.question_id')
      .innerJoin('topics as t', 't.id', 'q.topic_id')
      .innerJoin('chapters as c', 'c.id', 't.chapter_id')
      .where('r.student_id', '=', student.id)
      .where('r.result', 'in', [1, -1])
      .select(['r.result', 'r.question_time_spent', 'r.verified_at', 's.finished_at', 'c.subject_id'])
      .execute();
    const answers = rows.map(
      ({ verified_at, finished_at, ...row }) => ({ ...row, at: verified_at ?? finished_at ?? story.now }) as ProgressAnswer,
    );
    const expected = countByDay(answers);
    const { practised_days, overall_data } = await progress();
    const perDay = new Map<string, number>();
    for (const { day, correct, incorrect } of expected) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      perDay.set(date, (perDay.get(date) ?? 0) + correct + incorrect);
    }
    expect(practised_days).toEqual([...perDay].map(([date, total_attempted]) => ({ date, total_attempted })));
    expect(overall_data.total_time_spent).toBe(answers.reduce((sum, answer) => sum + answer.question_time_spent, 0));
    expect(expected.at(-1)?.day).toBe(indianDay(story.now));
  });

  test('has the level in a subject once there are ten answers', async () => {
    await practise(student, 'motion-one', 9, 0);
    const levelOf = async () => (await progress()).levels.find(({ subject }) => subject === 'Physics');
    expect(await levelOf()).toEqual({ subject: 'Physics', exam: 'JEE Main', solves_of_ten: null, answers_needed: 1 });
    await practise(student, 'motion-two', 4, 0);
    const level = await levelOf();
    expect(level?.answers_needed).toBe(0);
    expect(level?.solves_of_ten).toBeGreaterThan(4);
  });

  test.each([{ is_higher_education: true }, { has_only_test_board_access: true }])('is refused for %o', async (flags) => {
    const member = await story.student({ institute: 'school', ...flags });
    await expect(progress(member)).rejects.toMatchObject({ code: 'not_allowed', status: 403 });
  });
});
