import type { Answer } from '@abhyas/contract/endpoint';
import type { getQuizScores } from '@abhyas/contract/classes/attendance';
import type { Context, Student } from '../../../context.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { findScores } from './quiz-scores.store.ts';

/** The student's results in live quizzes, by subject. A quiz whose keys are still withheld is left out. */
export async function quizScores(context: Context, student: Student): Promise<Answer<typeof getQuizScores>> {
  return {
    quiz_scores: await findScores(context, instituteOfMember(student), student.id),
    is_higher_education: student.is_higher_education,
  };
}
