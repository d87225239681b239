import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getReport } from '@abhyas/contract/reports/session-reports';
import type { ProblemCode } from '@abhyas/contract/problem';
import { rankOf } from '@abhyas/exam/reports/rank';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPaper,
  attempt,
  countEnds,
  fourOptions,
  concurrently,
  whileUncommitted,
  numerical,
  response,
  severalOptions,
  staff,
  operatorOf,
} from '../../../testing/attempts.ts';
import { momentAfter } from '../../../database/moments.ts';
import { numericalKey } from '../../../testing/fixture-content.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { extend } from '../../exam-office/assignments/assignments.ts';
import { endDueTests, finishTests } from './finishing.ts';

const story = tellStory();
let ends: () => Promise<Record<string, number>>;
let papers = 0;
let paper: number;
let student: Visitor & { id: number };

beforeAll(async () => {
  ends = await countEnds(story);
});
beforeEach(async () => {
  papers += 1;
  paper = await addPaper(story, `ends-${papers}`, [fourOptions(21, 22, 23, 24)]);
  student = await story.student({ institute: 'school' });
});

const contextNow = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const sweep = () => endDueTests(contextNow());
async function sessionRow(session_id: number) {
  const { rows } = await story.database.pool.query(
    'select status, finished_at, finished_by, total_score, is_ranked from sessions where id = $1',
    [session_id],
  );
  return rows[0];
}
const codeOf = (error: { code: ProblemCode }) => error.code;

describe('a test that is finished', () => {
  test('twice by the student and once by the clock at the same time ends once, at its deadline, with one score', async () => {
    const { finish, upload, questions, session_id } = await attempt(student, paper);
    await upload([response(questions[0], { responses: [2] })]);
    story.pass(600 + 60);
    const finishing = [finish([response(questions[1], { responses: [2] })]), finish([response(questions[1], { responses: [2] })])];
    story.pass(1);
    const [first, second] = await Promise.all([...finishing.map((answer) => answer.catch(codeOf)), sweep(), sweep()]);
    expect(await ends()).toMatchObject({ [session_id]: 1 });
    const row = await sessionRow(session_id);
    expect(row).toMatchObject({ status: 'COMPLETE', finished_at: new Date(story.now.getTime() - 61_000), is_ranked: true });
    const score = (await student.call(getReport, { id: paper })).report_data.at(-1)?.score;
    expect(row.total_score).toBe(score);
    for (const answer of [first, second]) {
      // The first finish gets the score; the second is refused because the test is over.
      if (typeof answer === 'object') expect(answer).toMatchObject({ session_status: 'COMPLETE', report_data: [{}, { score }] });
      else expect(['session_finished', 'received_late']).toContain(answer);
    }
  });

  test(concurrently('stores no answer without counting it: an answer that arrives at the moment of the end is late'), async () => {
    const { upload, questions, session_id } = await attempt(student, paper);
    await upload([response(questions[1], { responses: [2] })]);
    const answer = await whileUncommitted(
      story,
      (within) => finishTests(within, paper, [{ student_id: student.id, id: session_id }], 'student'),
      () => upload([response(questions[0], { responses: [2] })]).catch(codeOf),
    );
    expect(answer).toBe('received_late');
    expect(await sessionRow(session_id)).toMatchObject({ total_score: 4 });
    const { rows } = await story.database.pool.query('select question_id, result from responses where session_id = $1', [session_id]);
    expect(rows).toEqual([{ question_id: questions[1], result: 1 }]);
    expect((await student.call(getReport, { id: paper })).received_late).toBe(true);
  });

  test('counts every stored answer, however close to the end it arrived', async () => {
    for (let round = 0; round < 10; round += 1) {
      const own = await story.student({ institute: 'school' });
      const { finish, upload, questions, session_id } = await attempt(own, paper);
      const [answer] = await Promise.all([upload([response(questions[0], { responses: [2] })]).catch(codeOf), finish()]);
      expect((await sessionRow(session_id)).total_score).toBe(typeof answer === 'object' ? 4 : 0);
    }
  });

  test(concurrently('does not begin again in a call at the same time, if it cannot be retaken'), async () => {
    const { session_id } = await attempt(student, paper);
    const begun = await whileUncommitted(
      story,
      (within) => finishTests(within, paper, [{ student_id: student.id, id: session_id }], 'student'),
      () => student.call(findOrCreateSessionItem, { id: paper }).catch(codeOf),
    );
    expect(begun).toBe('finished_test');
    expect((await story.database.pool.query('select from sessions where student_id = $1', [student.id])).rowCount).toBe(1);
  });

  test('ends at the moment when the student finishes it, and its report shows the score before anything is published', async () => {
    const { finish, questions, session_id } = await attempt(student, paper);
    story.pass(100);
    await finish([response(questions[0], { responses: [2] }), response(questions[1], { responses: [3] })]);
    expect(await sessionRow(session_id)).toEqual({
      status: 'COMPLETE',
      finished_at: story.now,
      finished_by: 'student',
      total_score: 3,
      is_ranked: true,
    });
    expect((await student.call(getReport, { id: paper })).report_data.at(-1)).toMatchObject({ score: 3, max_score: 16 });
  });

  test('is ranked the first time only, whatever a retake scores', async () => {
    const retakable = await addPaper(story, `again-${papers}`, [fourOptions(21, 22, 23, 24)], { retakable: true });
    const taker = await story.student({ institute: 'school' });
    const first = await attempt(taker, retakable);
    await first.finish([response(first.questions[0], { responses: [2] })]);
    const second = await attempt(taker, retakable);
    await second.finish(second.questions.map((id) => response(id, { responses: [2] })));
    expect((await sessionRow(first.session_id)).is_ranked).toBe(true);
    expect(await sessionRow(second.session_id)).toMatchObject({ is_ranked: false, total_score: 16 });
    expect((await taker.call(getReport, { id: retakable })).report_data).toEqual([]);
  });
});

describe('sections with a limit', () => {
  const limited = (limit_kind: 'block' | 'first_n') => {
    const section = limit_kind === 'block' ? numerical(31, 32, 33, 34) : fourOptions(21, 22, 23, 24);
    return addPaper(story, `${limit_kind}-${papers}`, [{ ...section, attempt_limit: 2, limit_kind }, severalOptions(35)], {
      retakable: true,
    });
  };

  test.each(['block', 'first_n'] as const)(
    '%s: the first two answers in question order count, whatever the order of answering',
    async (kind) => {
      const id = await limited(kind);
      const taker = await story.student({ institute: 'school' });
      const { finish, upload, questions, session_id } = await attempt(taker, id);
      const answer = (at: number, isRight: boolean) =>
        response(questions[at], kind === 'block' ? { rich_response: isRight ? numericalKey : '1' } : { responses: [isRight ? 2 : 1] });
      await upload([answer(3, true)]);
      expect((await upload([answer(2, true)])).kept).toHaveLength(1);
      const { report_data } = await finish([answer(0, false), response(questions[4], { responses: [3] })]);
      expect(report_data?.at(-1)).toMatchObject({
        score: -1 + 4 + 1,
        max_score: 12,
        correct: 1,
        incorrect: 2,
        not_counted: 1,
        unattempted: 0,
      });
      const { rows } = await story.database.pool.query('select result, marks from responses where session_id = $1 order by question_id', [
        session_id,
      ]);
      const results = new Map(rows.map(({ result, marks }, at) => [[0, 2, 3, 4][at], [result, marks]]));
      expect([...results]).toEqual([
        [0, [-1, -1]],
        [2, [1, 4]],
        [3, [2, 0]],
        [4, [-1, 1]],
      ]);
      const flagged = await story.database.pool.query('select is_over_limit from sessions where id = $1', [session_id]);
      expect(flagged.rows).toEqual([{ is_over_limit: kind === 'block' }]);
    },
  );
});

describe('the job that ends tests', () => {
  test('ends five hundred tests in one run, each with its marks and its true end', async () => {
    const { questions, finish } = await attempt(student, paper);
    const { rows: made } = await story.database.pool.query<{ student_id: number; id: number; number: number }>(
      `with people as (
         insert into users (phone, name, course) select '8' || lpad(n::text, 9, '0'), 'Student ' || n, 'ENG' from generate_series(1, 500) n returning id, phone
       ), begun as (
         insert into sessions (student_id, object_type, paper_id, began_at, deadline)
         select id, 1, $1, $2::timestamptz, $2::timestamptz + make_interval(secs => substr(phone, 2)::int) from people returning student_id, id, deadline
       )
       select student_id, id, extract(epoch from deadline - $2::timestamptz)::int as number from begun order by 3`,
      [paper, story.now],
    );
    // One number per question: 0 is no answer, 1 to 4 an option; 2 is right.
    const given = (number: number) => questions.map((question_id, at) => ({ question_id, option: (number + at * number) % 5 }));
    const rows = made.flatMap(({ student_id, id, number }) =>
      given(number)
        .filter(({ option }) => option > 0)
        .map(({ question_id, option }) => [student_id, id, question_id, option]),
    );
    await story.database.pool.query(
      `insert into responses (student_id, session_id, question_id, responses, writer, version)
       select a, b, c, array[d]::smallint[], 1, 1 from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) as t(a, b, c, d)`,
      [0, 1, 2, 3].map((column) => rows.map((row) => row[column])),
    );
    const scoreOf = (number: number) => given(number).reduce((sum, { option }) => sum + (option === 2 ? 4 : option === 0 ? 0 : -1), 0);
    const begun = story.now.getTime();
    story.pass(60 + 501);
    // The student's own test lasts ten minutes and is not over.
    expect((await Promise.all([sweep(), sweep()])).every((count) => count <= 500)).toBe(true);
    expect(await sweep()).toBe(0);

    const { rows: ended } = await story.database.pool.query(
      'select id, status, finished_at, finished_by, total_score, max_score, is_ranked from sessions where paper_id = $1 and student_id <> $2 order by deadline',
      [paper, student.id],
    );
    expect(ended).toEqual(
      made.map(({ id, number }) => ({
        id,
        status: 'COMPLETE',
        finished_at: new Date(begun + number * 1000),
        finished_by: 'clock',
        total_score: scoreOf(number),
        max_score: 16,
        is_ranked: true,
      })),
    );
    const counted = await ends();
    expect(made.filter(({ id }) => counted[id] !== 1)).toEqual([]);
    const totals = ended.map(({ total_score }) => total_score as number);
    expect(Math.min(...totals.map((total) => rankOf(total, totals)))).toBe(1);
    expect((await student.call(getTestQuestions, { id: paper })).test_info.session_status).toBe('IN_PROGRESS');
    await finish();
  });

  test('ends no test within its grace period, and no extended test', async () => {
    const { session_id } = await attempt(student, paper);
    story.pass(600 + 60);
    expect(await sweep()).toBe(0);
    await staff(story, 'extend', `ends-${papers}`, '--minutes', '5');
    story.pass(10);
    expect(await sweep()).toBe(0);
    expect((await sessionRow(session_id)).status).toBe('IN_PROGRESS');
    story.pass(300);
    expect(await sweep()).toBe(1);
    expect(await sessionRow(session_id)).toMatchObject({ finished_by: 'clock', finished_at: new Date(story.now.getTime() - 70_000) });
  });

  test(concurrently('does not end a test that is extended while the job runs'), async () => {
    const { session_id } = await attempt(student, paper);
    story.pass(600 + 61);
    const actor = await operatorOf(story, 'school');
    await whileUncommitted(story, (within) => extend({ ...within, actor }, `ends-${papers}`, 5, 'all'), sweep);
    expect((await sessionRow(session_id)).status).toBe('IN_PROGRESS');
    story.pass(300);
    expect(await sweep()).toBe(1);
  });

  test(concurrently('does not end a test that an extension brings back into its grace period while the job runs'), async () => {
    const { session_id, upload, questions } = await attempt(student, paper);
    story.pass(600 + 61);
    const actor = await operatorOf(story, 'school');
    await whileUncommitted(story, (within) => extend({ ...within, actor }, `ends-${papers}`, 1, 'all'), sweep);
    expect((await sessionRow(session_id)).status).toBe('IN_PROGRESS');
    story.pass(59);
    expect((await upload([response(questions[0], { responses: [2] })])).kept).toHaveLength(1);
    expect(await sweep()).toBe(0);
    story.pass(1);
    expect(await sweep()).toBe(1);
    expect(await sessionRow(session_id)).toMatchObject({ total_score: 4, finished_at: new Date(story.now.getTime() - 61_000) });
  });

  test('ends a self-paced test when its paper has closed, and a test that nobody opened for thirty days', async () => {
    const day = 24 * 3600;
    const closing = await addPaper(story, `closing-${papers}`, [fourOptions(21)], {
      assignment: true,
      closes_at: new Date(story.now.getTime() + day * 1000).toISOString(),
    });
    const taker = await story.student({ institute: 'school' });
    const [mock, open] = [await attempt(taker, await story.idOf('papers', 'mock')), await attempt(taker, closing)];
    story.pass(day);
    await mock.upload([response(mock.questions[0], { responses: [2] })]);
    const lastSeen = story.now;
    expect(await sweep()).toBe(0);
    story.pass(61);
    expect(await sweep()).toBe(1);
    // The device sent nothing after the beginning.
    const begun = new Date(story.now.getTime() - (day + 61) * 1000);
    expect(await sessionRow(open.session_id)).toMatchObject({ status: 'COMPLETE', finished_by: 'clock', finished_at: begun });
    story.pass(30 * day - 61);
    expect(await sweep()).toBe(0);
    taker.token = await story.tokenOf(taker.id);
    expect((await taker.call(getTestQuestions, { id: await story.idOf('papers', 'mock') })).test_info.session_status).toBe('IN_PROGRESS');
    story.pass(1);
    expect(await sweep()).toBe(1);
    expect(await sessionRow(mock.session_id)).toMatchObject({
      status: 'COMPLETE',
      finished_by: 'clock',
      finished_at: lastSeen,
      total_score: 4,
    });
  });

  test('reports a test that cannot be marked, and ends all others', async () => {
    const broken = await addPaper(story, `broken-${papers}`, [fourOptions(21)]);
    const taker = await story.student({ institute: 'school' });
    const [stuck, fine] = [await attempt(taker, broken), await attempt(student, paper)];
    await story.database.pool.query('update paper_sections set first_position = 7 where paper_id = $1', [broken]);
    await story.database.pool.query('update papers set version = version + 1 where id = $1', [broken]);
    story.pass(600 + 61);
    await expect(sweep()).rejects.toThrow('Tests of 1 papers could not be ended');
    expect((await sessionRow(fine.session_id)).status).toBe('COMPLETE');
    await story.database.pool.query('update paper_sections set first_position = 0 where paper_id = $1', [broken]);
    await story.database.pool.query('update papers set version = version + 1 where id = $1', [broken]);
    expect(await sweep()).toBe(1);
    expect((await sessionRow(stuck.session_id)).status).toBe('COMPLETE');
  });
});

describe('tests that a process with a wrong clock has ended', () => {
  const iso = (seconds: number) => new Date(story.now.getTime() + seconds * 1000).toISOString();
  const reopen = (...more: string[]) => staff(story, 'reopen', `ends-${papers}`, '--from', iso(-60), '--to', iso(60), ...more);
  /** Sets the database's time of the ends to the time of the story. */
  const noteMoment = (at: Date) =>
    story.database.pool.query(`update sessions set ended_by_clock_at = $2 where paper_id = $1 and finished_by = 'clock'`, [paper, at]);
  const hoursAhead = () => ({ ...contextNow(), now: new Date(story.now.getTime() + 2 * 3600 * 1000) });
  const counts = async () =>
    (
      await story.database.pool.query('select sum(count)::int as count from paper_score_counts where paper_id = $1 and subject_id = 0', [
        paper,
      ])
    ).rows[0]?.count;

  test('are reopened with all answers (also later ones) and the lost time, and are ranked once they end', async () => {
    const other = await story.student({ institute: 'school' });
    const { upload, finish, questions, session_id } = await attempt(student, paper);
    const handedIn = await attempt(other, paper);
    await upload([response(questions[0], { responses: [2] })]);
    await handedIn.finish([response(handedIn.questions[0], { responses: [2] })]);
    story.pass(100);
    expect(await endDueTests(hoursAhead())).toBe(1);
    await noteMoment(story.now);
    expect(await counts()).toBe(2);
    expect(await upload([response(questions[1], { responses: [2] })]).catch(codeOf)).toBe('received_late');
    story.pass(50);
    expect(await reopen('--reason', 'The clock of a server was wrong.')).toEqual({ said: '1 tests continue.', exit: 0 });
    expect(await sessionRow(session_id)).toEqual({
      status: 'IN_PROGRESS',
      finished_at: null,
      finished_by: null,
      total_score: null,
      is_ranked: false,
    });
    expect(await sessionRow(handedIn.session_id)).toMatchObject({ status: 'COMPLETE', finished_by: 'student' });
    expect(await counts()).toBe(1);
    const { rows } = await story.database.pool.query('select deadline from sessions where id = $1', [session_id]);
    // The test had used 100 seconds of its ten minutes, and lost 50.
    expect(rows[0].deadline).toEqual(new Date(story.now.getTime() + 500 * 1000));
    story.pass(499);
    expect(await sweep()).toBe(0);
    expect((await finish([response(questions[2], { responses: [2] })])).report_data?.at(-1)).toMatchObject({ score: 12 });
    expect(await sessionRow(session_id)).toMatchObject({ finished_by: 'student', total_score: 12, is_ranked: true });
    expect(await counts()).toBe(2);
    const { rows: log } = await story.database.pool.query(
      `select reason, after from audit_log where what = 'paper.reopen' and object_id = $1`,
      [paper],
    );
    expect(log).toEqual([{ reason: 'The clock of a server was wrong.', after: expect.objectContaining({ students: [student.id] }) }]);
  });

  test('stay ended if the clock was correct, the span differs, the keys may have been seen, or somebody other than the operator asks', async () => {
    const { session_id } = await attempt(student, paper);
    story.pass(600 + 61);
    expect(await sweep()).toBe(1);
    await noteMoment(story.now);
    const none = {
      said: expect.stringMatching(/^The clock ended no test of .* too early within that span\. Check --from and --to\.$/),
      exit: 1,
    };
    expect(await reopen('--reason', 'The clock of a server was wrong.')).toEqual(none);
    await story.database.pool.query(`update sessions set ended_by_clock_at = $2 where id = $1`, [
      session_id,
      new Date(story.now.getTime() - 300_000),
    ]);
    expect(await reopen('--reason', 'The clock of a server was wrong.')).toEqual(none);
    await noteMoment(new Date(story.now.getTime() - 30_000));
    await story.database.pool.query(`update sessions set deadline = ${momentAfter('deadline', '3600')} where id = $1`, [session_id]);
    expect(await reopen('--as', '9000000000')).toMatchObject({ exit: 1 });
    await story.database.pool.query('update papers set allows_review = true where id = $1', [paper]);
    expect(await reopen('--reason', 'The clock of a server was wrong.')).toEqual({
      said: expect.stringMatching(/keys .* may have been seen/),
      exit: 1,
    });
    expect((await sessionRow(session_id)).status).toBe('COMPLETE');
  });
});
