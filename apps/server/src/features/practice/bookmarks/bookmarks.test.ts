import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { BOOKMARKS_PER_PAGE, getBookmarkedQuestion, updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import type { Input } from '@abhyas/contract/endpoint';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getReviseQuestionsForChapters, getTrainQuestions } from '@abhyas/contract/practice/practice';
import { Question, ShownQuestion } from '@abhyas/contract/bank/questions';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, numerical, staff } from '../../../testing/attempts.ts';
import { openPractice, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const testWindow = { opens_at: '2027-01-10T04:30:00Z', closes_at: '2027-01-10T10:30:00Z' };
const windowIsOpen = new Date('2027-01-10T04:31:00Z');
const windowIsOver = new Date('2027-01-10T10:31:01Z');
const secretFields = Object.keys(Question.properties).filter((name) => !(name in ShownQuestion.properties));
let student: Visitor & { id: number };
beforeEach(async () => {
  story.now = windowIsOpen;
  student = await story.student({ course: 'MED_ENG', institute: 'school' });
});

const set = (question_id: number, fields: Partial<Input<typeof updateQuestionBookmarkStatus>> = {}, by: Visitor = student) =>
  by.call(updateQuestionBookmarkStatus, { question_id, is_bookmarked: true, ...fields });
const list = (asked: Input<typeof getBookmarkedQuestion> = {}, by: Visitor = student) => by.call(getBookmarkedQuestion, asked);
const codesOf = async (asked: Input<typeof getBookmarkedQuestion> = {}, by: Visitor = student) => {
  const { questions } = await list(asked, by);
  return questions.map(({ question_text }) => question_text.replace('Question ', ''));
};
const idOf = (code: string) => story.idOf('questions', code);
const practise = async (topic = 'motion-one') =>
  (await student.call(getTrainQuestions, { id: await story.idOf('topics', topic) })).questions;
/** The fields of the question's bookmark that reveal the answer. */
const told = async (question_id: number, by: Visitor = student) => {
  const subjects = ['Physics', 'Maths', 'Biology'] as const;
  const listed = (await Promise.all(subjects.map((subject) => list({ subject }, by)))).flatMap(({ questions }) => questions);
  const question = listed.find(({ id }) => id === question_id);
  expect(question?.question_text).toMatch(/^Question/);
  return secretFields.filter((name) => name in (question ?? {}));
};

describe('a bookmark', () => {
  test('is put under Revise unless another tag is named, and the newest is listed first', async () => {
    const [first, second, third] = await practise();
    await set(first?.id ?? 0);
    story.pass(1);
    await set(second?.id ?? 0, { tag: 'Doubts' });
    story.pass(1);
    await set(third?.id ?? 0, { tag: 'Revise', question_type: third?.question_type ?? 0 });
    expect((await list()).questions.map(({ id, position }) => [id, position])).toEqual([
      [third?.id, 0],
      [first?.id, 1],
    ]);
    expect((await list({ tag: 'Doubts' })).questions.map(({ id }) => id)).toEqual([second?.id]);
  });

  test('does not change when it is set again; with the other tag it moves to the front of that tag', async () => {
    const [first, second] = await practise();
    for (const question of [first, second]) {
      await set(question?.id ?? 0);
      story.pass(1);
    }
    expect(await set(first?.id ?? 0)).toEqual({ success: true });
    expect((await list()).questions.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    await set(first?.id ?? 0, { tag: 'Doubts' });
    story.pass(1);
    await set(first?.id ?? 0, { tag: 'Revise' });
    expect((await list()).questions.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect((await list({ tag: 'Doubts' })).questions).toEqual([]);
  });

  test('can be removed, and removing it again changes nothing', async () => {
    const [question] = await practise();
    await set(question?.id ?? 0, { tag: 'Doubts' });
    for (const _time of [1, 2]) expect(await set(question?.id ?? 0, { is_bookmarked: false })).toEqual({ success: true });
    expect((await list({ tag: 'Doubts' })).questions).toEqual([]);
  });

  test('is not listed for another student, and stays when another student removes theirs', async () => {
    const other = await story.student({ course: 'MED_ENG' });
    const mock = await story.idOf('papers', 'mock');
    const { questions } = await attempt(student, mock);
    await attempt(other, mock);
    const [question = 0] = questions;
    await set(question, {}, other);
    expect((await list()).questions).toEqual([]);
    await set(question, { is_bookmarked: false });
    expect((await list({}, other)).questions.map(({ id }) => id)).toEqual([question]);
  });
});

describe('a question that the student has not seen', () => {
  test('cannot be bookmarked, whether it is for practice, in a paper not begun or in a future paper', async () => {
    await practise();
    for (const code of ['numbers-001', 'motion-021', 'cells-021']) {
      await expect(set(await idOf(code))).rejects.toMatchObject({ code: 'not_found', status: 404 });
      await expect(set(await idOf(code), { is_bookmarked: false })).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await list()).questions).toEqual([]);
  });

  test('cannot be bookmarked if only another student has seen it', async () => {
    const other = await story.student({ course: 'MED_ENG' });
    await attempt(other, await story.idOf('papers', 'mock'));
    await expect(set(await idOf('motion-021'))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can be bookmarked in a missed test that may be reviewed, by students to whom the test was given', async () => {
    const paper = await addPaper(story, 'missed', [fourOptions(28)], testWindow);
    await staff(story, 'assign', 'missed');
    const question = await idOf('cells-028');
    const stranger = await story.student({ course: 'MED_ENG' });
    story.now = windowIsOver;
    await expect(set(question)).rejects.toMatchObject({ code: 'not_found' });
    await staff(story, 'publish', 'missed');
    expect((await student.call(getTestQuestions, { id: paper, is_review: true })).test_info.is_missed_test).toBe(true);
    await set(question);
    await expect(set(question, {}, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(await told(question)).toEqual(secretFields);
    await story.database.pool.query('update papers set closes_at = $2, version = version + 1 where id = $1', [
      paper,
      new Date(story.now.getTime() + 365 * 86_400_000),
    ]);
    expect(await told(question)).toEqual([]);
    expect(await set(question, { is_bookmarked: false })).toEqual({ success: true });
  });
});

describe('answer, solution and video of a bookmarked question', () => {
  test('are shown if it was seen in practice', async () => {
    const [question] = await practise();
    await set(question?.id ?? 0);
    expect(await told(question?.id ?? 0)).toEqual(secretFields);
    expect((await list()).questions).toEqual([{ ...question, position: 0 }]);
  });

  test('are hidden while a test with the question runs, shown after its end, and hidden again during a retake', async () => {
    const mock = await story.idOf('papers', 'mock');
    const begun = await attempt(student, mock);
    const [question = 0] = begun.questions;
    await set(question);
    expect(await told(question)).toEqual([]);
    await begun.finish();
    expect(await told(question)).toEqual(secretFields);
    const again = await attempt(student, mock);
    expect(await told(question)).toEqual([]);
    await again.finish();
    expect(await told(question)).toEqual(secretFields);
  });

  test('are hidden if the question is in a finished test and also in a running one', async () => {
    const finished = await attempt(student, await story.idOf('papers', 'single'));
    const [question = 0] = finished.questions;
    await finished.finish();
    await set(question);
    expect(await told(question)).toEqual(secretFields);
    const running = await attempt(student, await story.idOf('papers', 'mock'));
    expect(await told(question)).toEqual([]);
    await running.finish();
    expect(await told(question)).toEqual(secretFields);
  });

  test("are hidden for a question of an institute's test until the window is over and the results are published", async () => {
    const code = 'unpublished';
    const paper = await addPaper(story, code, [fourOptions(29), numerical(34)], testWindow);
    await staff(story, 'assign', code);
    const { questions, finish } = await attempt(student, paper);
    const [question = 0] = questions;
    await set(question);
    await finish();
    expect(await told(question)).toEqual([]);
    story.now = windowIsOver;
    expect(await told(question)).toEqual([]);
    await staff(story, 'publish', code);
    expect(await told(question)).toEqual(secretFields);
    await story.database.pool.query('update papers set allows_review = false, version = version + 1 where id = $1', [paper]);
    expect(await told(question)).toEqual([]);
  });

  test('are hidden once the question is added to a future test, and practice no longer serves it', async () => {
    const [question] = await practise('cells-one');
    await set(question?.id ?? 0);
    expect(await told(question?.id ?? 0)).toEqual(secretFields);
    const paper = await addPaper(story, 'to-come', [fourOptions(30)], {
      opens_at: '2027-02-01T04:30:00Z',
      closes_at: '2027-02-01T10:30:00Z',
    });
    await staff(story, 'assign', 'to-come');
    await story.database.pool.query('update paper_questions set question_id = $1 where paper_id = $2', [question?.id, paper]);
    expect((await practise('cells-one')).map(({ id }) => id)).not.toContain(question?.id);
    expect(await told(question?.id ?? 0)).toEqual([]);
  });
});

describe('the list', () => {
  test('has pages, each of which shows whether there is another', async () => {
    const count = BOOKMARKS_PER_PAGE + 3;
    const { rows } = await story.database.pool.query<{ id: number; topic_id: number }>(
      "select q.id, q.topic_id from questions q join topics t on t.id = q.topic_id where t.code like 'motion-%' order by q.id limit $1",
      [count],
    );
    for (const { id, topic_id } of rows) {
      await story.database.db
        .insertInto('bookmarks')
        .values({ student_id: student.id, question_id: id, tag: 'Revise', bookmarked_at: story.now, topic_id, institute_id: null })
        .execute();
    }
    const pages = [await list({ page: 1 }), await list({ page: 2 }), await list({ page: 3 })];
    expect(pages.map(({ questions, render_more_questions }) => [questions.length, render_more_questions])).toEqual([
      [BOOKMARKS_PER_PAGE, true],
      [3, false],
      [0, false],
    ]);
    const listed = pages.flatMap(({ questions }) => questions);
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
    expect(listed.map(({ position }) => position)).toEqual(listed.map((_question, at) => at));
  });

  test('has the subjects of the course and any subject with a bookmark, and opens at the first subject with a question', async () => {
    const jee = await story.student({ course: 'ENG', institute: 'school' });
    const subjects = ['Physics', 'Chemistry', 'Maths'];
    expect(await list({}, jee)).toMatchObject({ subjects, selected_subject: 'Physics', questions: [], render_more_questions: false });
    const { questions } = await attempt(jee, await story.idOf('papers', 'mock'));
    await set(questions.at(-1) ?? 0, {}, jee);
    await set(questions[0] ?? 0, { tag: 'Doubts' }, jee);
    expect(await list({}, jee)).toMatchObject({ subjects, selected_subject: 'Maths' });
    expect(await codesOf({}, jee)).toEqual(['36 of numbers']);
    expect(await codesOf({ subject: 'Physics', tag: 'Revise' }, jee)).toEqual([]);
    expect(await list({ tag: 'Doubts' }, jee)).toMatchObject({ selected_subject: 'Physics' });
    expect(await codesOf({ tag: 'Doubts' }, jee)).toEqual(['21 of motion']);

    const hall = await attempt(jee, await story.idOf('papers', 'hall'));
    await set(hall.questions[0] ?? 0, {}, jee);
    expect(await list({}, jee)).toMatchObject({ subjects: [...subjects, 'Biology'], selected_subject: 'Maths' });
    expect(await codesOf({ subject: 'Biology' }, jee)).toEqual(['21 of cells']);
  });

  test('opens at the first tag with questions, Revise before Doubts, with the counts of both', async () => {
    expect(await list()).toMatchObject({ selected_tag: 'Revise', counts: [], questions: [] });
    const [first, second] = await practise();
    for (const question of [first, second]) await set(question?.id ?? 0, { tag: 'Doubts' });
    expect(await list()).toMatchObject({ selected_tag: 'Doubts', counts: [{ subject: 'Physics', Revise: 0, Doubts: 2 }] });
    expect((await list({ subject: 'Physics' })).questions).toHaveLength(2);
    expect(await list({ tag: 'Revise' })).toMatchObject({ selected_tag: 'Revise', questions: [] });
    await set(first?.id ?? 0, { tag: 'Revise' });
    const { selected_tag, counts, questions } = await list();
    expect([selected_tag, counts]).toEqual(['Revise', [{ subject: 'Physics', Revise: 1, Doubts: 1 }]]);
    expect(questions.map(({ id }) => id)).toEqual([first?.id]);
  });

  test('includes the passage of a question', async () => {
    const question = (await practise()).find(({ comprehension_question_id }) => comprehension_question_id !== null);
    await set(question?.id ?? 0);
    const { questions, comprehension_questions } = await list();
    expect(comprehension_questions.map(({ id, comprehension_text }) => [id, comprehension_text])).toEqual([
      [questions[0]?.comprehension_question_id, 'A passage of Motion'],
    ]);
  });
});

test('practice and tests list the bookmarked questions among their own, and no others', async () => {
  const [question] = await practise();
  const mock = await attempt(student, await story.idOf('papers', 'mock'));
  const [first = 0, second = 0] = mock.questions;
  expect(mock.opened.bookmarked_question_ids).toEqual([]);
  for (const id of [question?.id ?? 0, first, second]) await set(id, { tag: 'Doubts' });
  const inTest = async (fields: { is_review?: boolean } = {}) => {
    const { bookmarked_question_ids } = await student.call(getTestQuestions, { id: mock.opened.test_info.id, ...fields });
    return bookmarked_question_ids.toSorted((a, b) => a - b);
  };
  expect(await inTest()).toEqual([first, second]);
  const topic = await story.idOf('topics', 'motion-one');
  expect((await student.call(getTrainQuestions, { id: topic })).bookmarked_question_ids).toEqual([question?.id]);
  await mock.finish();
  await set(first, { is_bookmarked: false });
  expect(await inTest({ is_review: true })).toEqual([second]);
});

test('a student who has only the test board has no bookmarks', async () => {
  const only = await story.student({ institute: 'school', has_only_test_board_access: true });
  const { questions } = await attempt(only, await story.idOf('papers', 'hall'));
  await expect(set(questions[0] ?? 0, {}, only)).rejects.toMatchObject({ code: 'not_allowed', status: 403 });
  await expect(list({}, only)).rejects.toMatchObject({ code: 'not_allowed' });
});

describe('bookmarks are practised', () => {
  const open = (fields: Partial<Input<typeof getReviseQuestionsForChapters>> = {}, by = student) =>
    by.call(getReviseQuestionsForChapters, { id: by.id, object_type: objectTypes.skill, bookmarked: 'Revise', ...fields });
  const opened = async (fields: Partial<Input<typeof getReviseQuestionsForChapters>> = {}) =>
    (await open(fields)).questions.map(({ id }) => id);

  test('by tag and subject, ten at a time, in a session that is resumed when it is opened again', async () => {
    const [first, second, third] = await practise();
    const [other] = (await attempt(student, await story.idOf('papers', 'mock'))).questions;
    for (const question of [first, second]) await set(question?.id ?? 0);
    await set(third?.id ?? 0, { tag: 'Doubts' });
    await set(other ?? 0);
    const chosen = await opened({ subject: 'Physics' });
    expect(new Set(chosen)).toEqual(new Set([first?.id, second?.id]));
    const { session_id } = (await open({ subject: 'Physics' })).test_info;
    expect((await open({ subject: 'Physics' })).test_info).toMatchObject({ session_id, name: 'Bookmarks' });
    expect(await opened({ bookmarked: 'Doubts' })).toEqual([third?.id]);
  });

  test('without questions of a running test, and practice is refused if no other question is left', async () => {
    const [question] = (await attempt(student, await story.idOf('papers', 'mock'))).questions;
    await set(question ?? 0);
    await expect(open()).rejects.toMatchObject({ code: 'not_found', message: 'There is no bookmark to practise here.' });
    await expect(open({ object_type: objectTypes.chapter, id: await story.idOf('chapters', 'motion') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('the mistake book and the bookmarks of each tag have separate sessions, each resumed when it is opened again', async () => {
  const { questions: practised, upload } = await openPractice(student, await story.idOf('topics', 'motion-one'));
  const [missed, revised, doubted] = practised;
  if (!missed) throw new Error('There are too few questions');
  await upload([verified(missed, wrong)]);
  // A missed question is due on a later day.
  story.pass(2 * 86_400);
  await set(revised?.id ?? 0);
  await set(doubted?.id ?? 0, { tag: 'Doubts' });
  const book = { id: student.id, object_type: objectTypes.skill };
  const choices = [{ bookmarked: 'Revise' as const }, { bookmarked: 'Doubts' as const }, {}];
  const sessions = [];
  for (const choice of [...choices, ...choices]) {
    const { test_info, questions } = await student.call(getReviseQuestionsForChapters, { ...book, ...choice });
    sessions.push({ session: test_info.session_id, questions: questions.map(({ id }) => id) });
  }
  expect(sessions.slice(0, 3).map(({ questions }) => questions)).toEqual([[revised?.id], [doubted?.id], [missed?.id]]);
  expect(new Set(sessions.map(({ session }) => session)).size).toBe(3);
  expect(sessions.slice(3)).toEqual(sessions.slice(0, 3));
});

describe('bookmarks in Hindi', () => {
  test('come with the Hindi of their questions and passages only if it is asked for', async () => {
    const shown = await practise();
    for (const { id } of shown) await set(id);
    expect((await list()).translated).toBeUndefined();
    const { questions, comprehension_questions, translated } = await list({ language: 'hi' });
    const withHindi = questions.filter(({ also_in }) => also_in?.includes('hi'));
    const ids = (of: readonly { id: number }[] | undefined) => new Set(of?.map(({ id }) => id));
    expect(ids(translated?.questions)).toEqual(ids(withHindi));
    expect(translated?.questions.every(({ solution_text }) => solution_text?.includes('हल'))).toBe(true);
    expect(translated?.passages.map(({ id }) => id)).toEqual(comprehension_questions.map(({ id }) => id));
  });

  test('come without the Hindi solution of a question that is added to a future test', async () => {
    const [question] = await practise('cells-one');
    await set(question?.id ?? 0);
    const paper = await addPaper(story, 'to-come-in-hindi', [fourOptions(30)], {
      opens_at: '2027-02-01T04:30:00Z',
      closes_at: '2027-02-01T10:30:00Z',
    });
    await staff(story, 'assign', 'to-come-in-hindi');
    await story.database.pool.query('update paper_questions set question_id = $1 where paper_id = $2', [question?.id, paper]);
    const { translated } = await list({ subject: 'Biology', language: 'hi' });
    expect(translated?.questions.map(({ id }) => id)).toEqual([question?.id]);
    expect(JSON.stringify(translated)).not.toContain('हल');
  });
});
