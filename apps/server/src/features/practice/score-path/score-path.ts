import type { Answer } from '@abhyas/contract/endpoint';
import type { getScorePath } from '@abhyas/contract/practice/score-path';
import { daysToExam, type Exam } from '@abhyas/exam/practice/day-plan';
import { chapterGains, levelOf, marksOfExam, scaledScore, testsOfLevel } from '@abhyas/exam/practice/score-path';
import type { Context, Student } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { chapterFigures } from '../../bank/chapters/chapters.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import * as ranks from '../../tests/ranks/ranks.ts';
import { examsOf, goalsOf } from '../goals/goals.ts';
import * as store from './score-path.store.ts';

type Path = Answer<typeof getScorePath>;

const mostTests = 12;
const mostChapters = 8;

/** Answers by chapter in these tests, without those whose results the student may not see yet. */
async function answersByChapter(context: Context, student: Student, session_ids: readonly number[]) {
  const answers = session_ids.length === 0 ? [] : await store.findAnswers(context, student.id, session_ids);
  const hidden = await hiddenFromStudent(context, student.id, [...new Set(answers.map(({ question_id }) => question_id))]);
  return groupRows(
    answers.filter(({ question_id }) => !hidden.has(question_id)),
    ({ chapter_id }) => chapter_id,
  );
}

/**
 * The chapters in which the student can gain the most marks on the way to the target, largest gain first, from practice and from the tests
 * that make the level.
 */
export async function chaptersToGain(
  context: Context,
  student: Student,
  { exam, year, target }: { exam: Exam; year: number; target: number },
): Promise<Path['chapters']> {
  const marks = marksOfExam(exam);
  const subject_ids = [...marks.subjects.keys()];
  const asked = await store.countAsked(context, exam);
  const inSyllabus = await store.findAskedChapters(context, subject_ids, exam, year);
  const tests = await store.findTests(context, student, exam, testsOfLevel);
  const answers = await answersByChapter(
    context,
    student,
    tests.map(({ session_id }) => session_id),
  );
  const rows = (await chapterFigures(context, student, subject_ids)).filter(({ id }) => inSyllabus.has(id));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const known = rows.map(({ id, subject_id, correct, incorrect, seconds }) => {
    const inTests = answers.get(id) ?? [];
    const right = inTests.filter(({ is_correct }) => is_correct).length;
    return {
      id,
      subject_id,
      asked: asked.get(id) ?? 0,
      correct: correct + right,
      incorrect: incorrect + inTests.length - right,
      seconds: inTests.reduce((sum, answer) => sum + answer.seconds, seconds),
    };
  });
  return chapterGains(marks, target, known)
    .slice(0, mostChapters)
    .flatMap((gain) => {
      const row = rowById.get(gain.id);
      return row ? [{ ...gain, name: row.name, subject_name: row.subject_name }] : [];
    });
}

async function testsOf(context: Context, student: Student, exam: Exam): Promise<Path['tests']> {
  const { full_marks } = marksOfExam(exam);
  const tests = [];
  for (const { session_id: _session, finished_at, ...test } of await store.findTests(context, student, exam, mostTests)) {
    const { percentile } = await ranks.placeOf(context, ranks.wholePaper(test.paper_id), test.score);
    const scaled_score = scaledScore(test.score, test.max_score, full_marks);
    tests.push({ ...test, finished_at: finished_at.toISOString(), scaled_score, percentile });
  }
  return tests;
}

/** The content of the page about the way to the target score. */
export async function scorePath(context: Context, student: Student): Promise<Path> {
  const { exam, exam_year, target_score } = await goalsOf(context, student.id);
  const exams = examsOf(student);
  if (exam === null || exam_year === null) return { exam: null, exams, target_score: null, level: null, tests: [], chapters: [] };
  const { full_marks, seconds_a_question } = marksOfExam(exam);
  const tests = await testsOf(context, student, exam);
  return {
    exam: {
      name: exam,
      year: exam_year,
      days: daysToExam(exam, exam_year, context.now),
      full_marks,
      seconds_a_question: Math.round(seconds_a_question),
    },
    exams,
    target_score,
    level: levelOf(tests, full_marks),
    tests,
    chapters: target_score === null ? [] : await chaptersToGain(context, student, { exam, year: exam_year, target: target_score }),
  };
}
