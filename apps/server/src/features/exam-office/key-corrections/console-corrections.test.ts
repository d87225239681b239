import * as contract from '@abhyas/contract/exam-office/key-corrections';
import { setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import type { ProblemCode } from '@abhyas/contract/problem';
import { beforeAll, describe, expect, test } from 'vitest';
import { outcomesOf } from '../../../testing/at-once.ts';
import { addPaper, attempt, fourOptions, response, workOffJobs } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';

const story = tellStory();
type Person = Visitor & { id: number };
let owner: Person;
let students: Person[];
let id: number;
let questions: number[];
const codeOf = (error: { code: ProblemCode }) => error.code;

/** Totals of the paper by student, in the order in which the students took it. */
async function totals() {
  const rows = await story.database.db
    .selectFrom('session_scores')
    .where('paper_id', '=', id)
    .where('subject_id', '=', 0)
    .select(['student_id', 'score'])
    .execute();
  return students.map((student) => rows.find(({ student_id }) => student_id === student.id)?.score);
}

beforeAll(async () => {
  owner = await story.staff('school', 'owner');
  id = await addPaper(story, 'corrected', [fourOptions(21, 22, 23, 24)]);
  await story.database.pool.query(
    "update questions set institute_id = (select id from institutes where code = 'school') where id in (select question_id from paper_questions where paper_id = $1 and position < 3)",
    [id],
  );
  students = [];
  // All keys are 2: the first student has every answer right, the second chose 3 in the first question, the third omitted it.
  for (const first of [2, 3, null]) {
    const student = await story.student({ institute: 'school' });
    const { finish, questions: asked } = await attempt(student, id);
    questions = asked;
    await finish([
      ...(first ? [response(asked[0], { responses: [first] })] : []),
      ...asked.slice(1, 3).map((each) => response(each, { responses: [2] })),
    ]);
    students.push(student);
  }
});

describe('a key that is corrected from the results page', () => {
  test('has a dry run that shows who gains, who loses and the new ranks, and changes nothing', async () => {
    const before = await digestOfTables(story.database);
    const dry = await owner.call(contract.tryCorrection, { id, question_id: questions[0] ?? 0, keys: [3] });
    expect(dry).toMatchObject({
      differences: [
        { by: 5, students: 1 },
        { by: -5, students: 1 },
      ],
      kept: 1,
      ranks_changed: 2,
      tells: 3,
      other_papers: ['Paper hall'],
    });
    expect(dry.students[0]).toEqual({ id: students[1]?.id, name: 'Asha', before: 7, after: 12, rank_before: 3, rank_after: 1 });
    expect(await digestOfTables(story.database)).toEqual(before);
  });

  test('changes scores as the dry run showed, is listed, and can be undone once', async () => {
    const question_id = questions[0] ?? 0;
    for (const wanted of [{ keys: [3] }, { keys: [2, 3] }, { correction: 'dropped' as const }, { correction: 'bonus' as const }]) {
      const dry = await owner.call(contract.tryCorrection, { id, question_id, ...wanted });
      const held = await totals();
      expect(held).toEqual([12, 7, 8]);
      await owner.call(contract.correctKey, { id, question_id, ...wanted, reason: 'Misprint' });
      await workOffJobs(story);
      const now = await totals();
      for (const row of dry.students) expect(now[students.findIndex((student) => student.id === row.id)]).toBe(row.after);
      const [last] = (await owner.call(contract.getCorrections, { id })).corrections;
      expect(last).toMatchObject({ number: 1, can_be_undone: true, reason: 'Misprint' });
      await owner.call(contract.undoCorrection, { id, question_id, reason: 'It was right' });
      await workOffJobs(story);
      expect(await totals()).toEqual([12, 7, 8]);
      expect(await owner.call(contract.undoCorrection, { id, question_id, reason: 'Again' }).catch(codeOf)).toBe('not_possible');
    }
    const log = await story.database.db.selectFrom('audit_log').where('object_id', '=', question_id).select('what').orderBy('id').execute();
    expect(log.map(({ what }) => what)).toEqual(Array.from({ length: 4 }, () => ['key.correct', 'key.undo']).flat());
  });

  test('twice at once has the outcome of the first as its earlier key in the second, and is undone once by two calls', async () => {
    const question_id = questions[0] ?? 0;
    const earliest = await story.database.db
      .selectFrom('questions')
      .where('id', '=', question_id)
      .select('accepted_answers')
      .executeTakeFirstOrThrow();
    const both = [[3], [4]].map((keys) => owner.call(contract.correctKey, { id, question_id, keys, reason: 'Misprint' }));
    expect(await outcomesOf(both)).toMatchObject({ refusals: [] });
    const [second, first] = (await owner.call(contract.getCorrections, { id })).corrections;
    expect(first?.previous_answers).toEqual(earliest.accepted_answers);
    expect(second?.previous_answers).toEqual(first?.accepted_answers);
    const undo = () => owner.call(contract.undoCorrection, { id, question_id, reason: 'It was right' });
    const { answers, refusals } = await outcomesOf([undo(), undo()]);
    expect([answers.length, refusals]).toEqual([1, ['not_possible']]);
    const [undone] = (await owner.call(contract.getCorrections, { id })).corrections;
    expect(undone?.accepted_answers).toEqual(first?.accepted_answers);
    await workOffJobs(story);
  });

  test('is also announced to students of other papers with the question; the dry run counts each student once', async () => {
    const other = await addPaper(story, 'twin', [fourOptions(23)]);
    await story.database.pool.query('update paper_questions set question_id = $1 where paper_id = $2', [questions[0], other]);
    const [newcomer, ofBoth] = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
    for (const [student, paper] of [
      [newcomer, other],
      [ofBoth, other],
      [ofBoth, id],
    ] as const)
      await (await attempt(student, paper)).finish([]);
    const dry = await owner.call(contract.tryCorrection, { id, question_id: questions[0] ?? 0, keys: [3] });
    expect(dry.other_papers).toEqual(['Paper hall', 'Paper twin']);
    expect(dry.tells).toBe(5);
  });

  test('cannot be tried or corrected while the window of another test with the question is open', async () => {
    const question_id = questions[0] ?? 0;
    const other = await addPaper(story, 'running', [fourOptions(24)]);
    await story.database.pool.query('update paper_questions set question_id = $1 where paper_id = $2', [question_id, other]);
    const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();
    const tryIt = () => owner.call(contract.tryCorrection, { id, question_id, keys: [3] });
    await owner.call(setUpTest, { id: other, opens_at: inHours(-1), closes_at: inHours(1) });
    await expect(tryIt()).rejects.toMatchObject({ code: 'not_possible', message: expect.stringContaining('Paper running') });
    await owner.call(setUpTest, { id: other, opens_at: inHours(1), closes_at: inHours(2) });
    expect(await tryIt()).toMatchObject({ tells: expect.any(Number) });
    await story.database.pool.query('delete from papers where id = $1', [other]);
  });

  test('cannot be tried or corrected while a student takes the test or its window is open, if the question is shared, or with an invalid key', async () => {
    const question_id = questions[0] ?? 0;
    const tryIt = (more: object) => owner.call(contract.tryCorrection, { id, question_id, keys: [3], ...more }).catch(codeOf);
    expect(await tryIt({ question_id: questions[3] })).toBe('not_possible');
    expect(await tryIt({ keys: ['3.5'] })).toBe('not_possible');
    expect(await owner.call(contract.correctKey, { id, question_id, reason: 'Nothing said' }).catch(codeOf)).toBe('not_possible');
    const late = await story.student({ institute: 'school' });
    const { finish } = await attempt(late, id);
    expect(await tryIt({})).toBe('students_sitting');
    await finish([]);
    await owner.call(setUpTest, { id, closes_at: new Date(story.now.getTime() + 3_600_000).toISOString() });
    expect(await tryIt({})).toBe('not_possible');
    const invigilator = await story.staff('school', 'invigilator');
    expect(await invigilator.call(contract.tryCorrection, { id, question_id, keys: [3] }).catch(codeOf)).toBe('not_allowed');
  });
});
