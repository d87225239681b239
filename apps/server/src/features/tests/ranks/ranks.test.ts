import { compareStandings, percentileOf, rankOf as rankAmong } from '@abhyas/exam/reports/rank';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { addPaper, fourOptions, workOffJobs } from '../../../testing/attempts.ts';
import { operatorOfBank } from '../../../testing/operator.ts';
import { tellStory } from '../../../testing/story.ts';
import { correctKey } from '../../exam-office/key-corrections/key-corrections.ts';
import { rebuildScores } from '../marking/marking.ts';
import { acceptLateAnswers } from '../sessions/sessions.ts';
import { finishTests } from '../sessions/finishing.ts';
import { countByScore, neighboursIn, neighboursOf, pageOf, placeOf, rankOf, topsOf, wholePaper } from './ranks.ts';

const story = tellStory();
const contextOf = (): Context => ({ db: story.database.db, now: story.now, random: () => 0.5 });

const sections = [
  fourOptions(21, 22),
  { ...fourOptions(), name: 'B', subject: 'physics' as const, questions: ['motion-021', 'motion-022'] },
];
const questionCount = 4;
const subjects = [
  { subject_id: 0, of: [0, 1, 2, 3] },
  { subject_id: 4, of: [0, 1] },
  { subject_id: 2, of: [2, 3] },
];

const subjectIds = subjects.map(({ subject_id }) => subject_id);

/** The chosen option of each question; 0 for no answer. */
type Answers = number[];
const answers = fc.array(fc.nat(3), { minLength: questionCount, maxLength: questionCount });
const story_of_paper = fc.record({
  // Few options, so that many totals are equal.
  students: fc.array(fc.record({ first: answers, retake: fc.option(answers), late: fc.option(answers) }), { minLength: 18, maxLength: 26 }),
  batch: fc.integer({ min: 1, max: 7 }),
  corrected: fc.nat(questionCount - 1),
  key: fc.integer({ min: 1, max: 3 }),
  each: fc.nat(4),
  from: fc.nat(20),
  size: fc.integer({ min: 1, max: 9 }),
});

/** The tie-break: for the whole paper its subjects, Biology first; a subject has none. */
function expectedStanding(subject_id: number, marksAt: (at: number) => number) {
  const subject = (of: readonly number[]) => ({
    score: of.reduce((sum, at) => sum + marksAt(at), 0),
    correct: of.filter((at) => marksAt(at) > 0).length,
    incorrect: of.filter((at) => marksAt(at) < 0).length,
  });
  return { total: 0, subjects: subject_id === 0 ? { Biology: subject([0, 1]), Physics: subject([2, 3]) } : {} };
}

let papers = 0;

async function addStudents(count: number): Promise<number[]> {
  const rows = await story.database.db
    .insertInto('users')
    .values(Array.from({ length: count }, () => ({ phone: null, name: 'Ben', course: 'ENG' as const })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Open sessions of a paper with these answers. */
async function sit(paper_id: number, question_ids: readonly number[], attempts: readonly { student_id: number; answers: Answers }[]) {
  const { db } = story.database;
  const rows = attempts.map(({ student_id }) => ({ student_id, paper_id, object_type: 1, session_type: 0, began_at: story.now }));
  const sessions = await db.insertInto('sessions').values(rows).returning(['student_id', 'id']).execute();
  const responses = sessions.flatMap(({ student_id, id }) => {
    const given = attempts.find((attempt) => attempt.student_id === student_id)?.answers ?? [];
    return given.flatMap((option, at) =>
      option === 0 ? [] : [{ student_id, session_id: id, question_id: question_ids[at] ?? 0, responses: [option], writer: 1, version: 1 }],
    );
  });
  if (responses.length > 0) await db.insertInto('responses').values(responses).execute();
  return sessions;
}

const tables = async (paper_id: number) => {
  const { pool } = story.database;
  const scores = await pool.query('select * from session_scores where paper_id = $1 order by subject_id, student_id, session_id', [
    paper_id,
  ]);
  const counts = await pool.query('select * from paper_score_counts where paper_id = $1 and count <> 0 order by 2, 3, 4', [paper_id]);
  return { scores: scores.rows, counts: counts.rows };
};

test('ranks, percentiles, pages and neighbours follow the rules, also after corrections, late answers and retakes', async () => {
  const { pool } = story.database;
  await fc.assert(
    fc.asyncProperty(story_of_paper, async ({ students, batch, corrected, key, each, from, size }) => {
      papers += 1;
      await pool.query(`update questions set correction = null, accepted_answers = '[2]'
        where code in ('cells-021', 'cells-022', 'motion-021', 'motion-022')`);
      const paper_id = await addPaper(story, `ranked-${papers}`, sections, { retakable: true });
      await pool.query('update papers set version = version + 1');
      const { rows: placed } = await pool.query<{ question_id: number; code: string }>(
        'select question_id, code from paper_questions join questions on id = question_id where paper_id = $1 order by position',
        [paper_id],
      );
      const question_ids = placed.map(({ question_id }) => question_id);
      const ids = await addStudents(students.length);
      const taken = students.map((student, at) => ({ ...student, student_id: ids[at] ?? 0 }));

      const first = await sit(
        paper_id,
        question_ids,
        taken.map(({ student_id, first: given }) => ({ student_id, answers: given })),
      );
      for (let at = 0; at < first.length; at += batch) {
        await finishTests(contextOf(), paper_id, first.slice(at, at + batch), 'student');
        // The correction is made after the first students finish and before the others.
        if (at === 0)
          await correctKey({ ...contextOf(), actor: operatorOfBank }, placed[corrected]?.code ?? '', {
            keys: [key],
            correction: null,
            reason: 'Wrong.',
          });
      }
      await workOffJobs(story);
      const again = taken.flatMap(({ student_id, retake }) => (retake ? [{ student_id, answers: retake }] : []));
      if (again.length > 0) await finishTests(contextOf(), paper_id, await sit(paper_id, question_ids, again), 'student');
      for (const { student_id, late } of taken) {
        const session = first.find((of) => of.student_id === student_id);
        if (!late || !session) continue;
        const sent = late.map((option, at) => ({
          question_id: question_ids[at],
          responses: option === 0 ? [] : [option],
          rich_response: null,
          is_marked: false,
          is_visited: true,
          verified: false,
          version: 9,
          question_time_spent: 1,
          solution_request_time: null,
        }));
        await pool.query('insert into late_uploads (student_id, session_id, received_at, writer, responses) values ($1, $2, $3, 1, $4)', [
          student_id,
          session.id,
          story.now,
          JSON.stringify(sent),
        ]);
        expect(await acceptLateAnswers(contextOf(), student_id, paper_id)).toBe(true);
      }

      const keys = placed.map((_, at) => (at === corrected ? key : 2));
      const marks = (given: Answers, at: number) => (given[at] === 0 ? 0 : given[at] === keys[at] ? 4 : -1);
      for (const { subject_id, of } of subjects) {
        const part = { ...wholePaper(paper_id), subject_id };
        const ranked = taken
          .map(({ student_id, first: given, late }) => ({
            student_id,
            score: of.reduce((sum, at) => sum + marks(late ?? given, at), 0),
            standing: expectedStanding(subject_id, (at) => marks(late ?? given, at)),
          }))
          .toSorted((a, b) => b.score - a.score || compareStandings(a.standing, b.standing, 'neet') || a.student_id - b.student_id)
          .map(({ student_id, score }) => ({ student_id, score }));
        const totals = ranked.map(({ score }) => score);
        const listed = ranked.map((row) => ({ ...row, rank: rankAmong(row.score, totals) }));
        for (const { student_id, score, rank } of subject_id === 0 ? listed : listed.slice(0, 4)) {
          const place = { rank, percentile: percentileOf(score, totals), appeared: totals.length };
          expect(await rankOf(contextOf(), part, student_id)).toMatchObject({ ...place, score });
        }
        expect(await placeOf(contextOf(), part, 3)).toMatchObject({ rank: rankAmong(3, totals), percentile: percentileOf(3, totals) });
        const counts = await countByScore(contextOf(), part);
        expect(await pageOf(contextOf(), part, counts, 0, totals.length)).toMatchObject(listed);
        const page = await pageOf(contextOf(), part, counts, from, from + size);
        expect(page.map(({ student_id }) => student_id)).toEqual(listed.slice(from, from + size).map(({ student_id }) => student_id));
        const middle = listed[from % listed.length];
        const around = listed.slice(Math.max(0, (from % listed.length) - each), (from % listed.length) + each + 1);
        const neighbours = await neighboursIn(contextOf(), paper_id, subjectIds, middle?.student_id ?? 0, each);
        expect(neighbours.get(subject_id)).toMatchObject(around);
        expect((await topsOf(contextOf(), paper_id, subjectIds, size)).get(subject_id)).toMatchObject(listed.slice(0, size));
      }

      const before = await tables(paper_id);
      expect(before.scores.length).toBe((taken.length + again.length) * subjects.length);
      await rebuildScores(contextOf(), paper_id);
      expect(await tables(paper_id)).toEqual(before);
    }),
    // Shrinking would exceed the test's time limit.
    { numRuns: 3, endOnFailure: true },
  );
});

test('a student without a finished attempt has no rank and no neighbours', async () => {
  const paper_id = await addPaper(story, 'unranked', sections);
  const [student_id = 0] = await addStudents(1);
  expect(await rankOf(contextOf(), wholePaper(paper_id), student_id)).toBeNull();
  expect(await neighboursOf(contextOf(), wholePaper(paper_id), student_id, 2)).toEqual([]);
  expect(await pageOf(contextOf(), wholePaper(paper_id), await countByScore(contextOf(), wholePaper(paper_id)), 0, 10)).toEqual([]);
});

test('students who finish at the same time are all counted, without a deadlock', async () => {
  const paper_id = await addPaper(story, 'at-once', sections);
  const { rows } = await story.database.pool.query<{ question_id: number }>(
    'select question_id from paper_questions where paper_id = $1 order by position',
    [paper_id],
  );
  const ids = await addStudents(40);
  const attempts = ids.map((student_id) => ({ student_id, answers: [student_id % 3, student_id % 2, 0, student_id % 4] }));
  const open = await sit(
    paper_id,
    rows.map(({ question_id }) => question_id),
    attempts,
  );
  const groups = Array.from({ length: 8 }, (_, group) => open.filter((_session, at) => at % 8 === group));
  await Promise.all(groups.map((sessions) => finishTests(contextOf(), paper_id, sessions, 'student')));
  const before = await tables(paper_id);
  expect(before.counts.filter(({ subject_id }) => subject_id === 0).reduce((sum, { count }) => sum + Number(count), 0)).toBe(40);
  await rebuildScores(contextOf(), paper_id);
  expect(await tables(paper_id)).toEqual(before);
});
