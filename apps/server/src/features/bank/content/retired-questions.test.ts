import { join } from 'node:path';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { searchQuestions } from '@abhyas/contract/bank/search';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { describe, expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { chapter, contentFolder, good, lineOf, paper } from '../../../testing/content-folder.ts';
import { tellStory } from '../../../testing/story.ts';
import { correctKey } from '../../exam-office/key-corrections/key-corrections.ts';

const story = tellStory();
const { write, load, loadAs } = contentFolder(story);

const bank = 'bank/physics/speed.yaml';
/** The chapter without one of its questions, which it retires. */
function retiring(code: string): string {
  const [head = '', ...questions] = chapter.split(/(?=^ {2}- code: phy-speed-00)/m);
  return `${head}${questions.filter((question) => !question.includes(`code: ${code}`)).join('')}retired: [${code}]\n`;
}

describe('a question that its chapter retires', () => {
  test('is removed from practice and search, and returns when the file contains it again', async () => {
    const met = async () => {
      // A student's running practice keeps its questions.
      const student = await story.student({ premium_until: new Date('2040-01-01') });
      const { questions } = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'phy-speed-line') });
      const { data } = await student.call(searchQuestions, { search_question_text: 'half water ice' });
      return { practice: questions.length, found: data.questions.length };
    };
    write(good);
    await load();
    expect(await met()).toEqual({ practice: 2, found: 1 });
    write({ [bank]: retiring('phy-speed-001') });
    expect((await load()).faults).toEqual([]);
    expect(await met()).toEqual({ practice: 1, found: 0 });
    write(good);
    await load();
    expect(await met()).toEqual({ practice: 2, found: 1 });
  });

  test('keeps its rating, the answers of students and its place in a begun paper', async () => {
    write(good);
    await load();
    const { upload, questions } = await attempt(await story.student(), await story.idOf('papers', 'speed-test-1'));
    await upload([response(questions[0], { responses: [1] })]);
    const stored = () =>
      story.database.db
        .selectFrom('questions')
        .leftJoin('responses', 'responses.question_id', 'questions.id')
        .where('code', '=', 'phy-speed-004')
        .select(['questions.id', 'rating', 'responses.responses', 'accepted_answers'])
        .execute();
    const before = await stored();
    expect(before).toHaveLength(1);
    write({ [bank]: retiring('phy-speed-004'), 'papers/speed.yaml': paper.replace(/ {2}- name: A[\s\S]*?(?= {2}- name: B)/, '') });
    expect(await load()).toMatchObject({ faults: [], kept: [expect.anything()] });
    expect(await stored()).toEqual(before);
    const { retired_at } = await story.database.db
      .selectFrom('questions')
      .where('code', '=', 'phy-speed-004')
      .select('retired_at')
      .executeTakeFirstOrThrow();
    expect(retired_at).toEqual(story.now);
  });

  test('is refused in a paper and among the questions of its chapter', async () => {
    const retired = retiring('phy-speed-004');
    write({ ...good, [bank]: retired });
    const named = { file: join('papers', 'speed.yaml'), line: lineOf(paper, '[phy-speed-004]'), what: 'phy-speed-004 is retired' };
    expect((await load()).faults).toEqual([named]);
    write({ [bank]: `${chapter}retired: [phy-speed-004]\n` });
    expect((await load()).faults).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining('The code phy-speed-004 is used in') }),
    );
  });
});

describe('the syllabus', () => {
  test('of a topic is shown with the topic and its questions, unless a question names its own', async () => {
    const dropped = chapter
      .replace('name: On a line }', 'name: On a line, not_asked_since: { NEET: 2024, JEE Main: 2099 } }')
      .replace('  - code: phy-speed-002\n', '  - code: phy-speed-002\n    not_asked_since: { JEE Main: 2024 }\n');
    write({ ...good, [bank]: dropped });
    expect((await load()).faults).toEqual([]);
    const student = await story.student({ premium_until: new Date('2040-01-01') });
    const { checkpoints } = await student.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', 'phy-speed') });
    expect(checkpoints?.map(({ not_asked_in }) => not_asked_in)).toEqual([['NEET'], []]);
    const { questions } = await student.call(getTrainQuestions, { id: await story.idOf('topics', 'phy-speed-line') });
    expect(new Set(questions.map(({ not_asked_in }) => not_asked_in.join()))).toEqual(new Set(['JEE Main', 'NEET']));
    expect(questions).toHaveLength(2);
    const { data } = await student.call(searchQuestions, { search_question_text: 'half water ice' });
    expect(data.questions[0]?.not_asked_in).toEqual(['NEET']);
  });

  test('names only exams that have a syllabus', async () => {
    const text = chapter.replace('name: On a line }', 'name: On a line, not_asked_since: { GATE: 2024 } }');
    write({ ...good, [bank]: text });
    expect((await load()).faults).toContainEqual(expect.objectContaining({ what: 'There is no field GATE here' }));
  });
});

test('a changed key of an answered question goes through a key correction, and the rest of the question is updated', async () => {
  write(good);
  await load();
  const { upload, questions } = await attempt(await story.student(), await story.idOf('papers', 'speed-test-1'));
  await upload([response(questions[0], { responses: [1] })]);
  write({ [bank]: chapter.replace('answer: [1, 3]', 'answer: [1, 4]').replace('Those with a length over a time.', 'One and four.') });
  const reason = 'The key in the bank was wrong.';
  const { faults } = await loadAs({
    correctKey: async (context, code, keys) => {
      await correctKey(context, code, { keys, correction: null, reason });
    },
  });
  expect(faults).toEqual([]);
  const { db } = story.database;
  const row = await db
    .selectFrom('questions')
    .innerJoin('key_corrections', 'key_corrections.question_id', 'questions.id')
    .where('code', '=', 'phy-speed-004')
    .select(['questions.accepted_answers', 'previous_answers', 'reason', 'solution_text'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ accepted_answers: [[1, 4]], previous_answers: [[1, 3]], reason, solution_text: 'One and four.' });
});
