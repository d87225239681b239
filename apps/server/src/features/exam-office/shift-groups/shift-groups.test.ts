import {
  createShiftGroup,
  getShiftGroup,
  getShiftGroups,
  publishResults,
  publishShiftGroup,
  removeShiftGroup,
} from '@abhyas/contract/exam-office/results';
import { mergedRanks, shiftPercentiles } from '@abhyas/exam/exam-office/shifts';
import { tieBreaks } from '@abhyas/exam/reports/rank';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomesOf } from '../../../testing/at-once.ts';
import { addPaper, concurrently, fourOptions, operatorOf, whileUncommitted } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';
import { finishTests } from '../../tests/sessions/sessions.ts';
import * as groups from './shift-groups.ts';

const story = tellStory();
const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const sections = [
  fourOptions(21, 22),
  { ...fourOptions(), name: 'B', subject: 'physics' as const, questions: ['motion-021', 'motion-022'] },
];
const answers = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 });
let papers = 0;

/** A shift finished by one student for each list of options; option 2 is right. */
async function held(attempts: readonly number[][]) {
  papers += 1;
  const { db, pool } = story.database;
  const paper_id = await addPaper(story, `shift-${papers}`, sections);
  const { rows } = await pool.query<{ question_id: number }>(
    'select question_id from paper_questions where paper_id = $1 order by position',
    [paper_id],
  );
  const students = await db
    .insertInto('users')
    .values(attempts.map(() => ({ phone: null, name: 'Ben', course: 'ENG' as const })))
    .returning('id')
    .execute();
  const sessions = await db
    .insertInto('sessions')
    .values(students.map(({ id }) => ({ student_id: id, paper_id, object_type: 1, session_type: 0, began_at: story.now })))
    .returning(['student_id', 'id'])
    .execute();
  const ordered = sessions.toSorted((a, b) => a.student_id - b.student_id);
  const responses = ordered.flatMap(({ student_id, id }, at) =>
    (attempts[at] ?? []).flatMap((option, place) =>
      option === 0
        ? []
        : [{ student_id, session_id: id, question_id: rows[place]?.question_id ?? 0, responses: [option], writer: 1, version: 1 }],
    ),
  );
  if (responses.length > 0) await db.insertInto('responses').values(responses).execute();
  await finishTests(contextOf(), paper_id, ordered, 'student');
  await pool.query('update papers set results_published_at = $2 where id = $1', [paper_id, story.now]);
  return { paper_id, students: ordered.map(({ student_id }) => student_id) };
}

test('students of all shifts are ranked by the percentile in their own shift, and ties by the percentiles of subjects', async () => {
  const owner = await story.staff('school', 'owner');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(answers, { minLength: 1, maxLength: 9 }), { minLength: 2, maxLength: 3 }), async (all) => {
      await story.database.pool.query('delete from paper_questions');
      const shifts = [];
      for (const attempts of all) shifts.push({ attempts, ...(await held(attempts)) });
      const { id } = await owner.call(createShiftGroup, { name: `Test ${papers}`, paper_ids: shifts.map(({ paper_id }) => paper_id) });
      const marks = (options: readonly number[]) => options.reduce((sum, option) => sum + (option === 0 ? 0 : option === 2 ? 4 : -1), 0);
      const percentiles = shifts.map(({ attempts, students }) =>
        shiftPercentiles(
          attempts.map((options, at) => ({
            student_id: students[at] ?? 0,
            total: marks(options),
            subjects: { Biology: marks(options.slice(0, 2)), Physics: marks(options.slice(2)) },
          })),
        ),
      );
      const expected = mergedRanks(percentiles, tieBreaks.neet);
      const shown = await owner.call(getShiftGroup, { id });
      expect(shown.subjects).toEqual(['Biology', 'Physics']);
      expect(new Map(shown.students.map((student) => [student.id, student.rank]))).toEqual(expected);
      expect(shown.students.map(({ rank }) => rank)).toEqual([...expected.values()].toSorted((a, b) => a - b));
      for (const { paper_id, students } of shifts)
        for (const student_id of students)
          expect(await groups.mergedStandingOf(contextOf(), paper_id, student_id)).toEqual({
            rank: expected.get(student_id),
            appeared: expected.size,
            shifts: shifts.length,
          });
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('a rank over all shifts needs every shift published; a paper is in one group only, and its shifts have the same subjects', async () => {
  const owner = await story.staff('school', 'owner');
  await story.database.pool.query('delete from shift_groups; delete from paper_questions');
  const [one, two] = [await held([[2, 2, 0, 0]]), await held([[2, 0, 0, 0]])];
  const paper_ids = [one.paper_id, two.paper_id];
  const { id } = await owner.call(createShiftGroup, { name: 'Mock in shifts', paper_ids });
  expect((await owner.call(getShiftGroups, {})).shift_groups).toMatchObject([
    { id, name: 'Mock in shifts', papers: paper_ids.map((paper) => ({ id: paper })) },
  ]);
  await expect(owner.call(createShiftGroup, { name: 'Again', paper_ids })).rejects.toMatchObject({ code: 'not_possible' });
  await story.database.pool.query('update papers set results_published_at = null where id = $1', [two.paper_id]);
  expect(await groups.mergedStandingOf(contextOf(), one.paper_id, one.students[0] ?? 0)).toBeNull();
  await owner.call(removeShiftGroup, { id });
  await expect(owner.call(removeShiftGroup, { id })).rejects.toMatchObject({ code: 'not_found' });
  const other = await addPaper(story, 'other-subjects', [fourOptions(23)]);
  await expect(owner.call(createShiftGroup, { name: 'Unlike', paper_ids: [one.paper_id, other] })).rejects.toMatchObject({
    code: 'not_possible',
  });
  const mock = await story.idOf('papers', 'mock');
  await expect(owner.call(createShiftGroup, { name: 'Foreign', paper_ids: [one.paper_id, mock] })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('percentiles are shown for shifts of 20 students or more, and the list has pages of 100', async () => {
  const owner = await story.staff('school', 'owner');
  await story.database.pool.query('delete from shift_groups; delete from paper_questions');
  const many = Array.from({ length: 104 }, (_, at) => [at < 52 ? 2 : 1, at % 2 === 0 ? 2 : 0, 0, 0]);
  const [large, small] = [await held(many), await held([[2, 2, 2, 2]])];
  const { id } = await owner.call(createShiftGroup, { name: 'Large and small', paper_ids: [large.paper_id, small.paper_id] });
  const first = await owner.call(getShiftGroup, { id });
  expect(first).toMatchObject({ appeared: 105, name: 'Large and small' });
  expect(first.papers.map(({ appeared, best_score }) => [appeared, best_score])).toEqual([
    [104, 8],
    [1, 16],
  ]);
  expect(first.students).toHaveLength(100);
  const of = (paper_id: number) => first.students.find((student) => student.paper_id === paper_id);
  expect(of(large.paper_id)).toMatchObject({ rank: 1, score: 8, percentile: 100, subject_percentiles: [100, 100] });
  expect(of(small.paper_id)).toMatchObject({ rank: 1, score: 16, percentile: null });
  const second = await owner.call(getShiftGroup, { id, page: 1 });
  expect(second.students).toHaveLength(5);
  const all = [...first.students, ...second.students].map((student) => student.id);
  expect(new Set(all)).toEqual(new Set([...large.students, ...small.students]));
  expect((await owner.call(getShiftGroup, { id, page: 2 })).students).toEqual([]);
});

test('all shifts are published in two acts or in one, once every shift is over; publishing again changes nothing', async () => {
  const owner = await story.staff('school', 'owner');
  await story.database.pool.query('delete from shift_groups; delete from paper_questions');
  const shifts = [await held([[2, 2, 0, 0]]), await held([[2, 0, 0, 0]])];
  const paper_ids = shifts.map(({ paper_id }) => paper_id);
  const { pool } = story.database;
  await pool.query('update papers set results_published_at = null, allows_review = false, closes_at = null where id = any($1)', [
    paper_ids,
  ]);
  const { id } = await owner.call(createShiftGroup, { name: 'Two acts', paper_ids });
  await expect(owner.call(publishShiftGroup, { id, acts: 'both' })).rejects.toMatchObject({ code: 'not_possible' });
  await pool.query('update papers set closes_at = $2 where id = any($1)', [paper_ids, new Date(story.now.getTime() - 3_600_000)]);
  await expect(owner.call(publishShiftGroup, { id, acts: 'paper' })).rejects.toMatchObject({ code: 'not_possible' });
  expect(await owner.call(publishShiftGroup, { id, acts: 'results' })).toMatchObject({ notified_count: 2 });
  const states = async () =>
    (await owner.call(getShiftGroup, { id })).papers.map((paper) => [paper.results_published_at !== null, paper.is_paper_published]);
  expect(await states()).toEqual([
    [true, false],
    [true, false],
  ]);
  await owner.call(publishShiftGroup, { id, acts: 'both' });
  expect(await states()).toEqual([
    [true, true],
    [true, true],
  ]);
  await expect(owner.call(publishShiftGroup, { id, acts: 'both' })).rejects.toMatchObject({ code: 'not_possible' });
  await story.database.db.insertInto('institutes').values({ code: 'rival', name: 'Rival' }).execute();
  const other = await story.staff('rival', 'owner');
  await expect(other.call(getShiftGroup, { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(publishShiftGroup, { id, acts: 'both' })).rejects.toMatchObject({ code: 'not_found' });
});

test(
  concurrently('a group of papers that another call makes shifts at the same time is refused like any second group of them'),
  async () => {
    const owner = await story.staff('school', 'owner');
    await story.database.pool.query('delete from shift_groups; delete from paper_questions');
    const paper_ids = [(await held([[2, 2, 0, 0]])).paper_id, (await held([[2, 0, 0, 0]])).paper_id];
    const actor = await operatorOf(story, 'school');
    const second = await whileUncommitted(
      story,
      (within) => groups.createShiftGroup({ ...within, actor }, 'First', paper_ids),
      () => outcomesOf([owner.call(createShiftGroup, { name: 'Second', paper_ids })]),
    );
    expect(second).toEqual({ answers: [], refusals: ['not_possible'] });
    expect((await owner.call(getShiftGroups, {})).shift_groups).toMatchObject([{ name: 'First' }]);
  },
);

test('shifts that are published several times at once, together or one by one, are announced once', async () => {
  const owner = await story.staff('school', 'owner');
  await story.database.pool.query('delete from shift_groups; delete from paper_questions');
  const shifts = [await held([[2, 2, 0, 0]]), await held([[2, 0, 0, 0]])];
  const paper_ids = shifts.map(({ paper_id }) => paper_id);
  const { id } = await owner.call(createShiftGroup, { name: 'Published at once', paper_ids });
  await story.database.pool.query(
    'update papers set results_published_at = null, allows_review = false, closes_at = $2 where id = any($1)',
    [paper_ids, story.now],
  );
  story.pass(60);
  const together = [1, 2, 3].map(() => owner.call(publishShiftGroup, { id, acts: 'results' }));
  const { answers, refusals } = await outcomesOf([owner.call(publishResults, { id: paper_ids[1] ?? 0 }), ...together]);
  expect(answers.reduce((sum, { notified_count }) => sum + notified_count, 0)).toBe(2);
  expect(new Set(refusals)).toEqual(new Set(['not_possible']));
  const entries = await story.database.db
    .selectFrom('audit_log')
    .where('object_id', 'in', paper_ids)
    .where('what', '=', 'results.publish')
    .execute();
  expect(entries).toHaveLength(2);
});
