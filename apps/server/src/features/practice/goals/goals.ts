import { say } from '@abhyas/exam/institute/sentence';
import type { Input } from '@abhyas/contract/endpoint';
import type { updateDailyPlan } from '@abhyas/contract/practice/day-plan';
import { Problem } from '@abhyas/contract/problem';
import type { Exam } from '@abhyas/exam/practice/day-plan';
import { marksOfExam } from '@abhyas/exam/practice/score-path';
import type { Context, Student } from '../../../context.ts';
import * as store from './goals.store.ts';

const examsByCourse: Record<'ENG' | 'MED' | 'MED_ENG', Exam[]> = {
  ENG: ['JEE Main', 'JEE Advanced'],
  MED: ['NEET'],
  MED_ENG: ['JEE Main', 'JEE Advanced', 'NEET'],
};

/** The exams for which a student of this course prepares. */
export const examsOf = ({ course }: Student): Exam[] => (course ? examsByCourse[course] : []);

const noGoals = { daily_goal: null, exam: null, exam_year: null, target_score: null, is_asked: false };

export type Goals = Awaited<ReturnType<typeof goalsOf>>;

/** The choices that the student has made so far. */
export const goalsOf = async (context: Context, student_id: number) => (await store.findGoals(context, student_id)) ?? noGoals;

/** Stores the daily goal, the exam or its skipping, and the target score. Throws `not_possible` for a target without an exam or above it. */
export async function chooseGoals(
  context: Context,
  student: Student,
  { daily_goal, exam, target_score }: Input<typeof updateDailyPlan>,
): Promise<void> {
  const kept = exam === undefined && target_score === undefined ? undefined : await goalsOf(context, student.id);
  const name = exam === undefined ? (kept?.exam ?? null) : (exam?.name ?? null);
  if (typeof target_score === 'number') {
    if (name === null) throw new Problem('not_possible', say`Choose your exam before your target.`);
    const { full_marks } = marksOfExam(name);
    if (target_score > full_marks)
      throw new Problem('not_possible', say`${name} has ${full_marks} marks. Enter a target up to ${full_marks}.`);
  }
  const target = target_score === undefined && name !== (kept?.exam ?? null) ? null : target_score;
  const goals = {
    ...(daily_goal === undefined ? {} : { daily_goal }),
    ...(exam === undefined ? {} : { exam: exam?.name ?? null, exam_year: exam?.year ?? null, is_asked: true }),
    ...(target === undefined ? {} : { target_score: target }),
  };
  if (Object.keys(goals).length > 0) await store.upsertGoals(context, student.id, goals);
}
