// Contents: the teacher's acts · answers · when keys are revealed · the live channel · refusals of the socket
import { getQuizScores } from '@abhyas/contract/classes/attendance';
import { answerLiveQuiz, getLiveQuizReport, getQuizQuestionData, QUIZ_CHANNEL } from '@abhyas/contract/classes/live-quiz';
import {
  acceptLateQuizAnswers,
  addBankQuestion,
  addTypedQuestion,
  completeQuiz,
  findQuizQuestions,
  getQuizConsole,
  lockQuizQuestion,
  removeQuizQuestion,
  setQuizReveal,
  showQuizQuestion,
  unlockQuizQuestion,
} from '@abhyas/contract/classes/quiz-console';
import { setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPaper, fourOptions } from '../../../testing/attempts.ts';
import { TestPage } from '../../../testing/cable.ts';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { exported } from '../../../testing/privacy.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory({ budgets: boundlessBudgets });
let school: TestSchool;
let teacher: Visitor;
let one: Visitor & { id: number };
let two: Visitor & { id: number };
let meeting: number;
let number: number;
beforeAll(async () => {
  school = await makeSchool(story, 2);
  teacher = school.teacher;
  [one, two] = school.students as [typeof one, typeof two];
});
beforeEach(async () => {
  meeting = await makeClass(story, school);
  number = 0;
});

const typed = { question_text: 'canary question', option_1: 'A', option_2: 'B', option_3: 'C', option_4: 'D', answer: 2 };
const console = () => teacher.call(getQuizConsole, { id: meeting });
type Act = typeof showQuizQuestion | typeof lockQuizQuestion | typeof unlockQuizQuestion | typeof removeQuizQuestion;
const act = async (endpoint: Act, question_id: number, more: { now?: boolean } = {}) => {
  ({ number } = await teacher.call(endpoint, { id: meeting, number, question_id, ...more }));
};
/** Adds a question whose answer is the second option, and shows it. */
async function shown(): Promise<number> {
  ({ number } = await teacher.call(addTypedQuestion, { id: meeting, number, ...typed }));
  const id = (await console()).questions.at(-1)?.id ?? 0;
  await act(showQuizQuestion, id);
  return id;
}
const state = (by: Visitor = one) => by.call(getQuizQuestionData, { id: meeting });
const answer = async (question_id: number, selected_option: number, by: Visitor = one, waited_since?: string) => {
  const { quiz_id } = await state();
  return by.call(answerLiveQuiz, { question_id, selected_option, quiz_id: quiz_id ?? 0, ...(waited_since ? { waited_since } : {}) });
};
const complete = async () => ({ number } = await teacher.call(completeQuiz, { id: meeting, number }));

describe('the teacher', () => {
  test('adds a question of the bank or a typed one, which no student sees before it is shown', async () => {
    const topic = await story.idOf('chapters', 'motion');
    const { questions } = await teacher.call(findQuizQuestions, { chapter_id: topic });
    expect(questions.length).toBeGreaterThan(0);
    ({ number } = await teacher.call(addBankQuestion, { id: meeting, number, question_id: questions[0]?.id ?? 0 }));
    ({ number } = await teacher.call(addTypedQuestion, { id: meeting, number, ...typed }));
    expect((await state()).question_data).toEqual([]);
    const [bank, own] = (await console()).questions;
    await act(showQuizQuestion, bank?.id ?? 0);
    expect((await state()).question_data).toMatchObject([
      { id: bank?.id, question_text: questions[0]?.question_text, state: 'open', is_locked: false },
    ]);
    await act(removeQuizQuestion, own?.id ?? 0);
    await expect(act(removeQuizQuestion, bank?.id ?? 0)).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('cannot show a question before the class has started', async () => {
    meeting = await makeClass(story, school, { status: 'NOT_STARTED', startsIn: 60 });
    await expect(shown()).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('cannot act on a state that another console has changed meanwhile, and nothing changes', async () => {
    const id = await shown();
    const stale = number;
    await act(lockQuizQuestion, id);
    const late = teacher.call(unlockQuizQuestion, { id: meeting, number: stale, question_id: id });
    await expect(late).rejects.toMatchObject({ code: 'quiz_moved_on', status: 409 });
    expect((await console()).questions[0]?.state).toBe('locking');
  });

  test('leaves each act in the log', async () => {
    const id = await shown();
    await act(lockQuizQuestion, id, { now: true });
    await complete();
    const rows = await story.database.db.selectFrom('audit_log').where('object_type', '=', 'live_quiz').select('what').execute();
    expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['quiz.add', 'quiz.show', 'quiz.lock', 'quiz.complete']));
  });
});

describe('an answer', () => {
  test('is stored once for each student: a repetition gets the same response, and another option is refused with the first', async () => {
    const id = await shown();
    const first = await answer(id, 2);
    expect(first).toMatchObject({ response: { id, response: 2, result: 1 }, question: { answers: [2] } });
    expect(await answer(id, 2)).toEqual(first);
    await expect(answer(id, 3)).rejects.toMatchObject({
      code: 'already_answered',
      status: 409,
      message: expect.stringContaining('option 2'),
    });
    expect((await console()).questions[0]?.tally).toEqual([0, 1, 0, 0]);
  });

  test('counts until two seconds after the lock, which follows a countdown of three seconds', async () => {
    const id = await shown();
    await act(lockQuizQuestion, id);
    story.pass(5);
    await answer(id, 1);
    story.pass(0.1);
    await expect(answer(id, 1, two)).rejects.toMatchObject({ code: 'question_locked', message: 'Your teacher has locked the question !' });
    await act(unlockQuizQuestion, id);
    expect(await answer(id, 1, two)).toMatchObject({ response: { result: -1 } });
  });

  test('is stored if it waited for a connection until after the lock, and counts once the teacher accepts it', async () => {
    const id = await shown();
    story.pass(20);
    const chosenAt = story.now.toISOString();
    await act(lockQuizQuestion, id);
    story.pass(600);
    expect(await answer(id, 2, one, chosenAt)).toMatchObject({ response: { is_late: true, result: null }, question: null });
    expect((await console()).questions[0]).toMatchObject({ tally: [0, 0, 0, 0], late_count: 1 });
    ({ number } = await teacher.call(acceptLateQuizAnswers, { id: meeting, number, question_id: id }));
    expect((await console()).questions[0]).toMatchObject({ tally: [0, 1, 0, 0], late_count: 0 });
    await complete();
    expect((await state()).response_data).toMatchObject([{ result: 1, is_late: false }]);
    const future = new Date(story.now.getTime() + 3_600_000).toISOString();
    await expect(answer(id, 2, two, future)).rejects.toMatchObject({ code: 'question_locked' });
  });

  test('is refused as not found if the question is hidden or of another quiz, or if the student is not in the class', async () => {
    const id = await shown();
    ({ number } = await teacher.call(addTypedQuestion, { id: meeting, number, ...typed }));
    const hidden = (await console()).questions.at(-1)?.id ?? 0;
    await expect(answer(hidden, 1)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await story.student({ institute: 'school' });
    await expect(answer(id, 1, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(one.call(answerLiveQuiz, { question_id: id, selected_option: 1, quiz_id: 999 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(answer(id, 5)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the key', () => {
  test('of a question that a test asks meanwhile is shown to the owner only, and no score or export tells whether an answer was right', async () => {
    const owner = await story.staff('school', 'owner');
    const { questions } = await teacher.call(findQuizQuestions, { chapter_id: await story.idOf('chapters', 'motion') });
    const question_id = questions.at(-1)?.id ?? 0;
    ({ number } = await teacher.call(addBankQuestion, { id: meeting, number, question_id }));
    const { rows } = await story.database.pool.query<{ code: string; key: number }>(
      'update questions set institute_id = $1 where id = $2 returning code, (accepted_answers->>0)::int as key',
      [school.institute_id, question_id],
    );
    const { code = '', key = 0 } = rows[0] ?? {};
    const id = (await console()).questions[0]?.id ?? 0;
    await act(showQuizQuestion, id);
    await answer(id, key);
    await complete();
    const keyOf = async (by: Visitor) => (await by.call(getQuizConsole, { id: meeting })).questions[0]?.accepted_answers;
    const attempted = async () => (await one.call(getQuizScores, {})).quiz_scores.reduce((sum, each) => sum + each.total_attempted, 0);
    const resultOf = async () =>
      (await exported(story, one)).tables['live_quiz_answers']?.find((row) => row['quiz_question_id'] === id)?.['result'];
    const before = await attempted();
    expect([await keyOf(teacher), await resultOf()]).toEqual([[key], 1]);

    const test_id = await addPaper(story, 'tomorrow', [{ ...fourOptions(), subject: 'physics', questions: [code] }]);
    await owner.call(setUpTest, { id: test_id, opens_at: new Date(story.now.getTime() + 86_400_000).toISOString() });
    expect([await keyOf(teacher), await keyOf(owner)]).toEqual([undefined, [key]]);
    expect([await attempted(), await resultOf()]).toEqual([before - 1, null]);
    await story.database.pool.query('delete from papers where id = $1', [test_id]);
  });

  test('is sent to students who have answered its question, and to everybody once the quiz is complete', async () => {
    const id = await shown();
    await answer(id, 4, two);
    expect((await state()).question_data[0]?.answers).toBeUndefined();
    expect((await state(two)).question_data[0]?.answers).toEqual([2]);
    await complete();
    expect(await state()).toMatchObject({ complete: true, question_data: [{ answers: [2], state: 'locked', is_locked: true }] });
  });

  test('is sent only after the lock, if the institute chose that', async () => {
    const id = await shown();
    ({ number } = await teacher.call(setQuizReveal, { id: meeting, number, reveals: 'after_lock' }));
    expect(await answer(id, 2)).toMatchObject({ response: { result: null }, question: null });
    const report = async () => (await one.call(getLiveQuizReport, { id: (await state()).quiz_id ?? 0 })).live_quiz_report;
    expect(await report()).toMatchObject({ correct: 0, incorrect: 0, unattempted: 0, complete: false });
    await act(lockQuizQuestion, id, { now: true });
    // An answer that is being sent still counts, so nobody sees the key before the grace period is over.
    expect((await state()).response_data).toMatchObject([{ result: null }]);
    story.pass(3);
    expect(await state()).toMatchObject({ question_data: [{ answers: [2] }], response_data: [{ result: 1 }] });
    expect(await report()).toMatchObject({ correct: 1, incorrect: 0, unattempted: 0 });
  });

  test('makes every later answer late once it could be seen, even if the question is unlocked or its reveal is postponed', async () => {
    const id = await shown();
    ({ number } = await teacher.call(setQuizReveal, { id: meeting, number, reveals: 'after_lock' }));
    await act(lockQuizQuestion, id, { now: true });
    story.pass(2.1);
    ({ number } = await teacher.call(setQuizReveal, { id: meeting, number, reveals: 'at_verify' }));
    await act(unlockQuizQuestion, id);
    const late = { is_late: true, is_after_key: true, result: null };
    expect(await answer(id, 2)).toMatchObject({ response: late, question: null });
    ({ number } = await teacher.call(acceptLateQuizAnswers, { id: meeting, number, question_id: id }));
    expect((await console()).questions[0]).toMatchObject({ tally: [0, 0, 0, 0], late_count: 0, after_key_count: 1 });
    await complete();
    expect(await state()).toMatchObject({ response_data: [late] });
    const { live_quiz_report } = await one.call(getLiveQuizReport, { id: (await state()).quiz_id ?? 0 });
    expect(live_quiz_report).toMatchObject({ correct: 0, incorrect: 0, unattempted: 1 });
  });

  test('is not revealed by a lock that the teacher removes before the key could be seen', async () => {
    const id = await shown();
    ({ number } = await teacher.call(setQuizReveal, { id: meeting, number, reveals: 'after_lock' }));
    await act(lockQuizQuestion, id);
    story.pass(3.5);
    await act(unlockQuizQuestion, id);
    story.pass(60);
    expect(await answer(id, 2)).toMatchObject({ response: { is_late: false } });
  });

  test('makes every answer late once the quiz is complete, even within the grace period of a lock', async () => {
    const id = await shown();
    const chosenAt = story.now.toISOString();
    await complete();
    expect(await answer(id, 2)).toMatchObject({ response: { is_late: true, is_after_key: true, result: null } });
    story.pass(60);
    expect(await answer(id, 2, two, chosenAt)).toMatchObject({ response: { is_late: true, is_after_key: true } });
    ({ number } = await teacher.call(acceptLateQuizAnswers, { id: meeting, number, question_id: id }));
    expect((await console()).questions[0]).toMatchObject({ tally: [0, 0, 0, 0], after_key_count: 2 });
  });

  test('revealed for an unanswered question makes it unattempted in the report', async () => {
    await answer(await shown(), 2);
    await answer(await shown(), 1);
    await shown();
    await complete();
    const { live_quiz_report } = await one.call(getLiveQuizReport, { id: (await state()).quiz_id ?? 0 });
    expect(live_quiz_report).toMatchObject({ title: 'Electrochemistry', correct: 1, incorrect: 1, unattempted: 1, complete: true });
  });
});

describe('the live channel', () => {
  const parameters = async (known = 0) => ({
    institute_id: school.institute_id,
    meeting_id: meeting,
    quiz_id: (await state()).quiz_id ?? 0,
    number: known,
  });

  test('sends each act to every listener, with the newest state and without a key', async () => {
    const id = await shown();
    const pages = [await TestPage.open(story.app, one.token), await TestPage.open(story.app, two.token)];
    for (const page of pages) expect(await page.subscribe(QUIZ_CHANNEL, await parameters())).toBe('confirm_subscription');
    for (const page of pages)
      expect(await page.message(number)).toMatchObject({
        questions: [{ id, question_text: 'canary question', state: 'open', is_locked: false }],
      });
    await act(lockQuizQuestion, id);
    for (const page of pages) expect(await page.message(number)).toMatchObject({ complete: false, questions: [{ id, state: 'locking' }] });
    await complete();
    for (const page of pages) expect(await page.message(number)).toMatchObject({ complete: true });
    for (const page of pages) {
      expect(page.frames[0]).toEqual({ type: 'welcome' });
      expect(JSON.stringify(page.frames)).not.toMatch(/answer|solution|"result"/);
      page.close();
    }
  });

  test('also reaches pages of another server process', async () => {
    const id = await shown();
    const other = await story.serverWith({});
    const page = await TestPage.open(other, one.token);
    await page.subscribe(QUIZ_CHANNEL, await parameters(number));
    await act(lockQuizQuestion, id);
    expect(await page.message(number)).toMatchObject({ number });
    page.close();
    await other.close();
  });

  test('is refused to people outside the class, for a class other than the quiz’s, and beyond five subscriptions', async () => {
    await shown();
    const stranger = await TestPage.open(story.app, (await story.student({ institute: 'school' })).token);
    expect(await stranger.subscribe(QUIZ_CHANNEL, await parameters())).toBe('reject_subscription');
    stranger.close();
    const page = await TestPage.open(story.app, one.token);
    expect(await page.subscribe(QUIZ_CHANNEL, { ...(await parameters()), meeting_id: meeting + 1 })).toBe('reject_subscription');
    expect(await page.subscribe('NoSuchChannel', {})).toBe('reject_subscription');
    for (let at = 1; at <= 5; at += 1) {
      meeting = await makeClass(story, school);
      number = 0;
      await shown();
      expect(await page.subscribe(QUIZ_CHANNEL, await parameters(at))).toBe('confirm_subscription');
      if (at === 1) expect(await page.subscribe(QUIZ_CHANNEL, await parameters(11)), 'the same in other words').toBe('reject_subscription');
    }
    meeting = await makeClass(story, school);
    number = 0;
    await shown();
    expect(await page.subscribe(QUIZ_CHANNEL, await parameters(6))).toBe('reject_subscription');
    page.close();
  });

  test('closes a socket that sends more than ten frames a second, such as 10,000 subscriptions, or a frame above 4 kB', async () => {
    const flooding = await TestPage.open(story.app, one.token);
    for (let at = 0; at < 20; at += 1) flooding.send({ command: 'message' });
    expect(await flooding.closed).toBe(4429);
    const greedy = await TestPage.open(story.app, one.token);
    const own = await parameters();
    for (let number = 0; number < 10_000; number += 1)
      greedy.send({ command: 'subscribe', identifier: JSON.stringify({ channel: QUIZ_CHANNEL, ...own, number }) });
    expect(await greedy.closed).toBe(4429);
    const large = await TestPage.open(story.app, one.token);
    large.send('x'.repeat(5000));
    expect(await large.closed).toBe(1009);
  });

  test('closes a socket whose subscription failed for a temporary reason, so that its page reconnects', async () => {
    await shown();
    const listen = () => {
      throw new Error('The database is away.');
    };
    const failing = await story.serverWith({}, { announcements: { listen } });
    const page = await TestPage.open(failing, one.token);
    page.send({ command: 'subscribe', identifier: JSON.stringify({ channel: QUIZ_CHANNEL, ...(await parameters()) }) });
    expect(await page.closed).toBe(1013);
    await failing.close();
  });

  test('is refused without a sign-in, and to a page of another site', async () => {
    await expect(TestPage.open(story.app, undefined)).rejects.toThrow('401');
    const foreign = { cookie: `abhyas=${one.token ?? ''}`, origin: 'https://elsewhere.example' };
    await expect(TestPage.open(story.app, undefined, foreign)).rejects.toThrow('403');
    await expect(TestPage.open(story.app, undefined, { cookie: `abhyas=${one.token ?? ''}` })).rejects.toThrow('403');
  });
});
