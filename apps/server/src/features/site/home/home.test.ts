import { getLandingPageData, getStudentHomeData } from '@abhyas/contract/site/home';
import { updateProfile } from '@abhyas/contract/institute/identity';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { getTrainQuestions, restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { describe, expect, test, vi } from 'vitest';
import { practiceKey } from '../../../testing/fixture-content.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const premium = { premium_until: new Date('2099-01-01') };
const untouched = { progress: 0, accuracy: null, incorrect: 0, avg_speed: null };

/** Verifies the first questions of a topic's session as right, wrong or unanswered, each after a number of seconds. */
async function practise(student: Visitor, code: string, answers: { isRight: boolean; seconds: number }[], onlyAgain: number[] = []) {
  const id = await story.idOf('topics', code);
  const { test_info, questions } = await student.call(getTrainQuestions, { id });
  const chosen =
    onlyAgain.length > 0 ? questions.filter((question) => onlyAgain.includes(question.id)) : questions.slice(0, answers.length);
  const right = { 0: [2], 1: [], 2: [1, 3], 3: [2] };
  const responses = chosen.map((question, at) => {
    const { isRight = true, seconds = 0 } = answers[at] ?? {};
    const isNumerical = question.question_type === 1;
    return {
      question_id: question.id,
      responses: isNumerical ? [] : isRight ? right[question.question_type] : [4],
      rich_response: isNumerical ? (isRight ? practiceKey : '0') : null,
      is_marked: false,
      is_visited: true,
      verified: true,
      version: 1,
      question_time_spent: seconds,
      solution_request_time: null,
    };
  });
  const { session_id, writer } = test_info;
  const sent = { session_id: session_id ?? 0, writer, session_time_spent: 0, current_index: 0, responses: JSON.stringify(responses) };
  expect((await student.call(uploadStudentResponses, sent)).refused).toEqual([]);
  return chosen.map((question) => question.id);
}

const restart = async (student: Visitor, code: string) => student.call(restartTrainSessionItem, { id: await story.idOf('topics', code) });
const chapter = async (student: Visitor, code: string) =>
  student.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', code) });

describe('the figures of a chapter', () => {
  test('are empty before the first answer', async () => {
    const student = await story.student();
    const { chapters, selected_subject, recent_chapters } = await student.call(getStudentHomeData, { type: 'home' });
    expect(selected_subject).toMatchObject({ name: 'Physics' });
    expect(chapters).toEqual([expect.objectContaining({ name: 'Motion', subject_name: 'Physics', topic_count: 2, ...untouched })]);
    expect(recent_chapters).toEqual([]);
  });

  test("count verified answers, on the home page and on the chapter's page", async () => {
    const student = await story.student(premium);
    // 4 of the chapter's 18 questions; questions of papers do not count.
    await practise(student, 'motion-one', [
      { isRight: true, seconds: 10 },
      { isRight: false, seconds: 20 },
      { isRight: true, seconds: 41 },
    ]);
    await practise(student, 'motion-two', [{ isRight: true, seconds: 30 }]);
    const figures = { progress: 22, accuracy: 75, incorrect: 1, avg_speed: 25 };
    const home = await student.call(getStudentHomeData, { type: 'home' });
    expect(home.chapters).toEqual([expect.objectContaining({ name: 'Motion', ...figures })]);
    const page = await chapter(student, 'motion');
    expect(page.chapter_data).toMatchObject({ name: 'Motion', ...figures, has_previous_paper: false, show_revise_misses: true });
    expect(page.checkpoints?.map(({ name, progress }) => [name, progress])).toEqual([
      ['Motion one', 25],
      ['Motion two', 17],
    ]);
  });

  test('take the latest verified answer of each question', async () => {
    const student = await story.student(premium);
    const ids = await practise(student, 'numbers-two', [
      { isRight: false, seconds: 50 },
      { isRight: true, seconds: 10 },
    ]);
    await restart(student, 'numbers-two');
    story.pass(60);
    await practise(
      student,
      'numbers-two',
      ids.map(() => ({ isRight: true, seconds: 20 })),
      ids,
    );
    expect((await chapter(student, 'numbers')).chapter_data).toMatchObject({ progress: 11, accuracy: 100, incorrect: 0, avg_speed: 20 });
  });

  test("leave out other students' answers, and answers that were not verified", async () => {
    const [busy, idle] = [await story.student(), await story.student()];
    await practise(busy, 'motion-one', [{ isRight: false, seconds: 9 }]);
    const id = await story.idOf('topics', 'motion-one');
    const { test_info, questions } = await idle.call(getTrainQuestions, { id });
    const chosen = {
      question_id: questions[0]?.id,
      responses: [],
      rich_response: null,
      is_marked: true,
      is_visited: true,
      verified: false,
    };
    const responses = JSON.stringify([{ ...chosen, version: 1, question_time_spent: 90, solution_request_time: null }]);
    const sent = { session_id: test_info.session_id ?? 0, writer: test_info.writer, session_time_spent: 0, current_index: 0, responses };
    expect((await idle.call(uploadStudentResponses, sent)).kept).toHaveLength(1);
    expect((await chapter(idle, 'motion')).chapter_data).toMatchObject(untouched);
  });
});

describe('the home page', () => {
  test.each([
    ['ENG', ['Physics', 'Chemistry', 'Maths']],
    ['MED', ['Physics', 'Chemistry', 'Biology']],
    ['MED_ENG', ['Physics', 'Chemistry', 'Maths', 'Biology']],
  ] as const)('of a student of %s lists the subjects of the course, with the first selected', async (course, names) => {
    const home = await (await story.student({ course })).call(getStudentHomeData, { type: 'home' });
    expect(new Set(home.subjects.map(({ name }) => name))).toEqual(new Set(names));
    expect(home.selected_subject).toEqual(home.subjects[0]);
  });

  test('shows the chapters of a subject, both at the subject’s own address and as a part of home', async () => {
    const student = await story.student();
    for (const input of [{ type: 'Maths' }, { type: 'maths' }, { type: 'home', sub_type: 'Maths' }]) {
      const { selected_subject, chapters } = await student.call(getStudentHomeData, input);
      expect([selected_subject?.name, chapters?.map(({ name }) => name)]).toEqual(['Maths', ['Numbers']]);
    }
  });

  test.each([{ type: 'Biology' }, { type: 'nowhere' }, { type: '' }, { type: 'home', sub_type: 'Biology' }, { type: 'constructor' }])(
    'is not found for an engineering student at $type $sub_type',
    async (input) => {
      const student = await story.student({ course: 'ENG' });
      await expect(student.call(getStudentHomeData, input)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    },
  );

  test('has the latest five notifications, and for a student of an institute the chapters of every unit', async () => {
    const [alone, member] = [await story.student({ course: 'ENG' }), await story.student({ course: 'ENG', institute: 'school' })];
    const context = { db: story.database.db, now: story.now, random: () => 0.5 };
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) {
      await notify(context, [alone.id], { type: 'Notice', title, message: title, url: null });
    }
    const [home, institute] = [
      await alone.call(getStudentHomeData, { type: 'home' }),
      await member.call(getStudentHomeData, { type: 'home' }),
    ];
    expect(home.notifications?.map(({ title }) => title)).toEqual(['F', 'E', 'D', 'C', 'B']);
    expect([home.unit_chapter_data, home.is_test_retakable, institute.notifications]).toEqual([undefined, false, []]);
    expect(institute.unit_chapter_data?.map(({ name, chapters }) => [name, chapters.map((each) => each.name)])).toEqual([
      ['Physics', ['Motion']],
      ['Chemistry', []],
      ['Maths', ['Numbers']],
    ]);
  });

  test('offers up to three chapters to continue, the last practised one first', async () => {
    const student = await story.student({ course: 'MED_ENG' });
    const recent = async () => (await student.call(getStudentHomeData, { type: 'home' })).recent_chapters?.map(({ name }) => name);
    for (const code of ['motion-one', 'numbers-one', 'cells-one']) {
      story.pass(60);
      await practise(student, code, [{ isRight: true, seconds: 5 }]);
    }
    expect(await recent()).toEqual(['Cells', 'Numbers', 'Motion']);
    story.pass(60);
    await practise(student, 'motion-one', [{ isRight: true, seconds: 5 }]);
    expect(await recent()).toEqual(['Motion', 'Cells', 'Numbers']);
    await student.call(updateProfile, { name: 'Asha', course: 'ENG', is_onboarding: false });
    expect(await recent()).toEqual(['Motion', 'Numbers']);
  });
});

describe('the chapter page', () => {
  test('opens the first topic to everybody, the rest to Premium', async () => {
    const access = async (student: Visitor) => {
      const { checkpoints, has_premium_access } = await chapter(student, 'motion');
      return [has_premium_access, checkpoints?.map(({ has_access }) => has_access)];
    };
    expect(await access(await story.student())).toEqual([false, [true, false]]);
    expect(await access(await story.student(premium))).toEqual([true, [true, true]]);
  });

  test('needs a chapter of the student’s course', async () => {
    const student = await story.student();
    await expect(student.call(getStudentHomeData, { type: 'chapter' })).rejects.toMatchObject({ code: 'invalid_input', status: 400 });
    await expect(chapter(student, 'cells')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the landing page counts questions, tests taken and answers', async () => {
  const count = () => story.visitor().call(getLandingPageData, {});
  const before = await count();
  const student = await story.student();
  await practise(student, 'motion-one', [{ isRight: true, seconds: 5 }]);
  const { session_id, writer } = await student.call(findOrCreateSessionItem, { id: await story.idOf('papers', 'mock') });
  const sent = { session_id, writer, session_time_spent: 0, current_index: 0, responses: '[]', isFinishTest: true };
  await student.call(uploadStudentResponses, sent);
  // Callers during the count get the same figures; the caller who finds them outdated starts a new count for later callers.
  expect(await count()).toEqual(before);
  story.pass(600);
  expect(await count()).toEqual(before);
  await vi.waitFor(async () => expect(await count()).not.toEqual(before));
  expect(await count()).toEqual({ ...before, test_count: before.test_count + 1, response_count: before.response_count + 1 });
  expect(before.question_count).toBe(108);
  expect(before.questions.map(({ hindi }) => hindi?.text)).toEqual([expect.stringContaining('6 kg'), expect.stringContaining('परवलय')]);
});
