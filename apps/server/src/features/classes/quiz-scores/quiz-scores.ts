import type { Answer } from '@abhyas/contract/endpoint';
import type { getQuizScores } from '@abhyas/contract/classes/attendance';
import type { Context, Student } from '../../../context.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { findAnswered, findScores } from './quiz-scores.store.ts';

/** The student's results in live quizzes, by subject. A quiz or a question whose keys are still withheld is left out. */
export async function quizScores(context: Context, student: Student): Promise<Answer<typeof getQuizScores>> {
  const institute_id = instituteOfMember(student);
  const hidden = await hiddenFromStudent(context, student.id, await findAnswered(context, institute_id, student.id));
  return {
    quiz_scores: await findScores(context, institute_id, student.id, hidden),
    is_higher_education: student.is_higher_education,
  };
}
