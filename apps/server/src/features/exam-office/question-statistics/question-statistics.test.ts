import { getPaperResults, getQuestionStatistics, getQuestionStatisticsCsv, getResultsCsv } from '@abhyas/contract/exam-office/results';
import { questionStatistics } from '@abhyas/exam/exam-office/question-statistics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPaper, fourOptions, operatorOf, staff } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';
import { measureTimes, rebuildAllTimes, questionTimesOf } from '../../bank/question-times/question-times.ts';
import { finishTests } from '../../tests/sessions/sessions.ts';
import { questionStatistics as statisticsOf } from './question-statistics.ts';

const story = tellStory();
const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const codes = [21, 22, 23];
const given = fc.record({
  /** The chosen options in order of time; empty if the question was left unanswered. */
  answers: fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  seconds: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 3 }),
  /** Whether an unanswered question was opened at all. */
  isVisited: fc.boolean(),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

let papers = 0;

async function sit(attempts: readonly Given[]) {
  papers += 1;
  const { db, pool } = story.database;
  await pool.query('delete from paper_questions');
  const paper_id = await addPaper(story, `measured-${papers}`, [fourOptions(...codes)]);
  const { rows } = await pool.query<{ question_id: number }>(
    'select question_id from paper_questions where paper_id = $1 order by position',
    [paper_id],
  );
  const questions = rows.map(({ question_id }) => question_id);
  const students = await db
    .insertInto('users')
    .values(attempts.map((_attempt, at) => ({ phone: null, name: at === 0 ? '=SUM(A1:A9)' : 'Ben', course: 'ENG' as const })))
    .returning('id')
    .execute();
  const sessions = await db
    .insertInto('sessions')
    .values(students.map(({ id }) => ({ student_id: id, paper_id, object_type: 1, session_type: 0, began_at: story.now })))
    .returning(['student_id', 'id'])
    .execute();
  const ordered = sessions.toSorted((a, b) => a.student_id - b.student_id);
  for (const [at, { student_id, id }] of ordered.entries()) {
    const attempt = attempts[at];
    if (!attempt) continue;
    const responses = attempt.answers.flatMap((history, place) => {
      const last = history.at(-1);
      if (last === undefined && !attempt.isVisited) return [];
      const options = last === undefined ? [] : [last];
      return [
        {
          student_id,
          session_id: id,
          question_id: questions[place] ?? 0,
          responses: options,
          question_time_spent: attempt.seconds[place] ?? 0,
          writer: 1,
          version: 1,
        },
      ];
    });
    if (responses.length > 0) await db.insertInto('responses').values(responses).execute();
    const visits = attempt.answers.flatMap((history, place) =>
      history.map((option) => ({
        student_id,
        session_id: id,
        writer: 1,
        question_id: questions[place] ?? 0,
        second: 1,
        seconds: 1,
        answer: String(option),
      })),
    );
    if (visits.length > 0)
      await db
        .insertInto('visits')
        .values(visits.map((visit, number) => ({ ...visit, number })))
        .execute();
  }
  await finishTests(contextOf(), paper_id, ordered, 'student');
  return { paper_id, questions };
}

test('statistics and median times match the reference calculation for random attempts, and rebuilding the times changes nothing', async () => {
  const actor = await operatorOf(story, 'school');
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 14 }), async (attempts) => {
      const { paper_id, questions } = await sit(attempts);
      const marks = (history: readonly number[]) => (history.length === 0 ? 0 : history.at(-1) === 2 ? 4 : -1);
      const found = await statisticsOf({ ...contextOf(), actor }, paper_id);
      const facts = (place: number) =>
        attempts.map(({ answers, seconds }) => {
          const history = answers[place] ?? [];
          const last = history.at(-1);
          return {
            result: last === undefined ? (0 as const) : last === 2 ? (1 as const) : (-1 as const),
            options: last === undefined ? [] : [last],
            question_time_spent: seconds[place] ?? 0,
            total: answers.reduce((sum, each) => sum + marks(each), 0),
            history: history.map(String),
            marks: marks(history),
          };
        });
      for (const [place, row] of found.questions.entries()) {
        const { discrimination, ...rest } = questionStatistics(facts(place));
        expect(row).toMatchObject({ ...rest, chosen: [...rest.chosen] });
        if (discrimination === null) expect(row.discrimination).toBeNull();
        else expect(row.discrimination).toBeCloseTo(discrimination, 9);
        const changed = facts(place).filter(({ history }) => new Set(history).size > 1);
        const ended = (option: string) => changed.filter(({ history }) => history.at(-1) === option).length;
        const had = (option: string) => changed.filter(({ history }) => history.includes(option)).length;
        expect(row.changed_to).toEqual(['1', '2', '3', '4'].map(ended));
        expect(row.changed_from).toEqual(['1', '2', '3', '4'].map((option) => had(option) - ended(option)));
      }
      await measureTimes(contextOf(), paper_id);
      const times = await questionTimesOf(contextOf(), paper_id);
      for (const [place, question] of questions.entries())
        expect(times.get(question)?.median_time ?? null).toBe(questionStatistics(facts(place)).median_time);
      await rebuildAllTimes({ ...contextOf(), now: new Date(story.now.getTime() + 1000) });
      expect(await questionTimesOf(contextOf(), paper_id)).toEqual(times);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('a question that readers of Hindi miss oddly often is shown to staff, with the readers of both languages', async () => {
  const { pool } = story.database;
  const isHindi = (at: number) => at % 2 === 1;
  const sat = Array.from({ length: 40 }, (_, at): Given => {
    // The first question is as hard in both languages; in the second, nearly all readers of Hindi choose another option.
    const first = at % 4 < 2 ? 2 : 1;
    const second = isHindi(at) ? (at === 1 ? 2 : 4) : at === 0 ? 1 : 2;
    return { answers: [[first], [second], [2]], seconds: [9, 9, 9], isVisited: true };
  });
  const { paper_id, questions } = await sit(sat);
  const { rows: sessions } = await pool.query<{ id: number }>('select id from sessions where paper_id = $1 order by student_id', [
    paper_id,
  ]);
  const ofHindi = sessions.filter((_session, at) => isHindi(at)).map(({ id }) => id);
  await pool.query(`update visits set language = 'hi' where session_id = any($1) and question_id = any($2)`, [
    ofHindi,
    questions.slice(0, 2),
  ]);
  const actor = await operatorOf(story, 'school');
  const [alike, harder, onlyEnglish] = (await statisticsOf({ ...contextOf(), actor }, paper_id)).questions;
  expect(alike).toMatchObject({ languages: { english: 20, english_right: 10, hindi: 20, hindi_right: 10 }, doubts: [] });
  expect(harder).toMatchObject({ languages: { english: 20, english_right: 19, hindi: 20, hindi_right: 1 }, doubts: ['harder_in_hindi'] });
  expect(onlyEnglish).toMatchObject({ languages: null, doubts: [] });
});

test('staff with the right download results and statistics of their own institute as CSV, with formulas as text', async () => {
  const { paper_id: id } = await sit([
    { answers: [[2], [2], []], seconds: [5, 5, 5], isVisited: true },
    { answers: [[1], [], []], seconds: [5, 5, 5], isVisited: true },
  ]);
  const [owner, teacher, student] = [await story.staff('school', 'owner'), await story.staff('school', 'teacher'), await story.student()];
  const { csv, file_name } = await owner.call(getResultsCsv, { id });
  const [header, first, second] = csv.split('\r\n');
  expect(file_name).toMatch(/-results\.csv$/);
  expect(header).toBe('Rank,Name,Institute number,Phone,Score,Out of,Percentile,Correct,Incorrect,Unattempted,Biology');
  expect(first).toBe(`1,"'=SUM(A1:A9)",,,8,12,,2,0,1,8`);
  expect(second).toBe('2,Ben,,,-1,12,,0,1,2,-1');
  await expect(teacher.call(getResultsCsv, { id })).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await teacher.call(getPaperResults, { id })).toMatchObject({ paper: { appeared: 2 }, best_score: 8 });
  // Figures of questions reveal their keys, and the paper is not over.
  await expect(teacher.call(getQuestionStatistics, { id })).rejects.toMatchObject({ code: 'not_possible' });
  expect((await owner.call(getQuestionStatisticsCsv, { id })).csv.split('\r\n')).toHaveLength(4);
  await expect(student.call(getQuestionStatistics, { id })).rejects.toMatchObject({ code: 'not_allowed' });
  const mock = await story.idOf('papers', 'mock');
  await expect(owner.call(getPaperResults, { id: mock })).rejects.toMatchObject({ code: 'not_found' });
  expect((await staff(story, 'statistics', 'mock')).said).toMatch(/^Number,Question,/);
});
