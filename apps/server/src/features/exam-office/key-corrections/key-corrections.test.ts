import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { rankOf } from '@abhyas/exam/reports/rank';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPaper,
  attempt,
  fourOptions,
  concurrently,
  whileUncommitted,
  numerical,
  response,
  severalOptions,
  staff,
  workOffJobs,
} from '../../../testing/attempts.ts';
import { numericalKey } from '../../../testing/fixture-content.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';
import { correctKey, markCorrected, markCorrectedPaper } from './key-corrections.ts';
import { openJobQueue } from '../../../jobs/jobs.ts';
import { inTransaction } from '../../../database/transaction.ts';

const story = tellStory();
let paper: number;
let other: number;
let asha: Visitor & { id: number };
let ben: Visitor & { id: number };

beforeAll(async () => {
  paper = await addPaper(story, 'keyed', [fourOptions(25, 26), numerical(33), severalOptions(37)], { retakable: true });
  other = await addPaper(story, 'also-keyed', [fourOptions(26, 27), { ...numerical(33, 34), attempt_limit: 1, limit_kind: 'block' }], {
    retakable: true,
  });
});

beforeEach(async () => {
  await story.database.pool.query('delete from sessions');
  await story.database.pool.query('delete from notifications');
  await story.database.pool.query('delete from jobs.job');
  await story.database.pool.query(`update questions set correction = null, accepted_answers = case question_type
    when 0 then '[2]' when 1 then '["${numericalKey}"]' else '[[1, 3]]' end::jsonb where code like 'cells-%' and question_type < 3`);
  await story.database.pool.query('update papers set version = version + 1');
  asha = await story.student({ institute: 'school' });
  ben = await story.student({ institute: 'school' });
});

type Answer = number[] | string | null;
/** Takes a paper with these answers, in the order of its questions. */
async function take(student: Visitor, id: number, answers: Answer[]) {
  const { finish, questions, session_id } = await attempt(student, id);
  await finish(
    answers.flatMap((answer, at) =>
      answer === null ? [] : [response(questions[at], typeof answer === 'string' ? { rich_response: answer } : { responses: answer })],
    ),
  );
  return session_id;
}
const correct = (question: string, ...words: string[]) =>
  staff(story, 'correct-key', `cells-0${question}`, '--reason', 'The key was wrong.', ...words);
const scoreOf = async (student: Visitor, id = paper) => (await student.call(getReport, { id })).report_data.at(-1)?.score;
async function totals(id = paper) {
  const { rows } = await story.database.pool.query<{ student_id: number; total_score: number }>(
    'select student_id, total_score from sessions where paper_id = $1 and is_ranked',
    [id],
  );
  return rows;
}
async function rank(student: { id: number }) {
  const all = await totals();
  const own = all.find(({ student_id }) => student_id === student.id)?.total_score ?? Number.NaN;
  return rankOf(
    own,
    all.map(({ total_score }) => total_score),
  );
}

describe('a corrected key', () => {
  test('may accept several answers: each is correct in every attempt at every paper with the question, and ranks change', async () => {
    await take(asha, paper, [[2], [1], null, null]);
    await take(ben, paper, [[2], [2], null, null]);
    await take(ben, paper, [[2], [1], null, null]);
    await take(asha, other, [[4], [2], null, null]);
    const running = await attempt(asha, paper);
    expect([await rank(asha), await rank(ben)]).toEqual([2, 1]);
    expect(await scoreOf(asha, other)).toBe(-1 + 4);

    expect(await correct('26', '--keys', '[1, 4]')).toEqual({ said: 'Corrected; the attempts at 2 papers are marked again.', exit: 0 });
    expect([await rank(asha), await rank(ben)]).toEqual([1, 2]);
    expect(await totals()).toEqual(
      expect.arrayContaining([
        { student_id: asha.id, total_score: 8 },
        { student_id: ben.id, total_score: 3 },
      ]),
    );
    // The report is on the latest attempt. A retake has no score until the results are published.
    expect([await scoreOf(ben), await scoreOf(asha, other)]).toEqual([undefined, 4 + 4]);
    await running.finish([response(running.questions[1], { responses: [4] })]);
    const retakes = 'select total_score from sessions where paper_id = $1 and not is_ranked order by total_score';
    const { rows } = await story.database.pool.query(retakes, [paper]);
    expect(rows).toEqual([{ total_score: 4 }, { total_score: 8 }]);
  });

  test('may have several values and ranges for a numerical question', async () => {
    await take(asha, paper, [null, null, '8.1', null]);
    await take(ben, paper, [null, null, '12', null]);
    expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([-1, -1]);
    await correct('33', '--keys', '["12", { "from": "8", "to": "8.25" }]');
    expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([4, 4]);
  });

  test('gives an answer with several options the best marks that any key gives, including partial marks', async () => {
    await take(asha, paper, [null, null, null, [1, 2]]);
    await take(ben, paper, [null, null, null, [4]]);
    expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([-2, -2]);
    await correct('37', '--keys', '[[1, 3], [1, 2, 4]]');
    expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([2, 1]);
    await correct('37', '--keys', '[[1, 2]]');
    expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([4, -2]);
  });
});

test('a dropped question gives full marks to everybody; with an attempt limit, only to attempts in which it counts', async () => {
  await take(asha, paper, [[2], [1], null, null]);
  await take(ben, paper, [null, null, null, null]);
  expect(await correct('26', '--dropped')).toMatchObject({ exit: 0 });
  expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([8, 4]);
  const { report_data } = await ben.call(getReport, { id: paper });
  expect(report_data.at(-1)).toMatchObject({ correct: 1, unattempted: 3, max_score: 16 });

  const cara = await story.student({ institute: 'school' });
  await take(asha, other, [null, null, '1', '1']);
  await take(ben, other, [null, null, null, null]);
  await take(cara, other, [null, null, null, numericalKey]);
  await correct('34', '--dropped');
  await correct('33', '--dropped');
  // Only the question answered first counts. Question 26 was dropped before, and a section never gives more than its limit.
  expect([await scoreOf(asha, other), await scoreOf(ben, other), await scoreOf(cara, other)]).toEqual([8, 4, 8]);
});

test('a bonus is given to students who attempted the question', async () => {
  await take(asha, paper, [[2], [3], null, null]);
  await take(ben, paper, [[2], null, null, null]);
  await correct('26', '--bonus');
  expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([8, 4]);
  // New keys remove the bonus.
  await correct('26', '--keys', '[2]');
  expect([await scoreOf(asha), await scoreOf(ben)]).toEqual([3, 4]);
});

test('the affected students are notified once for each paper, and nobody else is', async () => {
  const cara = await story.student({ institute: 'school' });
  await take(asha, paper, [[2], [1], null, null]);
  await take(asha, paper, [[2], [2], null, null]);
  await take(asha, other, [[4], null, null, null]);
  await take(ben, paper, [null, null, null, null]);
  await attempt(cara, paper);
  await correct('26', '--keys', '[1]');
  const messagesOf = async (student: Visitor) =>
    (await student.call(getNotifications, {})).notifications
      .map(({ type, message, url }) => [type, message, url])
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  const about = (code: string, id: number) => [
    'KeyCorrectedNotification',
    `A question of Paper ${code} was corrected, and every attempt was marked again.`,
    `/test_report/${id}`,
  ];
  expect(await messagesOf(asha)).toEqual([about('also-keyed', other), about('keyed', paper)]);
  expect(await messagesOf(ben)).toEqual([about('keyed', paper)]);
  expect(await messagesOf(cara)).toEqual([]);
});

test('affected students see the reason, which may reveal the key, only if they may see the key', async () => {
  const closes_at = new Date(story.now.getTime() + 3_600_000).toISOString();
  const open = await addPaper(story, 'open-keyed', [fourOptions(27)], { opens_at: story.now.toISOString(), closes_at });
  const newest = async (student: Visitor, code: string) =>
    (await student.call(getNotifications, {})).notifications.find(({ message }) => message.includes(`${code} was corrected`))?.message;
  const cara = await story.student({ institute: 'school' });
  await take(asha, other, [null, [2], null, null]);
  await take(cara, other, [null, [2], null, null]);
  story.pass(1);
  await take(cara, open, [[2]]);
  await correct('27', '--keys', '[2]');
  const told = (code: string) => `A question of Paper ${code} was corrected, and every attempt was marked again.`;
  expect([await newest(asha, 'also-keyed'), await newest(cara, 'open-keyed')]).toEqual([told('also-keyed'), told('open-keyed')]);

  // The results are published while the window of the other test is open; the next correction comes in the last second of its grace period.
  for (const code of ['also-keyed', 'open-keyed']) await staff(story, 'publish', code);
  story.pass(3659);
  await correct('27', '--keys', '[2]');
  expect([await newest(asha, 'also-keyed'), await newest(cara, 'open-keyed')]).toEqual([told('also-keyed'), told('open-keyed')]);
  story.pass(1);
  const again = await attempt(asha, other);
  await correct('27', '--keys', '[2]');
  expect(await newest(cara, 'open-keyed')).toBe(told('open-keyed'));
  // Asha takes a test with the question once more, so that the test is under way for everybody.
  expect(await newest(asha, 'also-keyed')).toBe(told('also-keyed'));
  await again.finish();
  await correct('27', '--keys', '[2]');
  expect([await newest(asha, 'also-keyed'), await newest(cara, 'open-keyed')]).toEqual(
    ['also-keyed', 'open-keyed'].map((code) => `${told(code)} The key was wrong.`),
  );
});

test('the review shows the corrected key and its marks, and the correction is stored with its reason', async () => {
  await take(asha, paper, [[1], [1], null, null]);
  await take(asha, other, [null, null, null, null]);
  await staff(story, 'publish', 'keyed');
  await staff(story, 'publish', 'also-keyed');
  await correct('25', '--keys', '[1, 3]');
  const review = await asha.call(getTestQuestions, { id: paper, is_review: true });
  expect(review.questions[0]).toMatchObject({ answers: [1], accepted_answers: [1, 3] });
  expect(review.question_responses.map(({ result }) => result)).toEqual([1, -1]);
  const { rows } = await story.database.pool.query(
    'select previous_answers, accepted_answers, correction, reason from key_corrections order by id desc limit 1',
  );
  expect(rows).toEqual([{ previous_answers: [2], accepted_answers: [1, 3], correction: null, reason: 'The key was wrong.' }]);
});

test(concurrently('an attempt that ends while its paper is marked again gets the marks of the new key'), async () => {
  const { finish, questions } = await attempt(asha, paper);
  const question_id = await story.idOf('questions', 'cells-025');
  const reason = 'The key was wrong.';
  const { report_data } = await whileUncommitted(
    story,
    async (within) => {
      await correctKey({ ...within, actor: operatorOfBank }, 'cells-025', { keys: [3], correction: null, reason });
      await markCorrected(within, { paper_id: paper, question_id, reason });
    },
    () => finish([response(questions[0], { responses: [3] })]),
  );
  expect(report_data?.at(-1)).toMatchObject({ score: 4 });
  expect(await totals()).toEqual([{ student_id: asha.id, total_score: 4 }]);
});

describe('marking again', () => {
  const correction = { keys: [3], correction: null, reason: 'The key was wrong.' };
  const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5, actor: operatorOfBank });
  const notices = async () => (await ben.call(getNotifications, {})).notifications.length;

  test('starts when the correction is committed, and never after a rollback', async () => {
    await take(ben, paper, [[3], null, null, null]);
    const rollBack = inTransaction(contextOf(), async (within) => {
      await correctKey(within, 'cells-025', correction);
      throw new Error('rolled back');
    });
    await expect(rollBack).rejects.toThrow('rolled back');
    expect(await workOffJobs(story)).toBe(0);

    await correctKey(contextOf(), 'cells-025', correction);
    expect(await totals()).toEqual([{ student_id: ben.id, total_score: -1 }]);
    expect(await workOffJobs(story)).toBe(1);
    expect(await totals()).toEqual([{ student_id: ben.id, total_score: 4 }]);
  });

  test('is done once by several processes, even if one of them is considered dead and still finishes', async () => {
    await take(ben, paper, [[3], null, null, null]);
    await correctKey(contextOf(), 'cells-025', correction);
    expect((await Promise.all([workOffJobs(story), workOffJobs(story), workOffJobs(story)])).toSorted()).toEqual([0, 0, 1]);
    expect(await notices()).toBe(1);

    await correctKey(contextOf(), 'cells-025', correction);
    const { pool } = story.database;
    const isDone = "update jobs.job set state = 'completed' where name = 'mark-corrected-paper' and state = 'active'";
    const late = openJobQueue(pool, [
      {
        ...markCorrectedPaper,
        work: async (within, corrected) => {
          await markCorrected(within, corrected);
          // The state in which another process would have left the paper.
          await sql.raw(isDone).execute(within.db);
        },
      } satisfies typeof markCorrectedPaper,
    ]);
    await expect((await late).workOff(contextOf)).rejects.toThrow('was done by another process');
    expect(await notices()).toBe(1);
  });
});

describe('a correction is refused and changes nothing for', () => {
  test.each([
    ['an option that does not exist', '25', '[5]'],
    ['an option as text', '25', '["2"]'],
    ['a set where one option is chosen', '25', '[[2]]'],
    ['half an option', '25', '[1.5]'],
    ['nothing', '25', '[null]'],
    ['a number that is not text', '33', '[12]'],
    ['a number that cannot be entered on the keypad', '33', '["1e3"]'],
    ['a number of more than 12 characters', '33', '["1234567890.123"]'],
    ['a range with its ends swapped', '33', '[{ "from": "9", "to": "8" }]'],
    ['half a range', '33', '[{ "from": "9" }]'],
    ['a range of texts that are not numbers', '33', '[{ "from": "a", "to": "b" }]'],
    ['a single option where several are chosen', '37', '[1]'],
    ['no option', '37', '[[]]'],
    ['an option twice', '37', '[[1, 1]]'],
    ['one valid key beside an invalid one', '25', '[1, 9]'],
  ])('%s', async (_what, question, keys) => {
    await take(asha, paper, [[2], [1], null, null]);
    const before = await digestOfTables(story.database);
    expect(await correct(question, '--keys', keys)).toEqual({
      said: expect.stringMatching(/ cannot be the key of a question of this type\.$/),
      exit: 1,
    });
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test('an unknown question', async () => {
    expect(await correct('99', '--bonus')).toEqual({ said: 'There is no question cells-099.', exit: 1 });
  });
});
