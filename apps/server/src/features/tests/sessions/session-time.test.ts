import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { beforeEach, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const day = 86_400;
let paper: number;
let student: Visitor & { id: number };

beforeEach(async () => {
  paper = await addPaper(story, 'self-paced', [fourOptions(21, 22, 23)], { assignment: true, retakable: true });
  student = await story.student({ institute: 'school' });
});

const late = { code: 'received_late' };
const answer = (id: number | undefined) => [response(id, { responses: [2] })];
const left = async () => (await student.call(getTestQuestions, { id: paper })).test_info.remaining_duration;
async function isRanked(session_id: number) {
  const { rows } = await story.database.pool.query('select is_ranked from sessions where id = $1', [session_id]);
  return rows[0]?.is_ranked;
}

test('reports less than a second apart count as the time that passed', async () => {
  const { upload } = await attempt(student, paper);
  for (let report = 0; report < 40; report += 1) {
    story.pass(0.75);
    await upload([]);
  }
  expect(await left()).toBe(600 - 30);
});

test('a pause between two writers costs no time, whatever the older writer sends later', async () => {
  const older = await attempt(student, paper);
  story.pass(30);
  await older.upload([]);
  story.pass(43);
  const newer = await attempt(student, paper);
  expect(await left()).toBe(570);
  story.pass(20);
  await older.upload(answer(older.questions[0]), { session_time_spent: 500 });
  await newer.upload([]);
  expect(await left()).toBe(550);
});

test('an answer after the duration and grace period is late, at once and nineteen days later, however often the test is reopened', async () => {
  const { upload, questions } = await attempt(student, paper);
  story.pass(600);
  await upload(answer(questions[0]), { session_time_spent: 600 });
  story.pass(59);
  expect((await upload(answer(questions[1]))).kept).toHaveLength(1);
  const again = await attempt(student, paper);
  story.pass(2);
  await expect(again.upload(answer(questions[2]))).rejects.toMatchObject(late);
  expect((await student.call(getReport, { id: paper })).report_data.at(-1)).toMatchObject({ score: 8 });

  const other = await story.student({ institute: 'school' });
  const slow = await attempt(other, paper);
  story.pass(600);
  await slow.upload([], { session_time_spent: 600 });
  story.pass(19 * day);
  await expect(slow.upload(answer(questions[2]))).rejects.toMatchObject(late);
  expect((await other.call(getTestInstructions, { id: paper })).test_info.session_status).toBe('COMPLETE');
});

test('an attempt with ten unreported minutes in long gaps is not ranked, and neither is the retake after it', async () => {
  const { upload, session_id, finish } = await attempt(student, paper);
  for (let gap = 0; gap < 6; gap += 1) {
    story.pass(100);
    await upload([], { session_time_spent: 0 });
  }
  await finish();
  expect(await isRanked(session_id)).toBe(false);
  const retake = await attempt(student, paper);
  await retake.finish();
  expect(await isRanked(retake.session_id)).toBe(false);
});

test('an attempt is ranked if an offline stretch was reported, or if its long pauses end with a new opening', async () => {
  const { upload, session_id, writer } = await attempt(student, paper);
  story.pass(500);
  await upload([], { session_time_spent: 500 });
  for (let pause = 0; pause < 3; pause += 1) {
    story.pass(day);
    expect((await student.call(findOrCreateSessionItem, { id: paper })).writer).toBe(writer + 1 + pause);
  }
  await (await attempt(student, paper)).finish();
  expect(await isRanked(session_id)).toBe(true);
});
